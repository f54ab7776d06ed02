/**
 * In the pseudo-language, text that is still English is not in a catalogue, and words that are 40% longer must fit. The
 * security policy must block nothing on any page.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DESK, PHONE, closePage, openBrowser, openPage, settled } from "./browser.mjs";
import { House } from "./harness.mjs";
import { root } from "./services.mjs";
import { part } from "./part.mjs";
import { states } from "./states.mjs";

let house, browser, all;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
  all = await states(house);
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** Texts of the catalogues, and the parts between their parameters. */
function catalogueTexts() {
  const directory = join(root, "web/src/text");
  const sources = readdirSync(directory).filter((name) => /^en.*\.ts$/.test(name)).map((name) => readFileSync(join(directory, name), "utf8"));
  const texts = sources.flatMap((source) => [...source.matchAll(/:\s*"((?:[^"\\]|\\.)+)",?$/gm)].map(([, text]) => text));
  return texts.flatMap((text) => text.split(/\{\w+\}/)).map((text) => text.trim()).filter((text) => /[a-z]{3}/.test(text));
}

/** A short text may also be a word of the house, such as the name of a wager: it counts only as a whole line. */
const LONG = 24;

/** Texts of a catalogue that a page shows literally. */
function plainTexts(shown, texts) {
  const lines = new Set(shown.split("\n").map((line) => line.trim()));
  return texts.filter((text) => (text.length >= LONG ? shown.includes(text) : /\s/.test(text) && lines.has(text)));
}

const address = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=xx-pseudo`;

/** By how many pixels a page can be scrolled sideways. */
const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function inAnotherLanguage({ path, person }, size, texts) {
  const page = await openPage(browser, house, { person, size });
  try {
    await page.goto(address(path));
    await settled(page);
    const shown = await page.locator("body").innerText();
    assert.match(shown, /[áéíöûñšţŕ]/, "nothing here is in the other language");
    assert.deepEqual(plainTexts(shown, texts), [], "texts of a catalogue in plain English");
    assert.ok((await sideways(page)) <= 0, `the page can be pushed ${await sideways(page)} px sideways`);
    assert.deepEqual(page.troubles, [], "errors, or what the policy kept back");
  } finally {
    await closePage(page);
  }
}

for (const [way, [sizeName, size]] of Object.entries({ desk: DESK, phone: PHONE }).entries()) {
  test(`every word is in a catalogue, and longer ones fit: ${sizeName}`, { timeout: 60_000, concurrency: 3 }, (context) => {
    const texts = catalogueTexts();
    assert.ok(texts.length > 40, `only ${texts.length} texts were read from the catalogues`);
    return Promise.all(part(all, way).map((state) => context.test(state.name, () => inAnotherLanguage(state, size, texts))));
  });
}

test("the policy of every page lets nothing in from elsewhere", async () => {
  for (const { path } of all) {
    const answer = await fetch(house.base + path, { headers: { accept: "text/html" } });
    const policy = answer.headers.get("content-security-policy") ?? "";
    await answer.arrayBuffer();
    assert.match(policy, /default-src 'none'/, path);
    assert.match(policy, /script-src 'self'(;|$)/, path);
    assert.doesNotMatch(policy, /unsafe/, path);
  }
});
