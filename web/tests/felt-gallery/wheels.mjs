/**
 * Tables with a wheel in a browser. While the wheel turns nothing is told too early, all moves by transforms, and it ends when it should;
 * every spot among the numbers is reached by arrows, by a pointer and, with a finger, by its number. The gallery is built into a
 * folder first, from which the browser is given its files:
 *     node tests/felt-gallery/wheels.mjs [FOLDER for pictures]
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";

const [pictures] = process.argv.slice(2);
if (pictures) mkdirSync(pictures, { recursive: true });
const built = mkdtempSync(join(tmpdir(), "felt-gallery-"));
await build({ configFile: new URL("vite.config.ts", import.meta.url).pathname, logLevel: "error", build: { outDir: built, emptyOutDir: true, cssTarget: ["chrome123"] } });

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
/** The gallery's own elements: it is not a page. */
const PAGE = /^(document-title|html-has-lang)/;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml" };
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });

async function open(scene, { phone = false, motion = "no-preference", spins = true } = {}) {
  const page = await browser.newPage({ reducedMotion: motion, viewport: phone ? { width: 390, height: 844 } : { width: 1042, height: 700 }, isMobile: phone, hasTouch: phone });
  page.on("pageerror", (error) => assert.fail(error));
  page.said = [];
  page.on("console", (message) => page.said.push(message.text()));
  await page.route("http://gallery.test/**", (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(built, pathname === "/" ? "index.html" : pathname);
    return existsSync(file) ? route.fulfill({ contentType: TYPES[extname(file)], body: readFileSync(file) }) : route.fulfill({ status: 404 });
  });
  await page.goto(`http://gallery.test/?scene=${scene}${spins ? "&spins=1" : ""}${phone ? "&phone=1" : ""}`);
  await page.waitForSelector(".wheel", { state: "attached" });
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** What the page reveals of a result. */
function seen() {
  const opacity = (selector) => [...document.querySelectorAll(selector)].map((element) => getComputedStyle(element).opacity);
  const amounts = [...document.querySelectorAll(".balance > div")].map((element) => getComputedStyle(element, "::after").content.replaceAll('"', ""));
  const says = document.querySelector(".show-says");
  return {
    show: document.querySelector(".table-page").getAttribute("data-show"),
    last: opacity(".felt-last li:first-child")[0],
    point: opacity(".felt-point")[0] ?? null,
    amounts,
    says: says.hidden ? null : says.textContent,
    moved: [...new Set(document.getAnimations().flatMap((one) => one.effect.getKeyframes()).flatMap((frame) => Object.keys(frame)))].filter((name) => !["offset", "easing", "composite", "computedOffset"].includes(name)).sort(),
    ghosts: document.querySelectorAll(".show-layer > *").length,
  };
}

const turnOf = (page) => page.evaluate(() => getComputedStyle(document.querySelector(".wheel-rotor")).transform);
const spin = (page, face) => page.evaluate((it) => window.spin(it), face);
const now = (page) => page.evaluate(seen);

for (const [scene, face, name] of [["grid", "32", "32"], ["wheel", "20", "$20"]]) {
  for (const phone of [false, true]) {
    const page = await open(scene, { phone });
    const where = `${scene}${phone ? " on a phone" : ""}`;
    await spin(page, face);
    const first = await now(page);
    const turns = new Set([await turnOf(page)]);
    for (let times = 0; times < 3; times += 1) {
      await page.waitForTimeout(350);
      turns.add(await turnOf(page));
    }
    assert.equal(turns.size, 4, `${where}: the wheel stands still`);
    if (pictures) await page.screenshot({ path: `${pictures}/${scene}-spins${phone ? "-phone" : ""}.png` });
    for (const { show, last, point, amounts, says, moved, ghosts } of [first, await now(page)]) {
      assert.equal(show, "spin", where);
      assert.equal(last, "0", `${where}: the list tells it`);
      assert.ok(point === null || point === "0", `${where}: the marker tells it`);
      assert.deepEqual(amounts, ["$1,000", "$90"], `${where}: amounts tell it`);
      assert.equal(says, null, `${where}: a sentence tells it`);
      assert.ok(ghosts > 0, `${where}: chips are gone`);
      assert.ok(moved.every((one) => one === "transform" || one === "opacity"), `${where}: ${moved}`);
    }
    await page.keyboard.press("a");
    const landed = await now(page);
    assert.deepEqual([landed.show, landed.last, landed.says, landed.amounts[0]], ["landed", "1", name, "none"], where);
    if (pictures) await page.screenshot({ path: `${pictures}/${scene}-landed${phone ? "-phone" : ""}.png` });
    await page.waitForFunction(() => !document.querySelector(".table-page").hasAttribute("data-show"));
    await page.close();
  }
}

const page = await open("grid");
const tasks = page.evaluate(
  () => new Promise((resolve) => {
    const long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });
    setTimeout(() => resolve(long), 3600);
  }),
);
await page.waitForTimeout(200);
const begun = Date.now();
await spin(page, "00");
await page.waitForFunction(() => document.querySelector(".table-page").getAttribute("data-show") !== "spin", null, { timeout: 6000 });
const lasted = Date.now() - begun;
assert.ok(lasted > 2800 && lasted < 4500, `a spin lasted ${lasted} ms`);
console.log(`a spin lasted ${lasted} ms; tasks above 50 ms: ${JSON.stringify(await tasks)}`);
await spin(page, "5");
await page.waitForTimeout(300);
await page.evaluate(() => window.ask());
const asked = await now(page);
assert.deepEqual([asked.show, asked.last, asked.ghosts, asked.says], [null, "1", 0, null], "a question ends it at once");
await page.close();

