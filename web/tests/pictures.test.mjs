/**
 * Pictures of every page and of states that are hard to draw, compared with those in docs/pictures: the test fails if
 * more than one pixel in a hundred differs. UPDATE_PICTURES=1 regenerates them. The picture of a failed comparison is
 * left in the system's temporary directory.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { createServer } from "vite";
import { DESK, PHONE, SMALL_PHONE, closePage, openBrowser, openPage, settled, useTheme } from "./browser.mjs";
import { faults } from "./faults.mjs";
import { House } from "./harness.mjs";
import { isInPart, part } from "./part.mjs";
import { fullBoxes, fullLayout, sharedBox } from "./scenes.mjs";
import { root } from "./services.mjs";
import { states } from "./states.mjs";

const kept = process.env.PICTURES ?? join(root, "docs/pictures");
const differing = join(tmpdir(), "croupier-pictures");
const MOST = 0.01;
/** The date at which all pictures were taken. */
const NOON = new Date("2026-06-01T12:00:00Z");
/** The maximum number of free pixels below the last element of a page. */
const MARGIN = 60;
const BOTH = ["light", "dark"];

let house, browser, pages, hard;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
  pages = await states(house);
  hard = await hardCases();
  mkdirSync(kept, { recursive: true });
  mkdirSync(differing, { recursive: true });
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

async function hardCases() {
  const people = [];
  for (const name of ["cleo", "dan", "eva", "finn", "gil", "hal", "ida"]) people.push(await house.patron(name));
  const [cleo] = people;
  const boxes = await fullBoxes(house, people, "Seven boxes");
  const layout = await fullLayout(house, people.slice(0, 3), "Full layout");
  const shared = await sharedBox(house, people.slice(0, 3), "Shared box");
  return [
    { name: "shared-box", path: `/tables/${shared.table}`, person: cleo },
    { name: "seven-boxes", path: `/tables/${boxes.table}`, person: cleo },
    { name: "full-layout", path: `/tables/${layout.table}`, person: cleo },
    { name: "long-rules", path: "/rules/ohio/craps#OH-CR-7.I:a", person: null },
  ];
}

/** Values that differ in every run: times of the house's clock. */
const moments = (page) => [page.locator("time")];

function compare(name, taken) {
  const path = join(kept, `${name}.png`);
  if (process.env.UPDATE_PICTURES) return writeFileSync(path, taken);
  assert.ok(existsSync(path), `there is no picture ${name}: UPDATE_PICTURES=1 writes it`);
  const [was, is] = [PNG.sync.read(readFileSync(path)), PNG.sync.read(taken)];
  const { width, height } = was;
  const fail = (why, picture = taken) => {
    const seen = join(differing, `${name}.png`);
    writeFileSync(seen, picture);
    assert.fail(`${name}: ${why}; see ${seen}`);
  };
  if (is.width !== width || is.height !== height) fail(`${is.width}x${is.height} instead of ${width}x${height}`);
  const marked = new PNG({ width, height });
  const differ = pixelmatch(was.data, is.data, marked.data, width, height, { threshold: 0.1 }) / (width * height);
  if (differ > MOST) fail(`${(differ * 100).toFixed(1)}% differ`, PNG.sync.write(marked));
}

/** How far a page can be scrolled beyond its end. */
const below = (page) =>
  page.evaluate(() => document.documentElement.scrollHeight - Math.max(innerHeight, document.body.getBoundingClientRect().bottom + scrollY));

/** One page in one size, in each theme. */
async function picture({ name, path, person }, sizeName, size, themes) {
  const page = await openPage(browser, house, { person, size });
  try {
    await page.clock.setFixedTime(NOON);
    await page.goto(path);
    await settled(page);
    for (const theme of themes) {
      await useTheme(page, theme);
      const taken = await page.screenshot({ mask: moments(page), maskColor: "#808080", caret: "hide" });
      compare(`${name}-${sizeName}-${theme}`, taken);
    }
    assert.deepEqual(await page.evaluate(faults), []);
    assert.ok((await below(page)) <= MARGIN, `${await below(page)} px of nothing lie below the page`);
  } finally {
    await closePage(page);
  }
}

/** The number of concurrent pages: most of the time is spent waiting. */
const SOME = { timeout: 90_000, concurrency: 3 };

for (const [way, [sizeName, size]] of Object.entries({ desk: DESK, phone: PHONE }).entries()) {
  test(`every page: ${sizeName}`, SOME, (context) =>
    Promise.all(part(pages, way).map((state) => context.test(state.name, () => picture(state, sizeName, size, BOTH)))));
}

test("what is hard to draw", SOME, (context) => {
  const sizes = Object.entries({ desk: DESK, phone: PHONE });
  const cases = sizes.flatMap(([sizeName, size], way) => part(hard, way).map((state) => [state, sizeName, size]));
  const small = [...pages.filter(({ name }) => ["lobby", "betting", "deciding"].includes(name)), ...hard.slice(0, 3)];
  cases.push(...part(small).map((state) => [state, "small", SMALL_PHONE]));
  return Promise.all(cases.map(([state, sizeName, size]) =>
    context.test(`${state.name}, ${sizeName}`, () => picture(state, sizeName, size, ["light"]))));
});

/** More side bets than any table here may offer, wheels that stand and hands that lie as they are wanted, by the felt alone: hand-made props in the gallery. */
test("felts of the gallery", SOME, async (context) => {
  const configFile = join(root, "web/tests/felt-gallery/vite.config.ts");
  const gallery = await createServer({ configFile, logLevel: "error", server: { port: 0, strictPort: false } });
  try {
    await gallery.listen();
    const [base] = gallery.resolvedUrls.local;
    const sizes = [["desk", { viewport: { width: 1042, height: 640 } }, "height=560"], ["phone", PHONE, "phone=1"]];
    for (const [nth, scene] of ["nine", "nineSplit", "grid", "wheel", "pairWon", "cupsWon", "setFoul", "setOpen"].entries()) {
      for (const [sizeName, size, query] of sizes.filter((_, way) => isInPart(nth, way))) {
        await context.test(`${scene}, ${sizeName}`, async () => {
          const page = await browser.newPage({ ...size, reducedMotion: "reduce" });
          await page.goto(`${base}?scene=${scene}&${query}&theme=light`);
          await page.locator(".felt").waitFor();
          await page.evaluate(() => document.fonts.ready);
          await page.waitForTimeout(500);
          compare(`felt-${scene}-${sizeName}-light`, await page.screenshot());
          assert.deepEqual(await page.evaluate(faults), []);
          await page.close();
        });
      }
    }
  } finally {
    await gallery.close();
  }
});
