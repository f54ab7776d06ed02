/**
 * Tables with two hands in a browser: until both are called nothing tells which has won, all moves by transforms; every spot is reached by
 * arrows, and takes chips from a pointer, a finger and keys; axe finds nothing. The gallery is built into a folder first:
 *     node tests/felt-gallery/pairs.mjs [FOLDER for pictures]
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
/** The gallery's own elements: it is not a page. */
const PAGE = /^(document-title|html-has-lang)/;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml" };
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });

async function open(query, { phone = false, motion = "reduce", width = 1042 } = {}) {
  const page = await browser.newPage({ reducedMotion: motion, viewport: phone ? { width: 390, height: 844 } : { width, height: 700 }, isMobile: phone, hasTouch: phone });
  page.on("pageerror", (error) => assert.fail(error));
  page.said = [];
  page.on("console", (message) => page.said.push(message.text()));
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

/** What the page reveals of the round. */
function seen() {
  const opacity = (selector) => [...document.querySelectorAll(selector)].map((element) => getComputedStyle(element).opacity);
  const says = document.querySelector(".show-says");
  return {
    show: document.querySelector(".table-page").getAttribute("data-show"),
    wins: opacity(".felt-pair-end")[0],
    beads: opacity(".felt-bead[data-last=true]"),
    totals: opacity("[data-total]"),
    says: says.hidden ? null : says.textContent,
    moved: [...new Set(document.getAnimations().flatMap((one) => one.effect.getKeyframes()).flatMap((frame) => Object.keys(frame)))].filter((name) => !["offset", "easing", "composite", "computedOffset"].includes(name)).sort(),
    ghosts: document.querySelectorAll(".show-layer > *").length,
  };
}

for (const phone of [false, true]) {
  const page = await open("pairWon&deals=1", { phone, motion: "no-preference" });
  const where = phone ? "on a phone" : "on a big screen";
  await page.evaluate(() => window.deal());
  await page.waitForTimeout(900);
  const early = await page.evaluate(seen);
  assert.equal(early.show, "came", where);
  assert.equal(early.wins, "0", `${where}: it is told who has won`);
  assert.ok(early.beads.every((one) => one === "0"), `${where}: the roads tell it`);
  assert.deepEqual(early.totals, ["0", "0"], `${where}: totals tell it`);
  assert.ok(early.ghosts > 0, `${where}: chips are gone`);
  assert.ok(early.moved.every((one) => one === "transform" || one === "opacity"), `${where}: ${early.moved}`);
  if (pictures) await page.screenshot({ path: `${pictures}/pair-deals${phone ? "-phone" : ""}.png` });
  const said = [];
  while (said.length < 9 && !said.at(-1)?.includes("wins")) {
    await page.keyboard.press("a");
    said.push((await page.evaluate(seen)).says);
  }
  assert.deepEqual(said.slice(-3), ["Player: 0", "Banker: 9", "Banker wins, 9 over 0"], where);
  const told = await page.evaluate(seen);
  assert.deepEqual([told.wins, told.beads[0] ?? "1", told.totals[0]], ["1", "1", "1"], where);
  if (pictures) await page.screenshot({ path: `${pictures}/pair-called${phone ? "-phone" : ""}.png` });
  await page.waitForFunction(() => !document.querySelector(".table-page").hasAttribute("data-show"));
  await page.close();
}

const still = await open("pairWon&deals=1");
await still.evaluate(() => window.deal());
const shown = await still.evaluate(seen);
assert.deepEqual([shown.show, shown.wins, shown.totals, shown.moved], [null, "1", ["1", "1"], []], "nothing moves where nothing is to move");
await still.close();

/** The number of spots that arrow keys reach from the first. */
function reachedByArrows() {
  const spots = [...document.querySelectorAll("[data-spot]")];
  const reached = new Set([spots.find((spot) => spot.tabIndex === 0)]);
  for (const from of reached) {
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      reached.add(document.activeElement);
    }
  }
  return { reached: reached.size, all: spots.length, inTabOrder: spots.filter((spot) => spot.tabIndex === 0).length };
}

