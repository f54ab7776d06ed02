/** What a seated patron sees of money, theirs and other people's. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { until } from "./api.mjs";
import { DESK, PHONE, closePage, openBrowser, openPage, settled, shownSeq } from "./browser.mjs";
import { House, tableFiles } from "./harness.mjs";
import { part } from "./part.mjs";
import { goOn, liveTable, offeredBets } from "./scenes.mjs";
import { cash, choiceButton, isReadyToAnswer, shownBalance, spotFor } from "./table-page.mjs";

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

/** Bets `times` times the minimum on all required wagers of a box; on any box, if it is 0. */
async function betOn(person, table, box, times = 1) {
  const { needed } = await person.table(table);
  for (const wager of needed) {
    const now = await person.table(table);
    const offer = offeredBets(now).find((one) => (box === 0 || one.box === box) && one.wager === wager);
    await person.bet(table, letterOf(now), offer.box, wager, offer.min * times);
  }
}

async function pageOf(person, table, size = DESK) {
  const page = await openPage(browser, house, { person, size });
  await page.goto(`/tables/${table}`);
  await settled(page);
  return page;
}

/** Waits until all units of the house are on the page. */
async function shows(page, person, table) {
  const { seq } = await person.table(table);
  await until(`unit ${seq} on the page`, async () => (await shownSeq(page)) >= seq);
}

const results = (page) => page.locator(".felt-result").filter({ visible: true }).allTextContents();

/** Cards with which the first hand wins against the dealer. */
const WINS = { 1: ["Qs", "Kh"], dealer: ["Kd", "7c"] };

/** Everyone who may still draw to the first hand stands. */
async function stands({ table, dealer }, ...people) {
  const { patron } = (await dealer.api.table(table)).view.due;
  for (const person of people) {
    if (letterOf(await person.table(table)) === patron) await person.choose(table, patron, "1", "stand");
  }
  await dealer.deal();
}

for (const [name, size] of [["desk", DESK], ["phone", PHONE]]) {
  test(`on a shared box everybody has their own result: ${name}`, { timeout: 60_000 }, async () => {
    const scene = await liveTable(house, { file: "pontoon-plus", name: `Shared box, ${name}`, people: [ada, ben], script: { cards: WINS } });
    await betOn(ada, scene.table, 1);
    await betOn(ben, scene.table, 1, 3);
    const page = await pageOf(ada, scene.table, size);
    await scene.dealer.closeBets();
    // Patrons who bet behind may surrender first: this decision is closed too.
    await scene.dealer.closeBets();
    await stands(scene, ada, ben);
    await shows(page, ada, scene.table);
    assert.deepEqual(await results(page), ["You win $25", "B wins $75"]);
    const other = await pageOf(ben, scene.table, size);
    await shows(other, ben, scene.table);
    assert.deepEqual(await results(other), ["You win $75", "A wins $25"]);
    for (const one of [page, other]) await closePage(one);
  });
}

/** The visible words, without scrolling and not covered by anything. */
const onScreen = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      // Cards overlap, except for their left edge.
      const over = document.elementFromPoint(left + 4, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && (one.contains(over) || over?.contains(one));
    }).map((one) => one.innerText));

const ON_PHONE = ".felt-large h3, .felt-large .felt-hand-card, .bar .balance .big, .bar .in-play, .bar .own-result b";

