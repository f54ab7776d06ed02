import assert from "node:assert/strict";
import test from "node:test";
import { betOffer, load, offer, tableNow } from "./load.mjs";

const { afterUnits, gained, NO_ROUND, received } = await load("round.ts");
const { clear, repeat, undo } = await load("history.ts");
const { offersFor } = await load("offers.ts");

const line = {
  seq: 1, kind: "wager", number: 1, patron: "A", beneficiary: "patron", hand: "3", wager: "x", stake: 500, basis: 500,
  outcome: "wins", odds: "3 to 2", paid: 750, returned: 500, charged: 0, rules: ["RULE-2"],
};
const opened = (round) => ({ "round-opened": { round } });
const placed = (number, wager, stake) => ({
  "wager-placed": { number, patron: "A", hand: "3", wager, stake, beneficiary: "patron", lammer: 0 },
});
const added = (number, wager, amount) => ({ "stake-added": { number, patron: "A", hand: "3", wager, added: amount, won: false } });
const chosen = { chosen: { patron: "A", hand: "3", choice: "u", amount: null, lapsed: false } };

let seq = 0;
const unit = (events, told = []) => ({ seq: (seq += 1), events: events.map((what) => ({ what, rules: [] })), told });

test("a line comes with its money and the hand's result", () => {
  const state = afterUnits(NO_ROUND, [unit([opened(7), placed(1, "x", 500)]), unit([{ settled: line }], [{ event: 0, text: "A wins" }])]);
  assert.equal(state.round, 7);
  assert.deepEqual(state.moves.map(({ amount }) => amount), [-500, 1_250]);
  assert.deepEqual(state.results["3"].map((told) => told.line), [line]);
  assert.deepEqual(state.sentences, []);
  assert.equal(received(line), 1_250);
  assert.equal(gained(line), 750);
});

test("what is owed leaves the chips when it is put off, and nothing more when it is collected", () => {
  const charged = { ...line, outcome: null, odds: null, stake: 500, paid: 0, returned: 0, charged: 25 };
  const [debt, collection] = ["debt", "collection"].map((kind) => ({ ...charged, kind }));
  assert.deepEqual([debt, collection].map(received), [-25, 0]);
  assert.deepEqual([debt, collection].map(gained), [-25, 0]);
  const state = afterUnits(NO_ROUND, [unit([opened(7)]), unit([{ settled: debt }, { settled: collection }])]);
  assert.deepEqual(state.moves.map(({ amount }) => amount), [-25]);
});

const back = { ...line, number: 2, wager: "y", outcome: "returned", odds: null, paid: 0, returned: 500 };

test("a wager that its patron took back by a decision is withdrawn; one that the house returns is not", () => {
  const state = afterUnits(NO_ROUND, [unit([opened(7)]), unit([chosen, { settled: back }, { "card-laid": { draw: 1, place: "board", face: "9h", seen: {} } }, { settled: back }])]);
  assert.deepEqual(state.lines.map(({ withdrawn }) => withdrawn), [true, false]);
  const others = { ...back, patron: "B", hand: "4" };
  assert.equal(afterUnits(NO_ROUND, [unit([chosen, { settled: others }])]).lines[0].withdrawn, false);
});

test("results go when the next bettor takes the box, and only then", () => {
  const ended = [unit([opened(7), placed(1, "x", 500)]), unit([{ settled: line }, { settled: { ...line, hand: "4" } }]), unit([opened(8)])];
  const state = afterUnits(NO_ROUND, ended);
  assert.deepEqual(Object.keys(state.results), ["3", "4"]);
  assert.deepEqual(Object.keys(afterUnits(state, [unit([placed(2, "x", 500)])]).results), ["4"]);
});

test("what another person bet at your place before you is not repeated", () => {
  seq = 0;
  const state = afterUnits(NO_ROUND, [unit([opened(1), placed(1, "x", 500)]), unit([opened(2)])]);
  const now = tableNow([betOffer(3, "x")], { seats: [{ patron: "A", you: true, stack: 50_000, staked: 0, since: 2 }] });
  assert.deepEqual(repeat(state, offersFor(now, "A")), []);
  assert.equal(repeat(state, offersFor(tableNow([betOffer(3, "x")]), "A")).length, 1);
});

test("a unit that is known already changes nothing", () => {
  const once = unit([{ settled: line }]);
  assert.equal(afterUnits(NO_ROUND, [once, once]).lines.length, 1);
});

test("the round before is kept when the next one opens", () => {
  const state = afterUnits(NO_ROUND, [unit([opened(7), placed(1, "x", 500), { settled: line }]), unit([opened(8)])]);
  assert.equal(state.lines.length, 0);
  assert.equal(state.before.round, 7);
  assert.equal(state.before.lines.length, 1);
});

test("what is out of the ordinary is kept, to be said in words", () => {
  const wrong = { irregular: { kind: "u", place: null } };
  const state = afterUnits(NO_ROUND, [unit([opened(7)]), unit([wrong], [{ event: 0, text: "irregularity: u" }])]);
  assert.deepEqual(state.sentences.map(({ round, event }) => [round, event.what]), [[7, wrong]]);
});

