import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { beatsBetween } = await load("show/beats.ts");

const moment = (more) => ({ seq: 1, told: 1, cards: [], wagers: [], lines: [], dice: null, rolls: [], results: [], cups: [], opened: 0, came: null, asked: false, ...more });
const hand = (place, ...cards) => ({ place, cards: cards.map(([draw, face]) => ({ draw, face })) });
const line = (unit, number) => ({ id: `${unit}.${number}`, unit, line: { number }, withdrawn: false, hands: {} });
const kinds = (beats) => beats.map(({ step }) => step.kind);

const dealt = moment({ cards: [hand("dealer", [2, "6d"], [4, "??"]), hand("1", [1, "Ts"], [3, "9h"])] });

test("cards come in the order in which they were dealt", () => {
  const beats = beatsBetween(moment({}), { ...dealt, told: 2 });
  assert.deepEqual(beats.map(({ step }) => step.draw ?? step.kind), [1, 2, 3, 4, "dealer"]);
  assert.ok(beats.every(({ lasts }) => lasts >= 200 && lasts <= 600));
  assert.deepEqual(beats.map(({ at }) => at), [...beats.map(({ at }) => at)].sort((a, b) => a - b));
});

test("forty-nine cards take no longer than fifteen", () => {
  const packet = (first, count) => Array.from({ length: count }, (_, at) => [first + at, "??"]);
  const last = (count) => beatsBetween(moment({}), moment({ told: 2, cards: [hand("1", ...packet(1, count))] })).at(-1);
  assert.ok(last(49).at + last(49).lasts <= last(15).at + last(15).lasts + 50);
});

test("the dealer turns a card before drawing, and wagers are settled after that, in their order", () => {
  const after = moment({ told: 2, cards: [hand("dealer", [2, "6d"], [4, "Tc"], [5, "8s"]), hand("1", [1, "Ts"], [3, "9h"])], lines: [line(2, 7), line(2, 3)] });
  assert.deepEqual(kinds(beatsBetween(dealt, after)), ["turn", "card", "dealer", "line", "line", "end"]);
  const lines = beatsBetween(dealt, after).filter(({ step }) => step.kind === "line");
  assert.deepEqual(lines.map(({ step }) => step.told.line.number), [7, 3]);
});

test("dice come before what they settle", () => {
  const after = moment({ told: 2, dice: [3, 4], rolls: [[3, 4]], lines: [line(2, 1)] });
  assert.deepEqual(kinds(beatsBetween(moment({}), after)), ["dice", "line", "end"]);
});

test("nothing is shown while something is asked, before anything is known, or where only chips were bet", () => {
  assert.deepEqual(beatsBetween(moment({}), { ...dealt, told: 2, asked: true }), []);
  assert.deepEqual(beatsBetween(moment({ told: 0 }), { ...dealt, told: 2 }), []);
  assert.deepEqual(beatsBetween(moment({}), moment({ told: 2, wagers: [{ number: 1 }] })), []);
});

test("a settlement of twenty wagers has beats of 200 ms", () => {
  const after = moment({ told: 2, lines: Array.from({ length: 20 }, (_, number) => line(2, number)) });
  const lines = beatsBetween(moment({}), after).filter(({ step }) => step.kind === "line");
  assert.equal(lines.length, 20);
  assert.ok(lines.every(({ lasts }) => lasts === 200));
});

test("two hands that all bet on are called after their last card, then which has won, before anything is settled", () => {
  const cards = [hand("player", [1, "Qs"], [3, "4h"], [5, "6c"]), hand("banker", [2, "3c"], [4, "2d"], [6, "4s"])];
  const came = { round: 4, winner: "banker", player: 0, banker: 9 };
  const after = moment({ told: 2, cards, came, lines: [line(2, 1)] });
  const beats = beatsBetween(moment({}), after);
  assert.deepEqual(beats.map(({ step }) => step.draw ?? step.place ?? step.kind), [1, 2, 3, 4, 5, 6, "player", "banker", "came", "line", "end"]);
  assert.deepEqual(beatsBetween(after, { ...after, seq: 3 }), []);
});
