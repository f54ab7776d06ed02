/**
 * A whole round of every registered game, by touch on a phone and by keys alone on a desktop: from the lobby to the
 * settlement. The bets and the choices are read from the API; the test is independent of the games.
 *
 * With PLAY_TWICE=1 everything is pressed twice in a row, every offered choice is made in turn as far as time allows,
 * and the journal must have as many decisions as questions were answered.
 */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Api, pause, until } from "./api.mjs";
import { DESK, PHONE, closePage, openBrowser, openPage, shownSeq } from "./browser.mjs";
import { Finger, Keys } from "./hands.mjs";
import { Demonstration, House, PASSWORD, tableFiles } from "./harness.mjs";
import { part } from "./part.mjs";
import { betOnEverything, goOn, liveTable, offeredBets } from "./scenes.mjs";
import { cash, choiceButton, enter, expectedWords, isReadyToAnswer, place, shownBalance, shownLines, sitDown, spotFor, takeChip, written } from "./table-page.mjs";
import { wordFor } from "./words.mjs";

const WAYS = [
  { way: "touch", size: PHONE, Hands: Finger, pick: (offers) => offers[0] },
  { way: "keys", size: DESK, Hands: Keys, pick: (offers) => offers.at(-1) },
];
/** Side bets that draw on a meter, each at a table that offers it. */
const SIDE_BETS = [
  { set: "colorado/rocket-aces", wager: "rocket-aces", table: "Blackjack with Rocket Aces", visitor: "patron" },
  { set: "ohio/multi-link-progressive", wager: "progressive", table: "Ultimate Texas Hold 'Em, poker pit", visitor: "patron-2" },
];
/** Every click and every key is pressed twice. */
const TWICE = process.env.PLAY_TWICE === "1";
/** On a busy machine fewer run at a time. */
const AT_ONCE = Number(process.env.PLAY_AT_ONCE ?? 6);
/** How long a patron waits for a round in which all their bets are placed in time. */
const PATIENCE = 60_000;
/** With double presses, how long to play rounds for choices that have not come up yet. */
const MORE_ROUNDS = 60_000;
/** The maximum duration of a round, including wagers that outlast several rolls. */
const LONGEST = 75_000;

let house, demonstration, browser, games;
const tables = new Map();

before(async () => {
  [house, demonstration, browser] = await Promise.all([House.open(), Demonstration.open(), openBrowser()]);
  games = (await new Api(house.base).ask("/v1/games")).map(({ game }) => game);
  for (const { way: { way }, file: { name, text } } of plays()) {
    tables.set(`${name}, ${way}`, await house.table(text, { name: `${name}, ${way}`, bets: secondsToBet(text) }));
  }
  await house.ready([...tables.values()]);
});

after(async () => {
  await browser?.close();
  await Promise.all([house?.stop(), demonstration?.stop()]);
});

/** Tables with wagers that may outlast a roll have short betting windows, to limit the test's duration. */
const secondsToBet = (file) => (/^boxes = 1\d/m.test(file) ? 2 : 4);

const ownLetter = ({ seats }) => seats.find((seat) => seat.you)?.patron;
const ownWagers = (now) => now.view.wagers.filter((wager) => wager.patron === ownLetter(now));

/**
 * The events of the last round in which a wager of a patron was settled. A wager may outlast its round, and the unit
 * that opens a round may have settled the previous one.
 */
function lastRoundOf(units, letter) {
  const rounds = [];
  for (const what of units.flatMap((unit) => unit.events.map((event) => event.what))) {
    const opened = what["round-opened"]?.round;
    if (opened !== undefined) rounds.push({ round: opened, events: [] });
    rounds.at(-1)?.events.push(what);
  }
  const lines = ({ events }) =>
    events.flatMap(({ settled }, at) => (settled ? { ...settled, withdrawn: isWithdrawn(events, at) } : []));
  const last = rounds.findLast((one) => lines(one).some((line) => line.patron === letter));
  return last && { ...last, lines: lines(last), isOver: last.events.some((what) => what["round-ended"]) };
}

/** Whether a line returns what its patron has just taken back. */
function isWithdrawn(events, at) {
  const { patron, hand, outcome } = events[at].settled;
  const chosen = events.slice(0, at).findLast((what) => !what.settled)?.chosen;
  return outcome === "returned" && chosen?.patron === patron && chosen.hand === hand;
}

