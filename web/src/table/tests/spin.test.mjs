import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

// The catalogue asks the browser for its language.
const browser = { location: new URL("https://house.example/"), navigator: { languages: ["en"] }, document: { documentElement: {} } };
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });

const { beatsBetween, SPIN } = await load("show/beats.ts");
const { afterUnit, NO_ROUND } = await load("round.ts");
const { namesOf } = await load("names.ts");
const { paysOf } = await load("pays.tsx");

const moment = (more) => ({ seq: 1, told: 1, cards: [], wagers: [], lines: [], dice: null, rolls: [], results: [], asked: false, ...more });
const line = (unit, number) => ({ id: `${unit}.${number}`, unit, line: { number }, withdrawn: false, hands: {} });
const kinds = (beats) => beats.map(({ step }) => step.kind);

test("a wheel turns, then it is said where it stopped, then wagers are settled", () => {
  const after = moment({ told: 2, results: ["17", "8"], lines: [line(2, 1), line(2, 2)] });
  const beats = beatsBetween(moment({ results: ["8"] }), after);
  assert.deepEqual(kinds(beats), ["spin", "landed", "line", "line", "end"]);
  const [spin, landed, first] = beats;
  assert.deepEqual([spin.at, spin.lasts, landed.at], [0, SPIN, SPIN]);
  assert.equal(landed.step.face, "17");
  assert.ok(first.at > landed.at);
});

test("the same number twice is two spins, also where the list is full", () => {
  assert.deepEqual(kinds(beatsBetween(moment({ results: ["8"] }), moment({ told: 2, results: ["8", "8"] }))), ["spin", "landed"]);
  const full = Array.from({ length: 12 }, (_, at) => String(at));
  assert.deepEqual(kinds(beatsBetween(moment({ results: full }), moment({ told: 2, results: ["0", ...full.slice(0, 11)] }))), ["spin", "landed"]);
});

test("no wheel turns where nothing came, where something is asked, or before anything is known", () => {
  const after = moment({ told: 2, results: ["17"] });
  assert.deepEqual(beatsBetween(moment({ results: ["17"] }), after), []);
  assert.deepEqual(beatsBetween(moment({}), { ...after, asked: true }), []);
  assert.deepEqual(beatsBetween(moment({ told: 0 }), after), []);
});

const unit = (seq, ...whats) => ({ seq, at: 0, events: whats.map((what) => ({ what, rules: [] })), told: whats.map((_, event) => ({ event })) });

test("what a wheel brings is kept for a past round, and needs no sentence beside the felt", () => {
  let state = afterUnit(NO_ROUND, unit(1, { spun: "17" }));
  state = afterUnit(state, unit(2, { "wheel-stopped": "joker" }));
  assert.deepEqual(state.spins, ["joker", "17"]);
  assert.deepEqual(state.sentences, []);
});

const rules = (game) => ({ game, wagers: [], choices: [], layout: { rows: [], zones: [] } });

test("places and results have names, not ids", () => {
  const roulette = namesOf(rules("ohio/roulette"));
  const ids = ["split-17-20", "three-1-2-3", "four-1-2-4-5", "five", "six-1-6", "dozen-1", "red", "straight-00"];
  assert.deepEqual(ids.map(roulette.wager), ["Split 17, 20", "Street 1 to 3", "Corner 1, 2, 4, 5", "First five", "Six line 1 to 6", "First dozen", "Red", "Straight 00"]);
  assert.deepEqual(["17", "0", "00", "36"].map(roulette.face), ["17 black", "0 green", "00 green", "36 red"]);
  const bigSix = namesOf(rules("ohio/big-six"));
  assert.deepEqual(["five", "joker"].map(bigSix.wager), ["$5", "Joker"]);
  assert.deepEqual(["20", "joker"].map(bigSix.face), ["$20", "Joker"]);
});

test("a marker on a zero is on a number, and one without a number is off", () => {
  const numbered = namesOf({ ...rules("ohio/roulette"), layout: { rows: [], zones: [], numbers: [{ pocket: "0" }] } });
  assert.deepEqual([38, 17, 37].map((value) => numbered.marked({ id: "point", value })), ["0 green", "17 black", "00 green"]);
  assert.equal(numbered.marked({ id: "point", value: 0 }), null);
  assert.equal(numbered.marked({ id: "puck", value: 0 }), null);
  assert.equal(namesOf(rules("ohio/craps")).marked({ id: "point", value: 0 }), null);
});

test("a spot says what its wager pays, and nothing where that is a table", () => {
  const pays = paysOf({ wagers: [{ wager: "a", pays: ["17 to 1"] }, { wager: "b", pays: [] }] });
  assert.deepEqual(["a", "b", "c"].map(pays), ["17 to 1", null, null]);
});