for (const scene of ["pair", "pairSix", "pairMany"]) {
  for (const width of [800, 1042, 1800]) {
    const felt = await open(scene, { width });
    const { reached, all, inTabOrder } = await felt.evaluate(reachedByArrows);
    assert.deepEqual([reached, inTabOrder], [all, 1], `${scene} at ${width}: arrows reach every spot, and Tab one`);
    assert.deepEqual(await felt.evaluate(faults), [], `${scene} at ${width}`);
    await felt.close();
  }
}

const keyed = await open("pair");
await keyed.locator('[data-spot="3:banker"]').focus();
for (const key of ["Enter", "Space", "Backspace"]) await keyed.keyboard.press(key);
await keyed.locator('[data-spot="5:bonus-player"]').click();
await keyed.locator('[data-spot="5:bonus-player"]').click({ button: "right" });
await keyed.waitForTimeout(100);
const said = (box, wager) => (what) => `${what} ${box} [${wager}]`;
assert.deepEqual(keyed.said, [...["place", "place", "remove"].map(said(3, "banker")), ...["place", "remove"].map(said(5, "bonus-player"))]);
const drawn = (await keyed.evaluate(() => window.redraw(60))).slice(10).sort((a, b) => a - b);
console.log(`seven places are drawn again in ${drawn[25].toFixed(2)} ms (worst ${drawn.at(-1).toFixed(2)})`);
await keyed.close();

const touched = await open("pairSix", { phone: true });
await touched.locator('[data-spot="2:player"]').tap();
await touched.locator(".felt-strip button").first().tap();
await touched.locator('[data-spot="7:seven"]').tap();
await touched.locator(".felt-roads summary").tap();
await touched.waitForTimeout(100);
assert.deepEqual(touched.said, ["place 2 [player]", "place 7 [seven]"]);
assert.equal(await touched.locator(".felt-road svg:visible").count(), 2, "the roads are shown on request");
if (pictures) await touched.screenshot({ path: `${pictures}/pair-roads-phone.png`, fullPage: true });
await touched.close();

/** Pulls a card up by this part of its height. */
async function squeeze(page, part) {
  const { x, y, width, height } = await page.locator(".felt-squeeze").boundingBox();
  const [middle, low] = [x + width / 2, y + height - 4];
  await page.mouse.move(middle, low);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(middle, low - (height * part * step) / 8);
}

for (const phone of [false, true]) {
  const held = await open("pairHeld", { phone, motion: "no-preference" });
  const names = await held.locator(".felt-pair-cards [aria-label]").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));
  assert.ok(names.some((name) => name.includes("9")) && !names.some((name) => name.includes("king")), `what is not turned is not told: ${names}`);
  await squeeze(held, 0.5);
  if (pictures) await held.screenshot({ path: `${pictures}/pair-squeezed${phone ? "-phone" : ""}.png` });
  await held.mouse.up();
  assert.deepEqual(held.said, [], "a card that is let go too early stays down");
  await squeeze(held, 0.9);
  await held.mouse.up();
  await held.locator(".felt-squeeze").press("Enter");
  await held.waitForTimeout(100);
  assert.deepEqual(held.said, ["turn 2", "turn 2"], "it is turned by a pull and by a key");
  await held.close();
  const still = await open("pairHeld", { phone });
  await still.locator(".felt-squeeze").click();
  await still.waitForTimeout(100);
  assert.deepEqual(still.said, ["turn 2"], "at once where nothing moves");
  await still.close();
}

/** The findings of axe on a page. */
async function found(page) {
  await page.addScriptTag({ content: AXE });
  const { violations } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

for (const phone of [false, true]) {
  for (const scene of ["pairWon", "pairSix", "pairMany", "pairHeld"]) {
    for (const theme of ["light", "dark"]) {
      const looked = await open(`${scene}&theme=${theme}`, { phone });
      if (phone) await looked.locator(".felt-roads summary").tap();
      assert.deepEqual((await found(looked)).filter((one) => !PAGE.test(one)), [], `${scene} ${theme}, phone: ${phone}`);
      assert.deepEqual(await looked.evaluate(faults), [], `${scene} ${theme}, phone: ${phone}`);
      if (pictures) await looked.screenshot({ path: `${pictures}/felt-${scene}-${phone ? "phone" : "desk"}-${theme}.png`, fullPage: phone });
      await looked.close();
    }
  }
}
await browser.close();
rmSync(built, { recursive: true });
console.log("pairs: fine");