test("the last cards stay to be seen, although the same unit takes them up", () => {
  const laid = (draw, place, face) => ({ "card-laid": { draw, place, face, seen: {} } });
  const end = [laid(2, "dealer", "9h"), { collected: { place: "rack", cards: 2 } }, { "round-ended": { round: 7 } }, opened(8)];
  const state = afterUnits(NO_ROUND, [unit([opened(7), laid(1, "3", "Kd")]), unit(end)]);
  assert.deepEqual(state.before.cards.map(({ place }) => place), ["3", "dealer"]);
  assert.deepEqual(state.cards, {});
});

test("totals go with the cards", () => {
  const total = { announced: { place: "dealer", is: { total: { value: 17, soft: true } } } };
  const state = afterUnits(NO_ROUND, [unit([total])]);
  assert.deepEqual(state.totals, { dealer: { value: 17, soft: true } });
  assert.deepEqual(afterUnits(state, [unit([{ "card-laid": { draw: 1, place: "dealer", face: "9h", seen: {} } }])]).totals, {});
  assert.deepEqual(afterUnits(state, [unit([{ collected: { place: "dealer", cards: 2 } }])]).totals, {});
});

test("dice are read, the newest first", () => {
  const state = afterUnits(NO_ROUND, [unit([{ rolled: "6-2" }]), unit([{ rolled: "1-1" }])]);
  assert.deepEqual(state.dice, [1, 1]);
  assert.deepEqual(state.rolls, [[1, 1], [6, 2]]);
});

const takeBack = offer({ "take-back": { box: 3, wager: "x" } });

test("undo takes back by amount what was placed last, only while that is offered", () => {
  const state = afterUnits(NO_ROUND, [unit([opened(1), placed(1, "x", 500)]), unit([added(1, "x", 2_500)])]);
  const offers = offersFor(tableNow([takeBack]), "A");
  assert.deepEqual(undo(state, offers), { "take-back": { patron: "A", box: 3, wager: "x", amount: 2_500 } });
  assert.equal(undo(state, offersFor(tableNow(), "A")), null);
  const back = { "wager-taken-back": { number: 1, patron: "A", wager: "x", stake: 2_500, left: 500 } };
  assert.equal(undo(afterUnits(state, [unit([back])]), offers)["take-back"].amount, 500);
});

test("clear takes back the sums", () => {
  const state = afterUnits(NO_ROUND, [unit([opened(1), placed(1, "x", 500)]), unit([added(1, "x", 500), placed(2, "y", 500)])]);
  assert.deepEqual(clear(state, offersFor(tableNow([takeBack]), "A")), [
    { "take-back": { patron: "A", box: 3, wager: "x", amount: 1_000 } },
  ]);
});

test("repeat bets alike again, without what a decision cost and what lies there already", () => {
  const first = [unit([opened(1), placed(1, "x", 500), placed(2, "y", 100)]), unit([chosen, placed(3, "z", 500)]), unit([opened(2)])];
  const offers = offersFor(tableNow([betOffer(3, "x"), betOffer(3, "y"), betOffer(3, "z")]), "A");
  const state = afterUnits(NO_ROUND, first);
  assert.deepEqual(repeat(state, offers).map(({ bet }) => [bet.wager, bet.stake]), [["x", 500], ["y", 100]]);
  assert.deepEqual(repeat(afterUnits(state, [unit([placed(4, "x", 500)])]), offers).map(({ bet }) => bet.wager), ["y"]);
});

test("what was settled is not taken back, and of a wager made twice in a round the last is repeated", () => {
  const lost = { ...line, number: 1, outcome: "loses", paid: 0, returned: 0 };
  const first = [unit([opened(1), placed(1, "x", 500)]), unit([{ settled: lost }]), unit([placed(2, "x", 1_500)])];
  const state = afterUnits(NO_ROUND, first);
  assert.deepEqual(clear(state, offersFor(tableNow([takeBack]), "A")).map((input) => input["take-back"].amount), [1_500]);
  const next = afterUnits(state, [unit([opened(2)])]);
  assert.deepEqual(repeat(next, offersFor(tableNow([betOffer(3, "x")]), "A")).map(({ bet }) => bet.stake), [1_500]);
});

test("a line against a patron's bank says what the bank's hand was, and the bank's own line says none", () => {
  const announced = (place, is) => ({ announced: { place, is } });
  const covered = { "wager-placed": { ...placed(1, "c", 20_000)["wager-placed"], patron: "B", hand: "6" } };
  const hands = [announced("6", { called: "pair" }), announced("3", { called: "flush" }), announced("dealer", { called: "straight" })];
  const against = { bank: "B" };
  const own = { ...line, kind: "bank", patron: "B", hand: "6", against };
  const { lines } = afterUnits(NO_ROUND, [unit([opened(7), covered, ...hands, { settled: { ...line, against } }, { settled: own }])]);
  assert.deepEqual(lines.map((told) => told.hands), [{ own: { called: "flush" }, dealer: { called: "pair" }, bank: true }, { own: null, dealer: null }]);
});

test("a line says what both hands were when it was settled", () => {
  const announced = (place, is) => ({ announced: { place, is } });
  const told = afterUnits(NO_ROUND, [
    unit([opened(7), announced("3", { called: "pair" }), announced("dealer", { total: { value: 17, soft: false } }), { settled: line }]),
  ]).lines[0];
  assert.deepEqual(told.hands, { own: { called: "pair" }, dealer: { value: 17, soft: false } });
  assert.deepEqual(afterUnits(NO_ROUND, [unit([opened(7), { settled: line }])]).lines[0].hands, { own: null, dealer: null });
});