/** One visit: a person, their page, and their input method. */
class Visit {
  constructor({ person, page, hands, pick, table, extra = [] }) {
    Object.assign(this, { person, page, hands, pick, table, extra });
    this.chosen = 0;
    this.set = 0;
    this.tried = new Map();
  }

  async learnNames() {
    const rules = await this.person.ask(`/v1/tables/${this.table}/rules`);
    this.game = rules.game;
    this.choices = rules.choices.map(({ choice }) => choice);
  }

  /** The wagers to bet that are not on the layout yet; the required ones first. */
  missing(now) {
    const held = new Set(ownWagers(now).map(({ wager }) => wager));
    return [...now.needed, ...this.extra].filter((wager) => !held.has(wager));
  }

  /**
   * Bets all these wagers, touch by touch. If bets close before all of them are placed, the round is finished without
   * the rest, and everything is bet in the next one.
   */
  async bet() {
    await until("every needed wager on the felt", async () => {
      const now = await this.person.table(this.table);
      const missing = this.missing(now);
      if (missing.length === 0) return true;
      const offered = offeredBets(now);
      const bet = missing.map((one) => offered.find((offer) => offer.wager === one)).find(Boolean);
      const box = Number.parseInt(ownWagers(now)[0]?.spot ?? "0", 10);
      const spot = bet && (await spotFor(this.page, bet.wager, box));
      // When a patron must decide, the bar has choices and no chips.
      if (!spot || this.askedOf(now).length > 0) {
        await this.answerAsked(now);
        return false;
      }
      await takeChip(this.page, this.hands, bet);
      await place(this.page, this.hands, spot, wordFor(this.game, "wager", bet.wager));
      await this.lies(bet.wager);
      return false;
    }, PATIENCE);
  }

  /** Waits until a bet is on the layout, or can no longer be placed. */
  async lies(wager) {
    const isDecided = async () => {
      const now = await this.person.table(this.table);
      return ownWagers(now).some((one) => one.wager === wager) || !offeredBets(now).some((offer) => offer.wager === wager);
    };
    await until(`${wager} lies on the felt`, isDecided, 10_000).catch(async (error) => {
      throw new Error(`${error.message}; the page says: ${await this.page.locator("main").innerText()}`);
    });
  }

  /** Answers all questions by the page's buttons, until none of their wagers is on the felt. */
  async answer() {
    await until("the end of the round", async () => {
      const now = await this.person.table(this.table);
      if (ownWagers(now).length === 0) return true;
      await this.answerAsked(now);
      return false;
    }, LONGEST);
  }

  /** Answers by the page's buttons, if there is a question. */
  async answerAsked(now) {
    const asked = this.askedOf(now);
    if (asked.length > 0) await this.choose(asked, now);
  }

  askedOf(now) {
    const letter = ownLetter(now);
    return now.view.awaits.filter((offer) => offer.by === letter && offer.due && (offer.what.choose?.choice || offer.what.pick));
  }

  /** Sets a hand in two by its cards, in a way that is not foul. */
  async setHand({ hand }, now) {
    const { ways } = now.view.settings.find((setting) => setting.hand === hand && !setting.set);
    const way = this.pick(ways.filter(({ foul }) => !foul));
    const { cards } = now.view.cards.find(({ place }) => place === hand);
    await isReadyToAnswer(this.page, now);
    for (const position of way.cards) {
      await this.hands.press(this.page.locator(".felt-set-card").filter({ has: this.page.locator(`[data-draw="${cards[position].draw}"]`) }));
      // The next card may be at the position of this one: an immediate press there would count as the second half of a
      // double click.
      await pause(300);
    }
    const called = await this.page.locator(".felt-set-name b").allInnerTexts();
    assert.ok(called.every((text) => text !== ""), `both hands are named: ${called}`);
    await this.hands.press(choiceButton(this.page, "Set hands"));
    this.set += 1;
    await until("a hand that is set", async () => (await this.person.table(this.table)).seq > now.seq, 10_000);
  }

