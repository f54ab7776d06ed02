/** The speed of the pages: from commit to screen, during large settlements, and until the first page is shown. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "./api.mjs";
import { DESK, openBrowser, openPage, settled, shownAt, shownSeq } from "./browser.mjs";
import { House } from "./harness.mjs";
import { betOnEverything, fullLayout, goOn, liveTable, offeredBets } from "./scenes.mjs";

const EVENTS = 200;
const MOST_MILLISECONDS = 100;
const LONGEST_TASK = 50;
const MOST_BYTES = 250_000;
const ROLLS = 100;
/** The aim is 5 kB; a roll takes 15 kB including the bets that are repeated before it. */
const MOST_BYTES_A_ROLL = 20_000;
/** The overhead of a server frame before its text; two bytes less for short texts. */
const FRAME_HEADER = 4;

/** Some thirty events a second: more than the busiest table has, and less than would only measure how a flood is gathered. */
const pause = () => new Promise((done) => setTimeout(done, 25));

let house, browser, people;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
  people = [await house.patron("ada"), await house.patron("ben"), await house.patron("cleo")];
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Long tasks of a page from here on. */
const watchTasks = (page) =>
  page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
  });

async function caughtUp(page, table) {
  const { seq } = await people[0].table(table);
  await until(`unit ${seq} on the page`, async () => (await shownSeq(page)) >= seq);
}

test(`${EVENTS} events are shown within ${MOST_MILLISECONDS} ms, 95 of 100`, { timeout: 60_000 }, async () => {
  const { table } = await liveTable(house, { file: "craps", name: "Craps, many events", people: people.slice(0, 2) });
  const page = await openPage(browser, house, { person: people[0] });
  await page.goto(`/tables/${table}`);
  await caughtUp(page, table);
  await settled(page);
  const first = (await people[0].table(table)).seq;
  const [, other] = people;
  const bet = offeredBets(await other.table(table)).find(({ box }) => box === 2) ?? offeredBets(await other.table(table))[0];
  for (let done = 0; done < EVENTS / 2; done += 1) {
    await other.bet(table, "B", bet.box, bet.wager, bet.min);
    await pause();
    await other.say(table, { "take-back": { patron: "B", box: bet.box, wager: bet.wager } });
    await pause();
  }
  await caughtUp(page, table);
  const shown = await shownAt(page);
  const units = await people[0].units(table, first);
  assert.ok(units.length >= EVENTS, `only ${units.length} units came`);
  const unseen = units.filter(({ seq }) => !shown.has(seq)).map(({ seq }) => seq);
  assert.deepEqual(unseen, [], "units that no mark says were shown");
  const took = units.map(({ seq, at }) => shown.get(seq) - at / 1000).sort((one, another) => one - another);
  const [half, most, worst] = [percentile(took, 0.5), percentile(took, 0.95), took.at(-1)];
  console.log(`from commit to screen: median ${half.toFixed(1)} ms, p95 ${most.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, ${took.length} events`);
  assert.ok(took[0] >= 0, "something was shown before it was committed: the clocks differ");
  assert.ok(most < MOST_MILLISECONDS, `p95 is ${most.toFixed(1)} ms`);
});

test(`no task over ${LONGEST_TASK} ms while a hundred bets are settled`, { timeout: 60_000 }, async () => {
  const { table, dealer } = await fullLayout(house, people, "Craps, many bets", 34);
  const before = (await people[0].table(table)).view.wagers.length;
  assert.ok(before >= 100, `only ${before} bets lie there`);
  const page = await openPage(browser, house, { person: people[0] });
  await page.goto(`/tables/${table}`);
  await caughtUp(page, table);
  await settled(page);
  await watchTasks(page);
  dealer.dice.push("3-4");
  await dealer.deal();
  await caughtUp(page, table);
  await page.waitForTimeout(500);
  const { view } = await people[0].table(table);
  const tasks = await page.evaluate(() => window.longTasks);
  const worst = Math.max(0, ...tasks);
  console.log(`${before - view.wagers.length} of ${before} bets settled; longest task ${worst.toFixed(0)} ms (0: none over 50 ms)`);
  assert.ok(before - view.wagers.length >= 80, "too few were settled");
  assert.ok(worst <= LONGEST_TASK, `a task took ${worst.toFixed(0)} ms`);
});

test(`the first page takes less than ${MOST_BYTES / 1000} kB`, { timeout: 30_000 }, async () => {
  const page = await openPage(browser, house, { size: DESK });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const [urls, sizes] = [new Map(), new Map()];
  session.on("Network.responseReceived", ({ requestId, response }) => urls.set(requestId, response));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await page.goto("/");
  await settled(page);
  let whole = 0;
  for (const [id, size] of [...sizes].sort((one, another) => another[1] - one[1])) {
    whole += size;
    const response = urls.get(id);
    const { pathname } = new URL(response?.url ?? "http://x/?");
    console.log(`${String(size).padStart(8)}  ${response?.headers["content-encoding"] ?? "plain"}  ${pathname}`);
  }
  console.log(`first page: ${(whole / 1000).toFixed(1)} kB in ${sizes.size} answers`);
  assert.ok(sizes.size >= 3, "the page has no script and no style");
  assert.ok(whole < MOST_BYTES, `${whole} bytes`);
});

test(`a watched craps table with ten bets takes at most ${MOST_BYTES_A_ROLL / 1000} kB a roll`, { timeout: 300_000 }, async () => {
  const { table, dealer } = await fullLayout(house, people, "Craps, watched", 2);
  const page = await openPage(browser, house, { person: people[0] });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const received = { frames: 0, units: 0, answers: 0, requests: 0 };
  await page.goto(`/tables/${table}`);
  await caughtUp(page, table);
  await settled(page);
  session.on("Network.webSocketFrameReceived", ({ response }) => {
    received.frames += FRAME_HEADER + Buffer.byteLength(response.payloadData);
    received.units += 1;
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    received.answers += encodedDataLength;
    received.requests += 1;
  });
  for (let roll = 0; roll < ROLLS; roll += 1) {
    for (let more = 0; ; more += 1) {
      const { view } = await people[0].table(table);
      if (view.wagers.length >= 10 || more > 20) break;
      await betOnEverything(people[more % people.length], table, { most: 1 });
    }
    // Every throw of two dice in turn, mixed.
    const nth = (roll * 23) % 36;
    dealer.dice.push(`${1 + Math.floor(nth / 6)}-${1 + (nth % 6)}`);
    await dealer.closeBets();
    await goOn({ table, dealer }, people);
    assert.deepEqual(dealer.dice, [], `roll ${roll} was not thrown`);
  }
  await caughtUp(page, table);
  const each = (received.frames + received.answers) / ROLLS;
  const [frames, units, answers, requests] = Object.values(received).map((sum) => (sum / ROLLS).toFixed(1));
  console.log(`${each.toFixed(0)} bytes a roll: ${frames} in ${units} frames, ${answers} in ${requests} answers`);
  assert.ok(received.frames > 0, "nothing was heard");
  assert.ok(each <= MOST_BYTES_A_ROLL, `${each.toFixed(0)} bytes a roll`);
});
