import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { afterUnits, NO_ROUND } = await load("round.ts");
const { joined } = await load("coups.ts");
const { earlierThan } = await load("earlier.ts");

const line = { kind: "wager", number: 1, patron: "A", beneficiary: "patron", hand: "1", wager: "x", stake: 500, outcome: "loses", paid: 0, returned: 0, charged: 0, rules: [] };
const called = (place, value) => ({ announced: { place, is: { total: { value, soft: false } } } });
const laid = (draw, place) => ({ "card-laid": { draw, place, face: "9h", seen: {} } });
const opened = (round) => ({ "round-opened": { round } });
const ended = (round) => ({ "round-ended": { round } });
const shuffled = { shuffled: { all: true } };

let seq = 0;
const unit = (...events) => ({ seq: (seq += 1), events: events.map((what) => ({ what, rules: [] })), told: [] });
const round = (number, player, banker) => [
  unit(opened(number)),
  unit(laid(1, "player"), laid(2, "banker"), called("player", 0), called("banker", 0), laid(3, "player"), called("player", player), called("banker", banker), { settled: line }, { settled: line }, ended(number)),
];
const winners = (coups) => coups.map(({ round, winner }) => `${round} ${winner}`);
const told = (...units) => afterUnits({ ...NO_ROUND, seq: units[0].seq - 1, since: units[0].seq - 1 }, units);

test("a round comes to what its hands were called last", () => {
  const { coups } = told(...round(1, 6, 5), ...round(2, 3, 9), ...round(3, 7, 7));
  assert.deepEqual(coups, [
    { round: 1, winner: "player", player: 6, banker: 5 },
    { round: 2, winner: "banker", player: 3, banker: 9 },
    { round: 3, winner: "tie", player: 7, banker: 7 },
  ]);
});

test("a shuffle of all cards begins a new shoe, and one of some of them does not", () => {
  const state = told(...round(1, 6, 5), unit(shuffled), ...round(2, 3, 9), unit({ shuffled: { all: false } }), ...round(3, 1, 2));
  assert.deepEqual(winners(state.coups), ["2 banker", "3 banker"]);
  assert.equal(state.wholeShoe, true);
});

test("a void round came to nothing, and neither did cards on which nobody had bet", () => {
  const isVoid = [unit(opened(1)), unit(called("player", 3), called("banker", 4), { remedied: { remedy: "round-void", place: null } }, { settled: line }, ended(1))];
  assert.deepEqual(told(...isVoid, ...round(2, 3, 9)).coups.map(({ round }) => round), [2]);
  const without = [unit(called("player", 8), called("banker", 2), { collected: { place: "player", cards: 2 } }, { collected: { place: "banker", cards: 2 } })];
  const state = told(unit(opened(1)), ...without, ...round(1, 2, 6).slice(1), ...without);
  assert.deepEqual(winners(state.coups), ["1 banker"]);
});

test("where no hands are called a table has no such rounds", () => {
  assert.deepEqual(told(unit(opened(1)), unit({ settled: line }, ended(1))).coups, []);
});

test("earlier rounds come before later ones, each once", () => {
  const all = told(...round(1, 6, 5), ...round(2, 3, 9), ...round(3, 7, 7)).coups;
  assert.deepEqual(winners(joined(all.slice(0, 2), all.slice(1))), ["1 player", "2 banker", "3 tie"]);
  assert.deepEqual(winners(joined(all, [])), winners(all));
});

test("a page that comes in the middle of a shoe looks back as far as its shuffle", async () => {
  seq = 0;
  const journal = [...round(1, 9, 1), unit(shuffled), ...Array.from({ length: 200 }, (_, at) => round(at + 2, at % 10, (at * 3) % 10)).flat()];
  const asked = [];
  const fetch = (after, limit) => {
    asked.push(after);
    return Promise.resolve(journal.filter(({ seq }) => seq > after).slice(0, limit));
  };
  // In the middle of a round.
  const since = 364;
  const found = await earlierThan(since, fetch);
  const all = afterUnits(NO_ROUND, journal);
  const later = told(...journal.slice(since));
  assert.deepEqual(joined(found.coups, later.coups), all.coups);
  assert.equal(found.wholeShoe, true);
  assert.deepEqual(asked, [364, 108, 0]);
});
