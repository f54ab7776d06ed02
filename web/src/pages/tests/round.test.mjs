import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../table/tests/load.mjs";

const { verdictOn } = await load("../pages/round/commitment.ts");
const { unitsOf } = await load("../pages/round/own-events.ts");
const { cardsAfter } = await load("../pages/round/cards.ts");

/** Two decks with a joker each; the hash is the one that crates/chance has from another program. */
const SHOE = {
  number: 12,
  commitment: "b8f02731b10189cf5b44cf41426400f0d4486de96678fc713ffeddcc514be61d",
  seq: 1,
  salt: "07".repeat(32),
  cards: Array.from({ length: 106 }, (_, index) => index % 53),
};

test("a commitment is checked as docs/chance.md says", async () => {
  assert.equal(await verdictOn(SHOE, "main-floor/7"), "holds");
  assert.equal(await verdictOn(SHOE, "main-floor/8"), "broken");
  assert.equal(await verdictOn({ ...SHOE, cards: [...SHOE.cards].reverse() }, "main-floor/7"), "broken");
  assert.equal(await verdictOn({ ...SHOE, salt: null, cards: null }, "main-floor/7"), "sealed");
});

const event = (what) => ({ what, rules: [] });
const unit = (seq, events, told = []) => ({ table: 1, seq, at: 0, what: "play", events: events.map(event), told });
const laid = (draw, place, face) => ({ "card-laid": { draw, place, face, seen: { patrons: [], staff: false } } });

test("a round has its own events alone, with their sentences", () => {
  const units = [
    unit(1, ["dealer-changed", { "round-opened": { round: 2 } }], [{ event: 0, text: "of the round before" }]),
    unit(2, [laid(1, "1", "As")]),
    unit(3, [{ "round-ended": { round: 2 } }, "cut-card-reached", { "round-opened": { round: 3 } }], [{ event: 1, text: "cut" }]),
  ];
  const own = unitsOf(2, units);
  assert.deepEqual(own.map(({ events }) => events.length), [1, 1, 2]);
  assert.deepEqual(own.map(({ told }) => told), [[], [], [{ event: 1, text: "cut" }]]);
});

test("units that begin within a round are all of it until the next", () => {
  const units = [unit(1, ["dealer-changed"]), unit(2, [{ "round-opened": { round: 2 } }])];
  assert.deepEqual(unitsOf(1, units).map(({ seq }) => seq), [1]);
});

test("cards lie where they were told to lie, until a later step", () => {
  const units = [
    unit(1, [laid(1, "1", "As"), laid(2, "dealer", "??")]),
    unit(2, [{ "card-turned": { draw: 2, place: "dealer", face: "Kd" } }, { collected: { place: "rack", cards: 2 } }]),
    unit(3, ["dealer-changed"]),
  ];
  const places = (steps) => cardsAfter(units.slice(0, steps)).map(({ place, cards }) => [place, ...cards.map(({ face }) => face)]);
  assert.deepEqual(places(1), [["dealer", "??"], ["1", "As"]]);
  assert.deepEqual(places(2), [["dealer", "Kd"], ["1", "As"]]);
  assert.deepEqual(places(3), []);
});

// The catalogue asks the browser for its language.
const browser = { location: new URL("https://house.example/"), navigator: { languages: ["en"] }, document: { documentElement: {} } };
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });
const { stepsOf, stillAt } = await load("../pages/round/past.ts");
const placed = (number, stake) => ({ "wager-placed": { number, patron: "A", hand: "1", wager: "main", stake, beneficiary: "patron" } });
const line = { number: 1, patron: "A", hand: "1", wager: "main", stake: 500, basis: 500, odds: "1 to 1", paid: 500, returned: 500, charged: 0, outcome: "wins", kind: "wager", beneficiary: "patron", rules: [] };

test("a past round begins at the first bet, and every card is a step", () => {
  const units = [
    unit(1, [{ "round-opened": { round: 2 } }, "dealer-changed"]),
    unit(2, [placed(1, 500)]),
    unit(3, [{ stepped: { step: "no-more-bets", by: "dealer" } }, laid(1, "1", "As"), laid(2, "dealer", "6d"), laid(3, "1", "Kd")]),
    unit(4, [{ settled: line }, { collected: { place: "rack", cards: 3 } }, { "round-ended": { round: 2 } }]),
  ];
  const steps = stepsOf(units);
  assert.deepEqual(steps.map(({ unit, from, to }) => [unit, from, to]), [[1, 0, 1], [2, 0, 1], [2, 1, 2], [2, 2, 3], [2, 3, 4], [3, 0, 3]]);
  const still = steps.map((step) => stillAt(units, step, "A", (minor) => `$${minor / 100}`));
  assert.deepEqual(still.map(({ cards }) => cards.flatMap((place) => place.cards).length), [0, 0, 1, 2, 3, 3]);
  assert.deepEqual(still.map(({ wagers }) => wagers.map(({ stake }) => stake)), Array(6).fill([500]));
  assert.deepEqual(still.at(-1).results["1"].map(({ text, own }) => [text, own]), [["You win $5", true]]);
});