  /** Not the default: that would show nothing. */
  async choose(asked, now) {
    const set = asked.find((offer) => offer.what.pick);
    const choices = asked.filter((offer) => offer !== set);
    if (set && !(TWICE && this.set % 2 === 1 && choices.length > 0)) return this.setHand(set.what.pick, now);
    asked = choices;
    const offers = asked.filter((offer) => !offer.default);
    const offer = TWICE ? this.notTried(asked) : this.pick(offers.length > 0 ? offers : asked);
    const { choice } = offer.what.choose;
    this.tried.set(choice, this.timesTried(choice) + 1);
    const button = choiceButton(this.page, wordFor(this.game, "choice", choice, now.view.due.step ?? ""));
    await button.first().waitFor({ timeout: 10_000 });
    await isReadyToAnswer(this.page, now);
    await this.hands.press(button.first());
    // A set hand is final: the house's way is shown before it is sent.
    if (set && choice === "house-way") await this.hands.press(choiceButton(this.page, "Set hands"));
    // The journal records a declined cut as a separate event.
    if (now.view.due.kind !== "cut") this.chosen += 1;
    assert.ok(this.chosen < (TWICE ? 300 : 60), `${choice} was pressed again and again`);
    await until(`what comes of ${choice}`, async () => (await this.person.table(this.table)).seq > now.seq, 10_000);
  }

  timesTried(choice) {
    return this.tried.get(choice) ?? 0;
  }

  /** A choice that has not been pressed yet, otherwise any: some choices come only after others. */
  notTried(asked) {
    return asked.find((offer) => this.timesTried(offer.what.choose.choice) === 0) ?? asked[Math.floor(Math.random() * asked.length)];
  }

  /** Plays rounds until every choice of the game has been pressed, or the time is up. */
  async everyChoice(name) {
    const left = () => this.choices.filter((choice) => this.timesTried(choice) === 0);
    for (const end = Date.now() + MORE_ROUNDS; left().length > 0 && Date.now() < end; ) {
      await this.bet();
      await this.answer();
      await this.compareDecisions(ownLetter(await this.person.table(this.table)));
    }
    const tried = [...this.tried].map(([choice, times]) => `${choice} ${times}`);
    console.log(`${name}: twice ${tried.join(", ") || "nothing"}; never offered ${left().join(", ") || "nothing"}`);
  }

  /** However often something was pressed, there is one decision. */
  async compareDecisions(letter) {
    const units = await this.person.units(this.table);
    const decided = units.flatMap((unit) => unit.events.flatMap((event) => event.what.chosen ?? [])).filter(({ patron, lapsed }) => patron === letter && !lapsed);
    assert.equal(decided.length, this.chosen, `decisions in the journal: ${JSON.stringify(decided)}`);
    const set = units.flatMap((unit) => unit.events.flatMap((event) => event.what.picked ?? [])).filter(({ patron }) => patron === letter);
    assert.equal(set.length, this.set, `hands that were set: ${JSON.stringify(set)}`);
  }

  /** Every patron must have answered: otherwise the clock answered instead of the page. */
  compareChoices(events, letter) {
    const lapsed = events.filter(({ chosen }) => chosen?.patron === letter && chosen.lapsed);
    assert.deepEqual(lapsed, [], "choices that the clock made");
  }

  /** The page's results of the last round with lines of theirs must match the API's. */
  async compare() {
    const letter = ownLetter(await this.person.table(this.table));
    const { round, lines, events } = await until("the end of a round with own lines", async () => {
      const last = lastRoundOf(await this.person.units(this.table), letter);
      return last?.isOver && last;
    });
    const shown = await until("the lines of the round on the page", async () => {
      const panel = await shownLines(this.page);
      return panel.round === round && panel.own.length + panel.others >= lines.length ? panel : null;
    }, 8_000).catch(async (error) => {
      assert.fail(`${error.message}: ${JSON.stringify(await shownLines(this.page))}, the API: ${JSON.stringify(lines)}`);
    });
    const own = lines.filter((line) => line.patron === letter);
    assert.deepEqual([shown.own.length, shown.others], [own.length, lines.length - own.length], `as many lines as were settled: ${JSON.stringify(shown)}`);
    for (const [at, line] of own.entries()) {
      for (const words of expectedWords(line, wordFor(this.game, "wager", line.wager))) {
        assert.ok(shown.own[at].includes(words), `line ${at + 1} should say "${words}": ${shown.own[at]}`);
      }
    }
    this.compareChoices(events, letter);
    await this.compareDecisions(letter);
    await this.compareBalance();
  }

