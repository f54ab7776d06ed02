/** The effects of keys, the mouse and a long press on the spots, and the time of a new rendering. */
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

async function open(query, options) {
  const page = await browser.newPage(options);
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(`http://localhost:5287/?${query}`);
  await page.waitForSelector("[data-spot]");
  said.length = 0;
  return { page, said, focused: () => page.evaluate(() => document.activeElement.dataset.spot ?? "") };
}

const inTabOrder = (page) => page.locator('[data-spot][tabindex="0"]').count();

/** The number of spots that arrow keys reach from the focused one. */
async function reachedByArrows(page, focused) {
  const reached = new Set([await focused()]);
  for (const from of reached) {
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
      await page.locator(`[data-spot="${from}"]`).focus();
      await page.keyboard.press(key);
      reached.add(await focused());
    }
  }
  return reached.size;
}

for (const scene of ["betting", "nine", "holdem", "zonesFull"]) {
  const { page, said, focused } = await open(`scene=${scene}`, { viewport: { width: 1042, height: 640 } });
  assert.equal(await inTabOrder(page), 1, `${scene}: one spot in the order of Tab`);
  await page.locator('[data-spot][tabindex="0"]').focus();
  const reached = await reachedByArrows(page, focused);
  assert.equal(reached, await page.locator("[data-spot]").count(), `${scene}: arrows reach every spot`);
  assert.equal(await inTabOrder(page), 1);
  const at = (await focused()).replace(":", " ").replaceAll(",", ", ");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await page.keyboard.press("Backspace");
  await page.locator(`[data-spot="${await focused()}"]`).click({ button: "right" });
  assert.equal(said.filter((one) => one.startsWith("place")).length, 2, `${scene}: Enter and Space at ${at}`);
  assert.equal(said.filter((one) => one.startsWith("remove")).length, 2, `${scene}: Backspace and right click`);
  const times = await page.evaluate(() => window.redraw(60));
  const sorted = times.slice(10).sort((a, b) => a - b);
  console.log(`${scene}: drawn again in ${sorted[25].toFixed(2)} ms (worst ${sorted.at(-1).toFixed(2)})`);
  await page.close();
}

const { page, said } = await open("scene=betting&phone=1", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
const box = await page.locator("[data-spot]").first().boundingBox();
const client = await page.context().newCDPSession(page);
const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
await page.waitForTimeout(700);
await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
await page.waitForTimeout(100);
assert.deepEqual(said.map((one) => one.split(" ")[0]), ["remove"], "a long press removes and places nothing");
await page.touchscreen.tap(point.x, point.y);
await page.waitForTimeout(100);
assert.deepEqual(said.map((one) => one.split(" ")[0]), ["remove", "place"]);
await page.locator(".felt-strip button").first().click();
assert.match(await page.locator(".felt-large h3").textContent(), /7/);
assert.equal(await inTabOrder(page), 1, "phone: one spot in the order of Tab after another box is chosen");
await browser.close();
console.log("all well");
