/** A decision belongs to its question: a second click answers nothing, and a choice stays where it was. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pause, until } from "./api.mjs";
import { DESK, PHONE, closePage, openBrowser, openPage, settled } from "./browser.mjs";
import { House, tableFile } from "./harness.mjs";
import { offeredBets } from "./scenes.mjs";
import { choiceButton, isReadyToAnswer } from "./table-page.mjs";

/** Milliseconds from one click to the next: as by a trembling hand, and as by a user who doubts that the
click was registered. */
const APART = [0, 22, 60, 120, 200, 300];
const WINDOW = 1;

let house, browser;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

/** A table that the house deals, where a patron has made the required bets and must decide. */
async function asked(name, size) {
  const person = await house.patron();
  const table = await house.table(tableFile("ultimate-texas-holdem"), { name, bets: WINDOW, decisions: 60 });
  await house.ready([table]);
  await person.buyIn({ table, seat: "A", amount: 500_000 });
  const page = await openPage(browser, house, { person, size });
  await page.goto(`/tables/${table}`);
  await settled(page);
  return { person, table, page };
}

async function bet({ person, table }) {
  await until("a round with everything that it wants", async () => {
    const now = await person.table(table);
    const held = now.view.wagers.map(({ wager }) => wager);
    const missing = now.needed.filter((wager) => !held.includes(wager));
    if (missing.length === 0) return true;
    const offer = offeredBets(now).find(({ box, wager }) => box === 1 && wager === missing[0]);
    if (offer) await person.bet(table, "A", 1, offer.wager, offer.min).catch(() => null);
    return false;
  });
}

/** The choice that continues the hand if there is one, otherwise the last. */
async function question({ person, table }) {
  const { view, question } = await person.table(table);
  const choices = view.awaits.filter((offer) => offer.by === "A" && offer.due && offer.what.choose).map((offer) => offer.what.choose.choice);
  return choices.length > 0 && { question, choice: choices.find((one) => one === "check") ?? choices.at(-1) };
}

async function decisions({ person, table }) {
  const units = await person.units(table);
  return units.flatMap((unit) => unit.events.flatMap((event) => event.what.chosen ?? [])).filter(({ patron, lapsed }) => patron === "A" && !lapsed);
}

/** Two clicks at one position of the screen, whatever is there at the second one. */
async function twice(page, target, apart) {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await target.boundingBox();
  const at = [x + width / 2, y + height / 2];
  const click = () => (page.viewportSize().width < 760 ? page.touchscreen.tap(...at) : page.mouse.click(...at));
  await click();
  await pause(apart);
  await click();
  return at;
}

for (const [name, size] of [["with a mouse", DESK], ["with a finger", PHONE]]) {
  test(`a second click answers no second question, ${name}`, { timeout: 90_000 }, async () => {
    const scene = await asked(`Twice, ${name}`, size);
    const { page } = scene;
    const names = new Map((await scene.person.ask(`/v1/tables/${scene.table}/rules`)).choices.map(({ choice, name }) => [choice, name]));
    const places = new Map();
    let given = 0;
    for (let round = 0; round < 2; round += 1) {
      await bet(scene);
      for (let now = await until("a question", () => question(scene)); now; now = await question(scene)) {
        await isReadyToAnswer(page, now);
        const button = choiceButton(page, names.get(now.choice));
        const at = await twice(page, button, APART[given % APART.length]);
        given += 1;
        assert.deepEqual(at, places.get(now.choice) ?? at, `${now.choice} stands where it stood`);
        places.set(now.choice, at);
        await until("what comes of it", async () => (await scene.person.table(scene.table)).question !== now.question);
        await pause(700);
        const all = await decisions(scene);
        assert.equal(all.length, given, `decisions in the journal: ${JSON.stringify(all)}`);
      }
    }
    assert.ok(given >= APART.length, `only ${given} questions`);
    assert.equal(await page.getByText("Not possible").count(), 0, "nothing was refused");
    assert.deepEqual(page.troubles, []);
    await closePage(page);
  });
}

test("a key that is pressed twice answers once", { timeout: 60_000 }, async () => {
  const scene = await asked("Twice, by keys", DESK);
  await bet(scene);
  const first = await until("a question", () => question(scene));
  await isReadyToAnswer(scene.page, first);
  const key = await choiceButton(scene.page, "Check").getAttribute("aria-keyshortcuts");
  for (let pressed = 0; pressed < 4; pressed += 1) await scene.page.keyboard.press(key);
  await until("the next question", async () => (await scene.person.table(scene.table)).question !== first.question);
  await pause(700);
  assert.equal((await decisions(scene)).length, 1);
  await closePage(scene.page);
});

/** The name of a kind of hand, for the person who must decide about it. */
const NAMES = {
  "high-card": /: \w+ high$/, pair: /: pair of \w+(, \w+ kicker)?$/, "two-pairs": /: \w+ and \w+(, \w+ kicker)?$/,
  "three-of-a-kind": /: three \w+/, straight: /: straight to the \w+$/, flush: /: flush, \w+ high$/, "full-house": /: full house, \w+ over \w+$/,
  "four-of-a-kind": /: four \w+/, "straight-flush": /: straight flush/, "royal-flush": /: royal flush/,
};

test("the hand is named whenever it is asked about, and the five cards that make it are marked", { timeout: 90_000 }, async () => {
  const scene = await asked("Named", DESK);
  const { person, table, page } = scene;
  await bet(scene);
  let marked = 0;
  for (let nth = 0; nth < 3; nth += 1) {
    const next = await until("a question", () => question(scene));
    await isReadyToAnswer(page, next);
    const { view } = await person.table(table);
    const hand = view.hands.find(({ place }) => place === "1");
    assert.match(await page.locator(".ask").textContent(), NAMES[hand.is.called]);
    const there = view.cards.filter(({ place }) => ["1", "board"].includes(place)).flatMap(({ cards }) => cards).length;
    assert.equal(hand.cards.length, Math.min(5, there));
    const marks = await page.locator('.felt-hand-card[data-made="true"]').count();
    assert.equal(marks, there > 5 ? 5 : 0);
    marked += marks;
    if (next.choice !== "check") break;
    await person.choose(table, "A", "1", "check");
  }
  assert.equal(marked, 5, "with the whole board");
  await closePage(page);
});