test("the first screen of a phone has your hand, your result and your money, also when others play", { timeout: 60_000 }, async () => {
  const cards = { 1: ["Ts", "9h"], 2: ["Qs", "Kh"], dealer: ["Kd", "7c"] };
  const scene = await liveTable(house, { file: "blackjack-main-floor", name: "First screen", people: [ada, ben], script: { cards } });
  const { table, dealer } = scene;
  const chips = (await ada.table(table)).seats.find((seat) => seat.you).stack;
  const page = await pageOf(ada, table, PHONE);
  const sees = async (expected) => {
    await shows(page, ada, table);
    const seen = await onScreen(page, ON_PHONE);
    assert.deepEqual(seen.filter((words) => words.trim()).filter((words) => !/^[^$]{1,2}$/.test(words)), expected);
    return seen.length - expected.length;
  };
  await betOn(ada, table, 2, 5);
  await betOn(ben, table, 1);
  await sees(["You · box 2", cash(chips - 2500), "$25"]);
  await dealer.closeBets();
  const left = cash(chips - 2500);
  assert.equal(await sees(["You · box 2", left, "$25"]), 2, "two cards, while another patron decides");
  await ben.choose(table, "B", "1", "stand");
  await dealer.deal();
  assert.equal(await sees(["You · box 2", left, "$25"]), 2, "two cards, while you are asked");
  await ada.choose(table, "A", "2", "stand");
  await dealer.deal();
  const after = ["You · box 2", cash(chips + 2500), "You win $25", "$0"];
  assert.equal(await sees(after), 2, "two cards, when all is settled");
  await betOn(ben, table, 1);
  assert.equal(await sees(after), 2, "and when another patron bets again");
  await dealer.closeBets();
  await sees(["You · box 2", cash(chips + 2500), "$0"]);
  await closePage(page);
});

/** The positions of all spots of the felt. */
const places = (page) =>
  page.locator("[data-spot]").filter({ visible: true }).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.dataset.spot, x, y, width, height];
    }));

for (const [name, size] of [["desk", DESK], ["phone", PHONE]]) {
  test(`nothing on the felt moves when a bet lands: ${name}`, { timeout: 60_000 }, async () => {
    // The tests use many tables, so these patrons have their own money.
    const [ada, ben] = [await house.patron(), await house.patron()];
    for (const file of ["blackjack-main-floor", "ultimate-texas-holdem", "craps"]) {
      const { table } = await liveTable(house, { file, name: `Still, ${file}, ${name}`, people: [ada, ben] });
      const page = await pageOf(ada, table, size);
      const before = await places(page);
      // On a phone the displayed box is the one that is bet on.
      await betOn(ada, table, file === "craps" ? 0 : 1);
      await betOn(ben, table, file === "craps" ? 0 : 2);
      await shows(page, ada, table);
      const after = await places(page);
      assert.deepEqual(after.map(([spot]) => spot), before.map(([spot]) => spot), file);
      for (const [at, [spot, ...rect]] of after.entries()) {
        const moved = Math.max(...rect.map((edge, side) => Math.abs(edge - before[at][side + 1])));
        assert.ok(moved <= 1, `${file}: ${spot} moved by ${moved} px`);
      }
      await closePage(page);
    }
  });
}

/** Without boxes that are kept for a patron. */
const unkept = (text) => text.replace(/^place-rounds.*\n/m, "");

test("a box stays its patron's between rounds", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "blackjack-main-floor", name: "Kept", people: [ada, ben], script: { cards: WINS } });
  const { table } = scene;
  await betOn(ada, table, 1);
  await scene.dealer.closeBets();
  await stands(scene, ada);
  const [own, other] = [await pageOf(ada, table), await pageOf(ben, table)];
  for (const [page, person, words] of [[own, ada, "You · box 1"], [other, ben, "Box 1 · kept"]]) {
    await shows(page, person, table);
    assert.equal(await page.locator(".felt-column-name").filter({ hasText: /box 1\b/i }).textContent(), words);
  }
  assert.equal(await other.locator('[data-spot^="1:"][data-offered="true"]').count(), 0, "it is not offered to another");
  const now = await ben.table(table);
  const bet = { bet: { patron: "B", box: 1, wager: now.needed[0], stake: 500, beneficiary: "patron" } };
  const refused = await ben.ask(`/v1/tables/${table}/inputs`, { key: randomUUID(), seen: now.seq, input: bet }).catch((error) => String(error));
  assert.match(String(refused.message ?? refused), /kept/);
  await own.getByRole("button", { name: "Repeat" }).click();
  await until("the same bet", async () => (await ada.table(table)).view.wagers.some(({ patron, spot }) => patron === "A" && spot === "1"));
  for (const page of [own, other]) await closePage(page);
});

