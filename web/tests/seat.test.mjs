/** What somebody who sits at a table is told of money, theirs and other people's. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { until } from "./api.mjs";
import { DESK, PHONE, closePage, openBrowser, openPage, settled, shownSeq } from "./browser.mjs";
import { House } from "./harness.mjs";
import { liveTable, offeredBets } from "./scenes.mjs";

let house, browser, ada, ben;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
  [ada, ben] = [await house.patron("ada"), await house.patron("ben")];
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

const letterOf = ({ seats }) => seats.find((seat) => seat.you).patron;

/** Bets so many times the least on everything that a box wants. */
async function betOn(person, table, box, times = 1) {
  const { needed } = await person.table(table);
  for (const wager of needed) {
    const now = await person.table(table);
    const offer = offeredBets(now).find((one) => one.box === box && one.wager === wager);
    await person.bet(table, letterOf(now), box, wager, offer.min * times);
  }
}

async function pageOf(person, table, size = DESK) {
  const page = await openPage(browser, house, { person, size });
  await page.goto(`/tables/${table}`);
  await settled(page);
  return page;
}

/** Everything that the house has done is on the page. */
async function shows(page, person, table) {
  const { seq } = await person.table(table);
  await until(`unit ${seq} on the page`, async () => (await shownSeq(page)) >= seq);
}

const results = (page) => page.locator(".felt-result").filter({ visible: true }).allTextContents();

/** Cards by which the first hand wins against the dealer. */
const WINS = { 1: ["Ts", "Kh"], dealer: ["Kd", "7c"] };

/** Who may still draw does not. */
async function stands(person, { table, dealer }, hand) {
  await person.choose(table, letterOf(await person.table(table)), hand, "stand");
  await dealer.deal();
}

for (const [name, size] of [["desk", DESK], ["phone", PHONE]]) {
  test(`on a shared box everybody has their own result: ${name}`, { timeout: 60_000 }, async () => {
    const scene = await liveTable(house, { file: "pontoon-plus", name: `Shared box, ${name}`, people: [ada, ben], script: { cards: WINS } });
    await betOn(ada, scene.table, 1);
    await betOn(ben, scene.table, 1, 3);
    const page = await pageOf(ada, scene.table, size);
    await scene.dealer.closeBets();
    await stands(ada, scene, "1");
    await shows(page, ada, scene.table);
    assert.deepEqual(await results(page), ["You win 25", "B wins 75"]);
    const other = await pageOf(ben, scene.table, size);
    await shows(other, ben, scene.table);
    assert.deepEqual(await results(other), ["You win 75", "A wins 25"]);
    for (const one of [page, other]) await closePage(one);
  });
}

test("a result goes with its cards when the next bettor takes the box", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "blackjack-main-floor", name: "Next bettor", people: [ada, ben], script: { cards: WINS } });
  const { table } = scene;
  await betOn(ada, table, 1, 2);
  await scene.dealer.closeBets();
  await stands(ada, scene, "1");
  const page = await pageOf(ada, table);
  await shows(page, ada, table);
  assert.deepEqual(await results(page), ["You win 10"]);
  const box = page.locator(".felt-column").filter({ has: page.locator('[data-spot^="1:"]') });
  assert.equal(await box.locator(".felt-hand-card").count(), 2);
  await betOn(ben, table, 1);
  await shows(page, ada, table);
  assert.deepEqual(await results(page), [], "it is somebody else's box now");
  assert.equal(await box.locator(".felt-hand-card").count(), 0, "so are its cards");
  assert.ok((await box.textContent()).includes("B · box 1"));
  await closePage(page);
});

test("a bet that was withdrawn is not called a push", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "let-it-ride", name: "Withdrawn", people: [ada, ben] });
  const { table } = scene;
  await betOn(ada, table, 1);
  await betOn(ben, table, 2);
  const page = await pageOf(ada, table);
  await scene.dealer.closeBets();
  await ada.choose(table, "A", "1", "withdraw");
  await ben.choose(table, "B", "2", "withdraw");
  await shows(page, ada, table);
  assert.deepEqual((await results(page)).sort(), ["B withdrew", "You withdrew"]);
  const lines = page.locator(".settled summary");
  assert.deepEqual(await lines.locator(".amt").allTextContents(), ["withdrawn 5", "withdrawn 5"]);
  assert.ok((await page.locator(".money-panel").textContent()).includes("withdrawn"));
  assert.equal(await page.getByText(/\bpush/i).count(), 0);
  await closePage(page);
});

test("what somebody else did at a place is not told as yours", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "blackjack-main-floor", name: "Same place", people: [ada], script: { cards: WINS } });
  const { table } = scene;
  await betOn(ada, table, 1);
  await scene.dealer.closeBets();
  await stands(ada, scene, "1");
  const { seq } = await ada.table(table);
  await ada.ask(`/v1/tables/${table}/cash-outs`, { key: randomUUID(), seen: seq, seat: "A" });
  const cleo = await house.patron();
  await cleo.buyIn({ table, seat: "A", amount: 100_000 });
  const page = await pageOf(cleo, table);
  await shows(page, cleo, table);
  assert.deepEqual(await results(page), ["A wins 5"]);
  assert.equal(await page.locator(".settled .own").count(), 0);
  assert.ok(await page.getByRole("button", { name: "Repeat" }).isDisabled());
  await closePage(page);
});