const still = await open("grid", { motion: "reduce" });
await spin(still, "32");
const shown = await now(still);
assert.deepEqual([shown.show, shown.last, shown.moved], [null, "1", []], "nothing moves where nothing is to move");
await still.close();
/** All spots that arrow keys reach from the first; spots of one wager are distinguished by position. */
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

for (const scene of ["grid", "gridOne", "wheel"]) {
  const felt = await open(scene, { spins: false, motion: "reduce" });
  const { reached, all, inTabOrder } = await felt.evaluate(reachedByArrows);
  assert.deepEqual([reached, inTabOrder], [all, 1], `${scene}: arrows reach every spot, and Tab one`);
  await felt.close();
}

const pointed = await open("grid", { spins: false, motion: "reduce" });
const boxOf = (number) => pointed.locator(".felt-number[data-color]", { has: pointed.locator(`b:text-is("${number}")`) }).boundingBox();
const [seventeen, twenty] = [await boxOf("17"), await boxOf("20")];
const points = { "0:n-17": [seventeen.x + 30, seventeen.y + 34], "0:n-17-20": [twenty.x + 4, twenty.y + 30], "0:n-17-18-20-21": [twenty.x - 5, twenty.y + 6] };
for (const [key, [x, y]] of Object.entries(points)) {
  pointed.said.length = 0;
  await pointed.mouse.move(x, y);
  const covered = await pointed.locator(".felt-number[data-covered=true]").allTextContents();
  assert.deepEqual(covered.sort(), key.split("-").slice(1).sort(), `${key} rings its numbers`);
  await pointed.mouse.click(x, y);
  await pointed.mouse.click(x, y, { button: "right" });
  const [box, wager] = key.split(":");
  // The page shows an announcement with a delay.
  await pointed.waitForTimeout(100);
  assert.deepEqual(pointed.said.map((one) => one.replace(/[[\]]/g, "")), [`place ${box} ${wager}`, `remove ${box} ${wager}`]);
}
const drawn = (await pointed.evaluate(() => window.redraw(60))).slice(10).sort((a, b) => a - b);
console.log(`a grid is drawn again in ${drawn[25].toFixed(2)} ms (worst ${drawn.at(-1).toFixed(2)})`);
await pointed.close();

const touched = await open("grid", { spins: false, phone: true, motion: "reduce" });
await touched.locator('[data-spot^="0:n-17,"]').tap();
await touched.waitForTimeout(100);
assert.match(touched.said.join(), /^place 0 /);
assert.equal(await touched.locator('[data-spot^="0:n-17,"]').evaluate((spot) => spot.dataset.spot.split(",").length), 12, "all that 17 takes part in");
await touched.close();

/** The findings of axe on a page. */
async function found(page) {
  await page.addScriptTag({ content: AXE });
  const { violations } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

for (const phone of [false, true]) {
  for (const scene of ["grid&theme=light", "grid&theme=dark", "wheel&theme=light", "wheel&theme=dark", "grid&sheet=17&theme=light", "grid&sheet=17&theme=dark"]) {
    const looked = await open(scene, { spins: false, phone, motion: "reduce" });
    const name = scene.replace(/&theme=/, "-").replace(/&sheet=/, "-sheet");
    if (pictures) await looked.screenshot({ path: `${pictures}/felt-${name}-${phone ? "phone" : "desk"}.png` });
    assert.deepEqual((await found(looked)).filter((one) => !PAGE.test(one)), [], `${scene}, phone: ${phone}`);
    if (scene.includes("sheet")) {
      looked.said.length = 0;
      const button = looked.locator("dialog .btn", { hasText: "Split 16, 17" });
      await (phone ? button.tap() : button.click());
      await looked.waitForTimeout(100);
      assert.deepEqual(looked.said, ["place n-16-17"]);
      const sizes = await looked.locator("dialog button").evaluateAll((all) => all.map((one) => Math.min(one.offsetWidth, one.offsetHeight)));
      assert.ok(Math.min(...sizes) >= 44, `targets of ${Math.min(...sizes)} px`);
    }
    await looked.close();
  }
}
await browser.close();
rmSync(built, { recursive: true });
console.log("spins: fine");