  async compareBalance() {
    await until("the balance that the house says", async () => {
      const now = await this.person.table(this.table);
      const { stack } = now.seats.find((seat) => seat.you);
      return (await shownSeq(this.page)) >= now.seq && (await shownBalance(this.page)) === written(stack);
    }, 8_000).catch(async (error) => {
      const { seats } = await this.person.table(this.table);
      assert.fail(`${error.message}: the page says ${await shownBalance(this.page)}, the house ${JSON.stringify(seats)}`);
    });
  }
}

async function playRound({ house, person, table, name, password, way, extra, chips = 2_000 }) {
  const page = await openPage(browser, house, { size: way.size });
  try {
    const hands = new way.Hands(page, { trembles: TWICE });
    await enter(page, hands, { table: name, name: person.name, password });
    await sitDown(page, hands, chips);
    const visit = new Visit({ person, page, hands, pick: way.pick, table, extra });
    await visit.learnNames();
    await visit.bet();
    await visit.answer();
    await visit.compare();
    if (TWICE) await visit.everyChoice(name);
    assert.deepEqual(page.troubles, []);
  } catch (error) {
    const picture = join(tmpdir(), `croupier-play ${name}.png`);
    await page.screenshot({ path: picture }).catch(() => undefined);
    throw new Error(`${error.message.split("\n")[0]} (see ${picture})`, { cause: error });
  } finally {
    await closePage(page);
  }
}

/** Every table, in this run's input methods. */
const plays = () => WAYS.flatMap((way, at) => part(tableFiles(), at).map((file) => ({ way, file })));

function atTables() {
  return plays().map(({ way, file }) => ({
    title: `${file.name} (${file.game}), by ${way.way}`,
    length: file.text.length,
    run: async () => {
      const name = `${file.name}, ${way.way}`;
      await playRound({ house, person: await house.patron(), table: tables.get(name), name, password: PASSWORD, way });
    },
  }));
}

/** Every set of side bets, at a table of the demonstration that has it. */
function withSideBets() {
  return SIDE_BETS.map(({ set, wager, table: name, visitor }, at) => ({
    title: `${set} (side bet), by ${WAYS[at % WAYS.length].way}`,
    length: Infinity,
    run: async () => {
      const { table } = demonstration.told.tables.find((one) => one.name === name);
      const person = await demonstration.visitor(visitor);
      const way = WAYS[at % WAYS.length];
      await playRound({ house: demonstration, person, table, name, password: person.password, way, extra: [wager] });
    },
  }));
}

test("every registered game", { timeout: TWICE || AT_ONCE < 6 ? 900_000 : 400_000, concurrency: AT_ONCE }, async (context) => {
  const unplayed = games.filter((game) => !tableFiles().some((file) => file.game === game));
  assert.deepEqual(unplayed, [], "games without a table file");
  // Tables with the most bets take longest, so they begin first.
  const all = [...withSideBets(), ...atTables()].sort((one, other) => other.length - one.length);
  await Promise.all(all.map(({ title, run }) => context.test(title, run)));
});

test("the round in which a wager ends is shown again to its owner", { timeout: 30_000, skip: TWICE }, async () => {
  const person = await house.patron();
  const scene = await liveTable(house, { file: "craps", name: "Craps, dealt live", people: [person], script: { dice: ["4-4", "5-3"] } });
  await betOnEverything(person, scene.table, { most: 1 });
  await scene.dealer.closeBets();
  await goOn(scene, [person]);
  const { round, lines } = lastRoundOf(await person.units(scene.table), "A");
  assert.equal(round, 2, "the wager should have outlasted the first round");
  const page = await openPage(browser, house, { person });
  await page.goto(`/tables/${scene.table}/rounds/${round}`);
  await page.getByRole("heading", { name: "Results" }).waitFor();
  assert.ok((await page.getByText(`wins ${cash(lines[0].paid)}`).count()) > 0, "the line that pays it");
  await closePage(page);
});
