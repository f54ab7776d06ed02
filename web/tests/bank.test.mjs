/**
 * A round in which a patron has the bank, by touch on a phone and by keys alone on a desktop: the patron takes the bank
 * for an amount, others wager against it, all set their hands, and the page shows what the bank has won; another
 * patron's page shows their opponent.
 *
 * With PICTURES=directory, a picture of every step is saved there for review.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { until } from "./api.mjs";
import { DESK, PHONE, closePage, openBrowser, openPage, shownSeq } from "./browser.mjs";
import { Dealer } from "./dealer.mjs";
import { Finger, Keys } from "./hands.mjs";
import { House } from "./harness.mjs";
import { liveTable } from "./scenes.mjs";
import { cash, choiceButton, isReadyToAnswer, place, shownBalance, shownLines, spotFor, takeChip, written } from "./table-page.mjs";

const WAYS = [
  { way: "touch", size: PHONE, Hands: Finger, banker: "ada", other: "ben" },
  { way: "keys", size: DESK, Hands: Keys, banker: "ann", other: "bob" },
];
/** The places: the banker is at the dealer's right, where the bank is offered first. */
const [BANK, OTHER] = [6, 3];
/** The stakes of the first and the second round, and the cover of the bank, in minor units. */
const [FIRST, AGAINST, COVER, MORE] = [2500, 5000, 20_000, 2500];

/** Two equal hands, and a lower dealer's hand: the bank wins copies, and beats the house. */
const CARDS = {
  [BANK]: ["As", "Ah", "Kd", "Qs", "8c", "6d", "3c"],
  [OTHER]: ["Ac", "Ad", "Kh", "Qc", "8d", "6h", "3h"],
  dealer: ["Kc", "Qd", "9h", "7s", "5c", "4d", "2h"],
};

let house, browser;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

const banking = (text) =>
  text
    .replace(/^dealing = .*/m, 'dealing = "shoe"')
    .replace(/^start = .*/m, 'start = "button"\nbanking = "yes"');

const houseWay = async (person, table, patron, box) => person.choose(table, patron, String(box), "house-way");

/** The house banks the first hand, against which both wager; then the bank is offered. */
async function firstHand({ table, dealer }, [banker, other]) {
  await banker.bet(table, "A", BANK, "main", FIRST);
  await other.bet(table, "B", OTHER, "main", FIRST);
  await dealer.closeBets();
  await houseWay(banker, table, "A", BANK);
  await houseWay(other, table, "B", OTHER);
  await dealer.deal();
  const { view } = await banker.table(table);
  assert.ok(view.awaits.some(({ by, what }) => by === "A" && what.choose?.choice === "take-bank"), `the bank is offered: ${JSON.stringify(view.due)}`);
}

/** A session at a table, on the page of the patron with the bank. */
class Evening {
  constructor(facts) {
    Object.assign(this, facts, { pictures: 0 });
  }

  async shows(page, what) {
    const { seq } = await this.banker.table(this.table);
    await until(`unit ${seq} on the page`, async () => (await shownSeq(page)) >= seq);
    if (!process.env.PICTURES) return;
    this.pictures += 1;
    await page.screenshot({ path: join(process.env.PICTURES, `${this.way}-${this.pictures}-${what}.png`) });
  }

  /** The panel about the bank, figure by figure. */
  async panel(page) {
    const panel = page.locator(".bank-panel");
    const rows = await panel.locator("dl > div").evaluateAll((all) => all.map((row) => [row.querySelector("dt").textContent, row.querySelector("dd").textContent]));
    return { title: await panel.getByRole("heading").innerText(), ...Object.fromEntries(rows) };
  }

  async takesBank() {
    const { page, hands } = this;
    await page.locator(".ask", { hasText: "The bank is offered to you" }).waitFor();
    await this.shows(page, "offered");
    await hands.write(page.getByLabel(/^Take the bank for/), String(COVER / 100));
    // A typed value counts when the field loses the focus.
    await page.keyboard.press("Enter");
    await isReadyToAnswer(page, await this.banker.table(this.table));
    await hands.press(choiceButton(page, "Take the bank"));
    await until("a bank", async () => (await this.banker.table(this.table)).view.bank);
    await this.shows(page, "taken");
  }

