import assert from "node:assert/strict";
import { test } from "node:test";
import { load, tableNow } from "./load.mjs";

// The catalogue asks the browser for its language.
const browser = { location: new URL("https://house.example/"), navigator: { languages: ["en"] }, document: { documentElement: {} } };
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });

const { shownOf } = await load("model.ts");
const { afterUnits, NO_ROUND } = await load("round.ts");
const { offersFor } = await load("offers.ts");

const laid = (draw, place, face) => ({ "card-laid": { draw, place, face, seen: {} } });
const called = (place, value) => ({ announced: { place, is: { total: { value, soft: false } } } });
const line = { kind: "wager", number: 1, patron: "A", beneficiary: "patron", hand: "1", wager: "x", stake: 500, outcome: "loses", paid: 0, returned: 0, charged: 0, rules: [] };
const events = [
  { "round-opened": { round: 4 } }, laid(1, "player", "Qs"), laid(2, "banker", "9h"), called("player", 0), called("banker", 9), { settled: line },
  { collected: { place: "player", cards: 1 } }, { collected: { place: "banker", cards: 1 } }, { "round-ended": { round: 4 } },
];
const state = (more = []) => afterUnits(NO_ROUND, [{ seq: 1, events, told: [] }, ...more].map((unit) => ({ ...unit, events: unit.events.map((what) => ({ what, rules: [] })) })));
const RACKED = [{ place: "rack", cards: [{ draw: 1, face: "Qs" }, { draw: 2, face: "9h" }] }];

function shown({ round = 4, wagers = [], pending = [], more = [] }) {
  const now = tableNow([], { view: { round, wagers, cards: RACKED, hands: [] } });
  const offers = offersFor(now, "A");
  return shownOf({ now, you: "A", question: null, offers, cash: String, state: { round: state(more), pending } });
}

const seen = ({ view, totals, came }) => [view.cards.filter(({ place }) => place !== "rack").map(({ place }) => place), totals, came?.winner ?? null];
const HANDS = [["player", "banker"], { player: "0", banker: "9" }, "banker"];
const NEXT = [{ seq: 2, events: [{ "round-opened": { round: 5 } }], told: [] }];

test("the last hands are seen until the next round, whether it opens at once or with a bet", () => {
  assert.deepEqual(seen(shown({})), HANDS);
  assert.deepEqual(seen(shown({ round: 5, more: NEXT })), HANDS);
  assert.deepEqual(seen(shown({ round: 5, more: NEXT, wagers: [{ patron: "B", spot: "2", wager: "x" }] })), HANDS);
});

test("as soon as you bet, they are gone with what they were called and what came of them", () => {
  assert.deepEqual(seen(shown({ pending: [{}] })), [[], {}, null]);
  assert.deepEqual(seen(shown({ round: 5, more: NEXT, wagers: [{ patron: "A", spot: "1", wager: "x" }] })), [[], {}, null]);
});
