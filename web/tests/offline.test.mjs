/** The connection is lost and restored: the page says so, and continues without a reload and without a gap. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "./api.mjs";
import { openBrowser, openPage, settled, shownSeq } from "./browser.mjs";
import { House } from "./harness.mjs";
import { liveTable, offeredBets } from "./scenes.mjs";

/** How a page shows that it is offline. */
const OFFLINE = /cannot be reached|is interrupted/i;

let house, browser, ada, ben;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
  [ada, ben] = [await house.patron("ada"), await house.patron("ben")];
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** A table that ada watches, in a page that would not survive a reload. */
async function watched(name) {
  const { table } = await liveTable(house, { file: "craps", name, people: [ada, ben] });
  const page = await openPage(browser, house, { person: ada });
  const heard = hear(page);
  await page.goto(`/tables/${table}`);
  await settled(page);
  await page.evaluate(() => (window.wasNeverLoadedAgain = true));
  await shows(page, table);
  assert.equal(await page.getByText(OFFLINE).filter({ visible: true }).count(), 0, "it is not offline yet");
  return { table, page, heard };
}

async function shows(page, table) {
  const { seq } = await ada.table(table);
  await until(`unit ${seq} on the page`, async () => (await shownSeq(page)) >= seq, 20_000);
}

const isOffline = (page) => page.getByText(OFFLINE).filter({ visible: true }).first().waitFor({ timeout: 15_000 });
const isBack = (page) =>
  until("the end of offline", async () => (await page.getByText(OFFLINE).filter({ visible: true }).count()) === 0, 20_000);

/** Causes an event that the page does not receive immediately. */
async function bets(table, times) {
  const bet = offeredBets(await ben.table(table))[0];
  for (let done = 0; done < times; done += 1) await ben.bet(table, "B", bet.box, bet.wager, bet.min);
}

/** The numbers of all units that a page receives by its sockets, in order. */
function hear(page) {
  const seqs = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => seqs.push(JSON.parse(String(payload)).seq)));
  return seqs;
}

async function assertNoGap({ table, page, heard }) {
  const { seq } = await ada.table(table);
  const first = heard[0];
  const all = Array.from({ length: seq - first + 1 }, (_, at) => first + at);
  assert.ok(all.length > 2, "nothing came by the stream");
  assert.deepEqual([...new Set(heard)], all, "units that came, each after the one before");
  assert.equal(await shownSeq(page), seq, "the last one is shown");
  assert.equal(await page.evaluate(() => window.wasNeverLoadedAgain), true, "the page was loaded again");
}

test("a network that is away for a while", { timeout: 60_000 }, async () => {
  const scene = await watched("Craps, network");
  const { table, page } = scene;
  await bets(table, 2);
  await page.context().setOffline(true);
  await isOffline(page);
  await bets(table, 5);
  await page.context().setOffline(false);
  await isBack(page);
  await shows(page, table);
  await assertNoGap(scene);
});

test("a server that is started again", { timeout: 60_000 }, async () => {
  const scene = await watched("Craps, server");
  const { table, page } = scene;
  await bets(table, 2);
  await house.halt();
  await isOffline(page);
  await house.resume();
  await house.ready([table]);
  await bets(table, 3);
  await isBack(page);
  await shows(page, table);
  await assertNoGap(scene);
  assert.deepEqual(page.troubles, []);
});
