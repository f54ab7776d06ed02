/**
 * Pictures of the gallery, and what a picture does not show: overlaps, words cut off, letters and targets too small.
 *     npx vite --config tests/felt-gallery/vite.config.ts &   node tests/felt-gallery/shoot.mjs FOLDER [scene …]
 */
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [folder = "/tmp/felt", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const scenes = ["betting", "played", "split", "nine", "nineSplit", "everySplit", "one", "three", "nineBoxes", "holdem", "noBoard", "zones", "zonesFull", "zonesEmpty"];
const screens = [
  { name: "wide", width: 1042, height: 640, query: "height=560" },
  { name: "huge", width: 1800, height: 1100, query: "height=1000" },
  { name: "small", width: 800, height: 600, query: "height=496" },
  { name: "phone", width: 360, height: 760, query: "phone=1" },
  { name: "phone-390", width: 390, height: 844, query: "phone=1" },
];

/** What is wrong with the page, in words. Runs in the browser. */
function faults() {
  const found = [];
  const name = (element) => `${element.className.baseVal ?? element.className} "${(element.getAttribute("aria-label") ?? element.textContent).slice(0, 40)}"`;
  const rects = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0).map((element) => ({ element, rect: element.getBoundingClientRect() }));
  const meet = (a, b) => a.left < b.right - 2.1 && b.left < a.right - 2.1 && a.top < b.bottom - 2.1 && b.top < a.bottom - 2.1;
  const pairs = (selector) => {
    const all = rects(selector);
    all.forEach((a, at) => all.slice(at + 1).forEach((b) => meet(a.rect, b.rect) && found.push(`${name(a.element)} meets ${name(b.element)}`)));
  };
  pairs(".felt-column"); pairs("[data-spot]"); pairs(".felt-slot"); pairs(".felt-zone-cell");
  const shared = rects(".felt-shared");
  for (const column of rects(".felt-slot, .felt-spot, .felt-place, .felt-folded")) for (const one of [...shared, ...rects(".felt-ground g, .felt-ground text")]) {
    const covers = one.element.closest(".felt-ground") && one.element.querySelector("textPath");
    if (!covers && meet(column.rect, one.rect)) found.push(`${name(column.element)} meets ${name(one.element)}`);
  }
  for (const { element, rect } of rects(".felt-piece, .felt-coin, .felt-hand, .felt-zone-head, .felt-zone-chips, .felt-spot-word")) {
    const holder = element.closest(".felt-zone, .felt-column, .felt-spot, .felt-large, .felt-small")?.getBoundingClientRect();
    if (holder && (rect.left < holder.left - 1 || rect.right > holder.right + 1 || rect.bottom > holder.bottom + 1 || rect.top < holder.top - 1)) found.push(`${name(element)} leaves ${name(element.closest(".felt-zone, .felt-column, .felt-spot, .felt-large, .felt-small"))}`);
  }
  for (const element of document.querySelectorAll(".felt-zone")) {
    const [head, chips] = [".felt-zone-head", ".felt-zone-chips"].map((part) => element.querySelector(part).getBoundingClientRect());
    if (element.querySelector(".felt-piece") && meet(head, chips)) found.push(`${name(element)} has chips on its words`);
  }
  for (const element of document.querySelectorAll(".felt *")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    if (element.closest(".vh, .felt-card")) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 11) found.push(`${size}px letters: ${name(element)}`);
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow === "hidden") found.push(`cut off: ${name(element)}`);
  }
  const least = document.querySelector(".felt-phone, [data-phone=true]") ? 44 : 24;
  for (const { element, rect } of rects("[data-spot], .felt-strip button")) {
    if (Math.min(rect.width, rect.height) < least - 0.5) found.push(`target ${rect.width.toFixed(1)}x${rect.height.toFixed(1)}: ${name(element)}`);
  }
  const frame = document.querySelector(".felt-frame");
  if (frame && frame.scrollHeight > frame.clientHeight + 1) found.push(`scrolls down ${frame.scrollHeight - frame.clientHeight}`);
  if (frame && frame.scrollWidth > frame.clientWidth + 1) found.push(`scrolls aside ${frame.scrollWidth - frame.clientWidth}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls aside");
  return found;
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });
for (const scene of only.length ? only : scenes) {
  for (const { name, width, height, query } of screens) {
    const page = await browser.newPage({ reducedMotion: "reduce", viewport: { width, height }, isMobile: name.startsWith("phone") });
    page.on("pageerror", (error) => console.log("ERROR", error.message));
    for (const theme of name === "wide" ? ["light", "dark"] : name === "phone-390" ? ["dark"] : ["light"]) {
      await page.goto(`http://localhost:5287/?scene=${scene}&${query}&theme=${theme}`);
      await page.waitForSelector(".felt");
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${folder}/${scene}-${name}-${theme}.png`, fullPage: name.startsWith("phone") });
      if (theme === "light" || name === "phone-390") for (const fault of await page.evaluate(faults)) console.log(`${scene} ${name}: ${fault}`);
    }
    await page.close();
  }
}
await browser.close();