  /** Adds to the spot of the bank, like to any wager. */
  async addsToCover() {
    const { page, hands } = this;
    // A touch at the instant in which the chips have appeared is ignored.
    await isReadyToAnswer(page, await this.banker.table(this.table));
    const spot = await spotFor(page, "cover", BANK);
    assert.ok(spot, "the bank's spot takes more");
    await takeChip(page, hands, { min: MORE, max: MORE, step: 100 });
    await place(page, hands, spot, "Bank");
    await this.shows(page, "adds");
    await until("more in the bank", async () => (await this.banker.table(this.table)).view.bank.cover === COVER + MORE);
  }

  async asksForNoHouseBet() {
    const { page, hands } = this;
    await hands.press(page.getByRole("button", { name: "You may …" }));
    await this.shows(page, "asks");
    await hands.press(page.getByRole("button", { name: /Ask for no house bet$/ }));
    const asked = async () => (await this.banker.units(this.table)).some(({ events }) => events.some(({ what }) => what.chosen?.choice === "no-house-bet"));
    await until("what the house is asked", asked);
  }

  async setsHands() {
    const { page, hands } = this;
    const now = await this.banker.table(this.table);
    assert.ok(now.view.awaits.some(({ by, what }) => by === "A" && what.pick), `the bank sets its hand: ${JSON.stringify(now.view.due)}`);
    await this.shows(page, "sets");
    await isReadyToAnswer(page, now);
    await hands.press(choiceButton(page, "House way"));
    await hands.press(choiceButton(page, "Set hands"));
    await until("hands that are set", async () => (await this.banker.table(this.table)).seq > now.seq);
  }
}

async function play(facts) {
  const people = [await house.patron(facts.banker), await house.patron(facts.other)];
  const scene = await liveTable(house, { file: "pai-gow-poker", name: `Bank, by ${facts.way}`, people, script: { cards: CARDS }, change: banking });
  await firstHand(scene, people);
  const [page, beside] = [await openPage(browser, house, { person: people[0], size: facts.size }), await openPage(browser, house, { person: people[1], size: facts.size })];
  try {
    const [banker, other] = people;
    const { table } = scene;
    const evening = new Evening({ ...facts, banker, table, page, hands: new facts.Hands(page) });
    for (const one of [page, beside]) await one.goto(`/tables/${table}`);
    await evening.takesBank();
    await evening.addsToCover();
    await other.bet(table, "B", OTHER, "main", AGAINST);
    const alone = facts.way === "keys";
    if (alone) await evening.asksForNoHouseBet();
    await evening.shows(page, "covered");
    const figures = { Cover: cash(COVER + MORE), "Bet against it": cash(AGAINST) };
    assert.deepEqual(await evening.panel(page), { title: "You are the bank", ...figures, "You can win": cash(AGAINST), "You can lose": cash(AGAINST) });
    await evening.shows(beside, "beside");
    assert.deepEqual(await evening.panel(beside), { title: "A is the bank", ...figures, "Still covered": cash(COVER + MORE - AGAINST) });
    const second = new Dealer(scene.dealer.api, table, { cards: CARDS });
    await second.closeBets();
    await houseWay(other, table, "B", OTHER);
    await second.deal();
    await evening.setsHands();
    await second.deal();
    await evening.shows(page, "settled");
    await evening.shows(beside, "settled-beside");
    await settled(evening, { won: AGAINST + (alone ? 0 : FIRST), alone });
    assert.deepEqual([...page.troubles, ...beside.troubles], []);
  } finally {
    await closePage(page);
    await closePage(beside);
  }
}

/** The bank has won everything: the page shows it line by line, and the balance matches the house's. */
async function settled({ page, banker, table }, { won, alone }) {
  const { own, others } = await until("the lines of the round", async () => {
    const lines = await shownLines(page);
    return lines.own.length === 2 && lines;
  }, 8_000).catch(async () => assert.fail(`the page shows ${JSON.stringify(await shownLines(page))}`));
  assert.equal(others, alone ? 1 : 2, "what B and the house have lost");
  assert.ok(own[0].includes("Bank") && own[0].includes(`wins ${cash(won)}`), own[0]);
  assert.ok(own.every((text) => !text.includes("against the dealer")), "a bank plays against all");
  assert.ok(own[1].includes(`${cash(won / 20)} charged`), own[1]);
  const { seats } = await banker.table(table);
  const { stack } = seats.find((seat) => seat.you);
  await until("the balance that the house says", async () => (await shownBalance(page)) === written(stack));
}

for (const facts of WAYS) {
  test(`a patron has the bank, by ${facts.way}`, { timeout: 90_000 }, () => play(facts));
}