test("insurance can be answered with no, and is not asked again", { timeout: 60_000 }, async () => {
  const cards = { 1: ["Qs", "8h"], dealer: ["Ad", "7c"] };
  const scene = await liveTable(house, { file: "blackjack-main-floor", name: "No", people: [ada], script: { cards } });
  const { table } = scene;
  await betOn(ada, table, 1);
  await scene.dealer.closeBets();
  const page = await pageOf(ada, table);
  const now = await ada.table(table);
  assert.equal(now.view.due.step, "insurance-closed");
  await isReadyToAnswer(page, now);
  assert.equal(await page.locator(".ask").textContent(), "Your hand: 18", "the hand is named");
  await choiceButton(page, "No insurance").click();
  await until("no more question", async () => (await page.locator(".bar").getAttribute("data-asked")) === "false");
  const said = (await ada.units(table)).flatMap((unit) => unit.events.flatMap((event) => event.what.chosen ?? []));
  assert.deepEqual(said.map(({ choice }) => choice), ["decline"]);
  await closePage(page);
});

test("a result goes with its cards when the next bettor takes the box", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "blackjack-main-floor", name: "Next bettor", people: [ada, ben], script: { cards: WINS }, change: unkept });
  const { table } = scene;
  await betOn(ada, table, 1, 2);
  await scene.dealer.closeBets();
  await stands(scene, ada);
  const page = await pageOf(ada, table);
  await shows(page, ada, table);
  assert.deepEqual(await results(page), ["You win $10"]);
  const box = page.locator(".felt-column").filter({ has: page.locator('[data-spot^="1:"]') });
  assert.equal(await box.locator(".felt-hand-card").count(), 2);
  await betOn(ben, table, 1);
  await shows(page, ada, table);
  assert.deepEqual(await results(page), [], "it is another patron's box now");
  assert.equal(await box.locator(".felt-hand-card").count(), 0, "so are its cards");
  assert.ok((await box.textContent()).includes("Box 1"));
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
  assert.deepEqual((await results(page)).sort(), ["You took your bet back", "took the bet back"]);
  const lines = page.locator(".settled summary");
  assert.deepEqual(await lines.locator(".amt").allTextContents(), ["taken back $5", "taken back $5"]);
  assert.ok((await page.locator(".money-panel").textContent()).includes("taken back by you"));
  assert.equal(await page.getByText(/\bpush/i).count(), 0);
  await closePage(page);
});

test("what another person did at a place is not told as yours", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "blackjack-main-floor", name: "Same place", people: [ada], script: { cards: WINS } });
  const { table } = scene;
  await betOn(ada, table, 1);
  await scene.dealer.closeBets();
  await stands(scene, ada);
  const { seq } = await ada.table(table);
  await ada.ask(`/v1/tables/${table}/cash-outs`, { key: randomUUID(), seen: seq, seat: "A" });
  const cleo = await house.patron();
  await cleo.buyIn({ table, seat: "A", amount: 100_000 });
  const page = await pageOf(cleo, table);
  await shows(page, cleo, table);
  assert.deepEqual(await results(page), ["wins $5"]);
  assert.equal(await page.locator(".settled .own").count(), 0);
  assert.ok(await page.getByRole("button", { name: "Repeat" }).isDisabled());
  await closePage(page);
});

const amountField = (page) => page.locator(".bar .stepper input");

/** The style and the size of a button. */
const looks = (buttons) =>
  buttons.evaluateAll((all) => all.map((one) => {
    const { backgroundColor, color, borderColor, borderStyle, borderWidth, fontWeight, fontSize, opacity } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    return { backgroundColor, color, borderColor, borderStyle, borderWidth, fontWeight, fontSize, opacity, width: Math.round(width), height: Math.round(height) };
  }));

