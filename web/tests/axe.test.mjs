/** Checks every page in every state, in both themes and both sizes, by the rules of axe-core. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { DESK, PHONE, closePage, openBrowser, openPage, settled } from "./browser.mjs";
import { House } from "./harness.mjs";
import { part } from "./part.mjs";
import { states } from "./states.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = { desk: DESK, phone: PHONE };

let house, browser, all;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
  all = await states(house);
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** The violations on a page, a line for each rule, with the first element that breaks it. */
async function violations(page) {
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, impact, nodes: [{ html, failureSummary }, ...more] }) => ({ id, impact, html, failureSummary, more: more.length }));
  });
  const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
  const words = (text) => text.replace(/\s+/g, " ");
  return serious.map(({ id, html, failureSummary, more }) => `${id}: ${html.slice(0, 300)}, and ${more} more: ${words(failureSummary)}`);
}

async function inBothThemes({ path, person }, size) {
  const page = await openPage(browser, house, { person, size });
  try {
    for (const colorScheme of ["light", "dark"]) {
      // Reloaded: elements out of sight change their colours only when they become visible.
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await settled(page);
      assert.ok((await page.locator("body").innerText()).trim().length > 20, "the page is empty");
      // Evaluated by the debugger, which no policy of the page blocks.
      await page.evaluate(axe);
      assert.deepEqual(await violations(page), [], colorScheme);
    }
    assert.deepEqual(page.troubles, []);
  } finally {
    await closePage(page);
  }
}

for (const [way, [sizeName, size]] of Object.entries(SIZES).entries()) {
  test(`nothing serious on any page: ${sizeName}`, { timeout: 90_000, concurrency: 3 }, (context) =>
    Promise.all(part(all, way).map((state) => context.test(state.name, () => inBothThemes(state, size)))));
}
