/**
 * Hands that are set in two in a browser: by taps, by dragging with a mouse and a finger, and by keys; every spot is reached by arrows; axe
 * finds nothing. The gallery is built into a folder first:
 *     node tests/felt-gallery/sets.mjs [FOLDER for pictures]
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";
import { faults } from "../faults.mjs";

const [pictures] = process.argv.slice(2);
if (pictures) mkdirSync(pictures, { recursive: true });
const built = mkdtempSync(join(tmpdir(), "felt-gallery-"));
await build({ configFile: new URL("vite.config.ts", import.meta.url).pathname, logLevel: "error", build: { outDir: built, emptyOutDir: true, cssTarget: ["chrome123"] } });

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const PAGE = /^(document-title|html-has-lang)/;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml" };
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });

async function open(query, { phone = false, motion = "reduce", width = 1042 } = {}) {
  const page = await browser.newPage({ reducedMotion: motion, viewport: phone ? { width: 390, height: 844 } : { width, height: 700 }, isMobile: phone, hasTouch: phone });
  page.on("pageerror", (error) => assert.fail(error));
  await page.route("http://gallery.test/**", (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(built, pathname === "/" ? "index.html" : pathname);
    return existsSync(file) ? route.fulfill({ contentType: TYPES[extname(file)], body: readFileSync(file) }) : route.fulfill({ status: 404 });
  });
  await page.goto(`http://gallery.test/?scene=${query}${phone ? "&phone=1" : ""}`);
  await page.waitForSelector("[data-spot]");
  await page.evaluate(() => document.fonts.ready);
  return page;
}

const card = (page, name) => page.getByRole("button", { name: new RegExp(`^${name}, low hand`) });
const low = (page) => page.locator(".felt-box").getAttribute("data-low");
/** Draw numbers: the seven of hearts, the queen, the king of spades, the seven of clubs. */
const [HEARTS, QUEEN, SPADES, CLUBS] = ["9", "10", "11", "13"];

/** Moves a card to the middle of a frame. */
async function drag(page, name, hand) {
  const from = await card(page, name).boundingBox();
  const to = await page.locator(`.felt-set-frame[data-hand="${hand}"]`).boundingBox();
  await page.mouse.move(from.x + 15, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
}

for (const phone of [false, true]) {
  const where = phone ? "on a phone" : "on a big screen";
  const page = await open("setBegin&sets=1", { phone });
  const press = (name) => (phone ? card(page, name).tap() : card(page, name).click());
  await press("7 of hearts");
  assert.equal(await low(page), HEARTS, where);
  assert.equal(await card(page, "7 of hearts").getAttribute("aria-pressed"), "true", where);
  await press("7 of clubs");
  assert.equal(await low(page), `${HEARTS} ${CLUBS}`, where);
  assert.deepEqual(await page.locator(".felt-set-name b").allInnerTexts(), ["Low hand", "High hand"], where);
  const places = await page.locator(".felt-set-place").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const frames = await page.locator(".felt-set-frame").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const within = (frame) => places.filter(({ x, y, right, bottom }) => x >= frame.x && right <= frame.right && y >= frame.y && bottom <= frame.bottom).length;
  assert.deepEqual(frames.map(within), [2, 5], `${where}: each card lies in its frame`);
  await press("queen of spades");
  assert.equal(await low(page), QUEEN, `${where}: a third card begins anew`);
  await page.waitForTimeout(400);
  await press("queen of spades");
  assert.equal(await low(page), "", `${where}: it goes back`);
  await card(page, "king of spades").dblclick();
  assert.equal(await low(page), SPADES, `${where}: two presses at once are one`);
  await drag(page, "queen of spades", "low");
  assert.equal(await low(page), `${SPADES} ${QUEEN}`, `${where}: dragged`);
  await drag(page, "7 of clubs", "low");
  assert.equal(await low(page), `${QUEEN} ${CLUBS}`, `${where}: in place of the first`);
  await drag(page, "queen of spades", "high");
  assert.equal(await low(page), CLUBS, `${where}: dragged back`);
  await page.waitForTimeout(400);
  await card(page, "7 of hearts").press("Enter");
  assert.equal(await low(page), `${CLUBS} ${HEARTS}`, `${where}: by a key`);
  assert.deepEqual(await page.evaluate(faults), [], where);
  if (pictures) await page.screenshot({ path: `${pictures}/set${phone ? "-phone" : ""}.png` });
  await page.close();
}

/** The findings of axe on a page. */
async function found(page) {
  await page.addScriptTag({ content: AXE });
  const { violations } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

for (const phone of [false, true]) {
  for (const scene of ["setEmpty", "setBegin", "setFoul", "setOpen"]) {
    for (const theme of ["light", "dark"]) {
      const looked = await open(`${scene}&theme=${theme}`, { phone });
      assert.deepEqual((await found(looked)).filter((one) => !PAGE.test(one)), [], `${scene} ${theme}${phone ? " phone" : ""}`);
      assert.deepEqual(await looked.evaluate(faults), [], `${scene} ${theme}${phone ? " phone" : ""}`);
      await looked.close();
    }
  }
}

await browser.close();
rmSync(built, { recursive: true });
console.log("hands are set by taps, by dragging and by keys");