test("an amount begins at the least, or at what was used last, and none is made more by itself", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "ultimate-texas-holdem", name: "Amounts", people: [ada] });
  const { table, dealer } = scene;
  const page = await pageOf(ada, table);
  for (const expected of ["15", "20"]) {
    await betOn(ada, table, 1);
    await dealer.closeBets();
    const field = amountField(page);
    await field.waitFor();
    assert.equal(await field.inputValue(), expected);
    await field.fill("17");
    await field.press("Tab");
    assert.equal(await field.inputValue(), "17", "what was typed stays");
    const nearest = page.locator(".stepper .nearest");
    assert.deepEqual(await nearest.allTextContents(), ["$15?", "$20?"], "below and above");
    const [one, other] = await looks(nearest);
    assert.deepEqual(one, other);
    await nearest.last().click();
    assert.equal(await field.inputValue(), "20");
    await isReadyToAnswer(page, await ada.table(table));
    await choiceButton(page, "Play").click();
    await until("the raise", async () => (await ada.table(table)).view.wagers.some(({ stake }) => stake === 2000));
    await goOn(scene, [ada]);
  }
  await closePage(page);
});

test("choices look alike, whatever they come to", { timeout: 60_000 }, async () => {
  for (const [file, size] of [["let-it-ride", DESK], ["let-it-ride", PHONE], ["ultimate-texas-holdem", DESK], ["blackjack-main-floor", PHONE]]) {
    const scene = await liveTable(house, { file, name: `Alike, ${file}, ${size.viewport.width}`, people: [ada] });
    await betOn(ada, scene.table, 1);
    await scene.dealer.closeBets();
    const page = await pageOf(ada, scene.table, size);
    const [first, ...others] = await looks(page.locator(".choices .ch"));
    assert.ok(others.length > 0, "there is something to choose");
    for (const other of others) assert.deepEqual(other, first, file);
    await closePage(page);
  }
});

test("chips to buy begin at the least that plays, not at what there is", { timeout: 30_000 }, async () => {
  const poker = await liveTable(house, { file: "ultimate-texas-holdem", name: "Buying in for two wagers", people: [] });
  const watching = await pageOf(ben, poker.table);
  assert.equal(await watching.getByLabel(/^Chips to buy/).inputValue(), "10");
  await closePage(watching);
  const { table } = await liveTable(house, { file: "blackjack-main-floor", name: "Buying in", people: [] });
  const page = await pageOf(ben, table);
  assert.equal(await page.getByLabel(/^Chips to buy/).inputValue(), "5");
  await page.getByLabel(/^Chips to buy/).fill("40");
  await page.getByRole("button", { name: "Sit down", exact: true }).click();
  await page.getByRole("button", { name: "Buy chips", exact: true }).click();
  assert.equal(await page.getByRole("dialog").getByLabel(/^Chips to buy/).inputValue(), "40", "what was bought last");
  await closePage(page);
});

const inPlay = (page) => page.locator(".in-play").textContent();
const chipOf = (page, amount) => page.getByRole("button", { name: new RegExp(`^Chip of ${amount}, key`) });
/** The displayed texts of chips on the felt that are not a bet yet. */
const waiting = (page) => page.locator('.felt [data-state="waiting"]').filter({ visible: true }).allInnerTexts();
const ownStakes = async (person, table) => {
  const now = await person.table(table);
  return now.view.wagers.filter(({ patron }) => patron === letterOf(now)).map(({ wager, stake }) => `${wager} ${stake}`);
};

test("chips add up on a spot until they make a bet, and are none before", { timeout: 60_000 }, async () => {
  const { table } = await liveTable(house, { file: "craps", name: "Adding up", people: [ada] });
  const page = await pageOf(ada, table);
  assert.equal(await chipOf(page, 5).getAttribute("aria-pressed"), "true", "no chip is proposed that is more than the least wager");
  const spot = await spotFor(page, "pass", 0);
  const before = await shownBalance(page);
  await spot.click();
  await spot.click();
  assert.deepEqual(await waiting(page), ["10/15"]);
  await page.getByText("$10 of $15. Add $5 to bet.").waitFor();
  assert.equal(await inPlay(page), "$0", "it is not in play");
  assert.equal(await shownBalance(page), before, "nor gone");
  assert.deepEqual(await ownStakes(ada, table), [], "the house knows nothing of it");
  await page.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await waiting(page), ["5/15"]);
  await spot.click();
  await spot.click();
  await until("one bet of fifteen", async () => (await ownStakes(ada, table)).join() === "pass 1500");
  await until("nothing that waits", async () => (await waiting(page)).length === 0);
  await until("what is in play", async () => (await inPlay(page)) === "$15");
  await closePage(page);
});

