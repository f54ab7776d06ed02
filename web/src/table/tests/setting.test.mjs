/** Selecting the low hand: by taps, by drops and by the house way; hands are known only from the house's data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { cardsOf, dropped, houseWay, lowCount, pickOf, setLow, tapped, wayOf } = await load("setting.ts");
const { inOrder } = await load("../felt/card-order.ts");

/** Seven cards by draw number, and some of the house's ways of setting them. */
const LIE = [20, 21, 22, 23, 24, 25, 26];
const way = (cards, low, high, more = {}) => ({ cards, low, high, ...more });
const SETTING = {
  hand: "3",
  set: false,
  ways: [way([0, 3], "kings", "sevens", { foul: true }), way([1, 5], "sevens", "kings", { house: { branch: "split", rules: ["RULE-1"] } }), way([2, 6], "queen-nine", "two pair")],
};

test("two taps choose, a tap on a chosen card takes it back, a third card begins anew", () => {
  assert.deepEqual(tapped([], 22, 2), [22]);
  assert.deepEqual(tapped([22], 26, 2), [22, 26]);
  assert.deepEqual(tapped([22, 26], 22, 2), [26]);
  assert.deepEqual(tapped([22, 26], 20, 2), [20], "never three");
});

test("a card that is dropped on a whole low hand comes in place of the first", () => {
  assert.deepEqual(dropped([22], 26, true, 2), [22, 26]);
  assert.deepEqual(dropped([22, 26], 20, true, 2), [26, 20]);
  assert.deepEqual(dropped([22, 26], 26, true, 2), [22, 26], "it lies there already");
  assert.deepEqual(dropped([22, 26], 26, false, 2), [22]);
  assert.deepEqual(dropped([22], 20, false, 2), [22]);
});

test("what is chosen is looked up in whichever order it was chosen", () => {
  assert.equal(lowCount(SETTING), 2);
  assert.equal(wayOf(SETTING, LIE, [25, 21])?.low, "sevens");
  assert.equal(wayOf(SETTING, LIE, [23, 20])?.foul, true);
  assert.equal(wayOf(SETTING, LIE, [20]), null, "one card is no hand");
  assert.equal(wayOf(SETTING, LIE, []), null);
});

test("the command names places in the hand, and there is none while cards are missing", () => {
  assert.deepEqual(pickOf("A", SETTING, LIE, [26, 22]), { pick: { patron: "A", hand: "3", cards: [2, 6] } });
  assert.equal(pickOf("A", SETTING, LIE, [26]), null);
});

test("the house's way and a hand that is set are told by the house", () => {
  assert.deepEqual(houseWay(SETTING, LIE), { low: [21, 25], house: { branch: "split", rules: ["RULE-1"] } });
  assert.equal(houseWay({ ...SETTING, ways: [SETTING.ways[0]] }, LIE), null);
  assert.equal(setLow(SETTING, LIE), null, "not set yet");
  assert.deepEqual(setLow({ ...SETTING, set: true, ways: [SETTING.ways[2]] }, LIE), [22, 26]);
  assert.deepEqual(cardsOf({ cards: [{ place: "3", cards: LIE.map((draw) => ({ draw, face: "??" })) }] }, "3"), LIE);
  assert.deepEqual(cardsOf({ cards: [] }, "3"), []);
});

test("cards are held by rank, the joker first, pairs before others once the hand is whole", () => {
  const cards = ["4d", "(Kd)", "7h", "Th", "Jk", "7c"].map((face, draw) => ({ face, draw }));
  const faces = (grouped) => inOrder(cards, grouped).map(({ face }) => face).join(" ");
  assert.equal(faces(false), "Jk (Kd) Th 7h 7c 4d");
  assert.equal(faces(true), "7h 7c Jk (Kd) Th 4d");
  assert.deepEqual(inOrder([{ face: "??" }, { face: "??" }]), [{ face: "??" }, { face: "??" }]);
});
