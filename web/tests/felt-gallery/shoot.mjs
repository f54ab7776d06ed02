/**
 * Pictures of the gallery, and what a picture does not show: overlaps, words cut off, letters and targets too small.
 *     npx vite --config tests/felt-gallery/vite.config.ts &   node tests/felt-gallery/shoot.mjs FOLDER [scene …]
 */
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { faults } from "../faults.mjs";

const [folder = "/tmp/felt", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const scenes = ["betting", "played", "split", "nine", "nineSplit", "everySplit", "one", "three", "nineBoxes", "holdem", "noBoard", "zones", "zonesFull", "zonesEmpty", "wheel", "wheelAbove", "grid", "gridOne", "gridFull", "gridEmpty", "pair", "pairWon", "pairSix", "pairMany", "pairEmpty"];
const screens = [
  { name: "wide", width: 1042, height: 640, query: "height=560" },
  { name: "huge", width: 1800, height: 1100, query: "height=1000" },
  { name: "small", width: 800, height: 600, query: "height=496" },
  { name: "phone", width: 360, height: 760, query: "phone=1" },
  { name: "phone-390", width: 390, height: 844, query: "phone=1" },
];

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