test("eighteen on a number that wants eighteen, out of fives and ones", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "craps", name: "Eighteen", people: [ada], script: { dice: ["4-4"] } });
  const { table } = scene;
  await betOn(ada, table, 0, 1);
  await scene.dealer.closeBets();
  await goOn(scene, [ada]);
  const page = await pageOf(ada, table);
  const spot = await spotFor(page, "place-6", 0);
  const seqs = [(await ada.table(table)).seq];
  for (const [chip, shown] of [[5, "5/18"], [5, "10/18"], [5, "15/18"], [1, "16/18"], [1, "17/18"], [1, null]]) {
    await chipOf(page, chip).click();
    await spot.click();
    if (shown) assert.deepEqual(await waiting(page), [shown]);
  }
  await until("one bet of eighteen", async () => (await ownStakes(ada, table)).includes("place-6 1800"));
  seqs.push((await ada.table(table)).seq);
  assert.equal(seqs[1] - seqs[0], 1, "one command");
  await closePage(page);
});

test("what has not become a bet is given back when bets close, and said so", { timeout: 60_000 }, async () => {
  const scene = await liveTable(house, { file: "craps", name: "Too late", people: [ada, ben], script: { dice: ["4-4"] } });
  const { table } = scene;
  await betOn(ben, table, 0, 1);
  const page = await pageOf(ada, table);
  const before = await shownBalance(page);
  await (await spotFor(page, "pass", 0)).click();
  assert.deepEqual(await waiting(page), ["5/15"]);
  await scene.dealer.closeBets();
  await shows(page, ada, table);
  await page.locator(".why").getByText(/^\$5 on .* was no bet yet when bets closed\. It is still yours\.$/).waitFor();
  assert.deepEqual(await waiting(page), []);
  assert.equal(await shownBalance(page), before);
  assert.deepEqual(await ownStakes(ada, table), []);
  await page.getByRole("button", { name: "Dismiss" }).click();
  assert.equal(await page.locator(".why").count(), 0);
  await closePage(page);
});

const onTheirWay = (page) => page.locator(".on-their-way").allTextContents();
const notices = (page) => page.locator(".notice").filter({ visible: true }).allTextContents();

test("chips that the house has not answered for are not in play", { timeout: 60_000 }, async () => {
  const { table } = await liveTable(house, { file: "craps", name: "Cut off", people: [ada] });
  const page = await pageOf(ada, table);
  await page.context().setOffline(true);
  await chipOf(page, 25).click();
  await (await spotFor(page, "pass", 0)).click();
  await until("chips on their way", async () => (await onTheirWay(page)).join() === "$25");
  assert.equal(await inPlay(page), "$0");
  assert.equal(await page.locator('.felt [data-state="pending"]').count(), 1);
  assert.deepEqual(await ownStakes(ada, table), []);
  await page.context().setOffline(false);
  await until("a bet", async () => (await ownStakes(ada, table)).join() === "pass 2500", 20_000);
  await until("what is in play", async () => (await inPlay(page)) === "$25" && (await onTheirWay(page)).length === 0);
  // Chips that were taken back stay in play until the house has returned them.
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await until("chips on their way back", async () => (await page.locator('.felt [data-state="pending"]').count()) === 1);
  assert.equal(await inPlay(page), "$25");
  await page.context().setOffline(false);
  await until("nothing in play", async () => (await inPlay(page)) === "$0", 20_000);
  await closePage(page);
});

test("a table that cannot be served now is said to be so, not in the words of the server", { timeout: 60_000 }, async () => {
  const { table } = await liveTable(house, { file: "craps", name: "Paused", people: [ada] });
  const page = await pageOf(ada, table);
  const words = "the shard of this table is moving to another process; send the same again";
  const problem = { type: "/problems/unavailable", title: "the table cannot be reached now", status: 503, detail: words };
  const headers = { "retry-after": "0", "content-type": "application/problem+json" };
  await page.route(`**/v1/tables/${table}/inputs`, (route) => route.fulfill({ status: 503, headers, body: JSON.stringify(problem) }));
  await chipOf(page, 25).click();
  await (await spotFor(page, "pass", 0)).click();
  await until("the notice", async () => (await notices(page)).join() === "The table can't be reached for a moment. Your chips are safe.");
  assert.equal(await inPlay(page), "$0");
  assert.deepEqual(await onTheirWay(page), ["$25"]);
  await page.unrouteAll();
  await until("a bet", async () => (await inPlay(page)) === "$25", 20_000);
  assert.deepEqual(await notices(page), []);
  await closePage(page);
});

test("a command that failed is told until something happens", { timeout: 60_000 }, async () => {
  const { table } = await liveTable(house, { file: "craps", name: "Failed", people: [ada, ben] });
  const page = await pageOf(ada, table);
  const title = "the command failed and was not carried out; what it was for is read again";
  const failed = { type: "/problems/failed", title, status: 503 };
  const headers = { "content-type": "application/problem+json" };
  await page.route(`**/v1/tables/${table}/inputs`, (route) => route.fulfill({ status: 503, headers, body: JSON.stringify(failed) }));
  await chipOf(page, 25).click();
  await (await spotFor(page, "pass", 0)).click();
  await until("the notice", async () => (await notices(page)).join() === "That didn't work, and nothing was done. Your chips and bets are where they were.");
  assert.equal(await inPlay(page), "$0");
  await betOn(ben, table, 0, 1);
  await until("the end of it", async () => (await notices(page)).length === 0);
  await closePage(page);
});

test("a table that had to be read again is said to be so", { timeout: 60_000 }, async () => {
  const { table } = await liveTable(house, { file: "craps", name: "Lost", people: [ada, ben] });
  const page = await openPage(browser, house, { person: ada });
  const sockets = [];
  await page.routeWebSocket(/stream/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(`/tables/${table}`);
  await settled(page);
  const words = "units that you received were lost: read the table again";
  await sockets.at(-1).close({ code: 4010, reason: words });
  await until("the notice", async () => (await notices(page)).join() === "What happened here last was lost. This is the table as it stands.");
  await page.locator(".felt").waitFor();
  await betOn(ben, table, 0, 1);
  await shows(page, ada, table);
  assert.equal(await page.locator(".felt-zone-piece").filter({ visible: true }).count(), 1, "the table goes on");
  await closePage(page);
});

/** Runs in the page: the spots that arrow keys reach from the one in the Tab order, and all spots. */
function reachedByArrows() {
  const spots = [...document.querySelectorAll("[data-spot]")].filter((spot) => spot.getClientRects().length > 0);
  const reached = new Set([spots.find((spot) => spot.tabIndex === 0)]);
  for (const from of reached) {
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      reached.add(document.activeElement);
    }
  }
  return { missed: spots.filter((spot) => !reached.has(spot)).map((spot) => spot.dataset.spot), all: spots.length };
}

for (const [way, [name, size]] of [["desk", DESK], ["phone", PHONE]].entries()) {
  test(`arrow keys lead to every spot of every game, and a line that goes round the corner is one of them: ${name}`, { timeout: 180_000 }, async () => {
    const person = await house.patron();
    for (const { name: file } of part(tableFiles(), way)) {
      const { table } = await liveTable(house, { file, name: `Arrows, ${file}, ${name}`, people: [person] });
      const page = await pageOf(person, table, size);
      const { missed, all } = await page.evaluate(reachedByArrows);
      assert.deepEqual(missed, [], file);
      assert.ok(all > 0);
      const arm = page.locator(".felt-zone-arm");
      if (await arm.count()) {
        await arm.click();
        await page.locator('.felt-zone[data-line="true"] [data-own="true"], .felt-zone[data-line="true"] .felt-coin').first().waitFor();
      }
      await closePage(page);
    }
  });
}
