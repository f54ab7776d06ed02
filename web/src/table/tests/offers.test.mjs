import assert from "node:assert/strict";
import test from "node:test";
import { betOffer, load, offer, tableNow } from "./load.mjs";

const { allows, betAt, firstQuestion, leastOf, nearestTo, offersFor, stepped } = await load("offers.ts");
const six = { min: 600, max: 4_000, step: 600 };

test("a folded offer is found at every box and wager it stands for", () => {
  const folded = offer({ bet: { box: 2, wager: "x", targets: ["x", "y"] } }, { by: "any patron", "also-on": [4], amount: six });
  const offers = offersFor(tableNow([folded]), "A");
  assert.equal(betAt(offers, 4, "y").box, 4);
  assert.equal(betAt(offers, 2, "x").range, six);
  assert.equal(betAt(offers, 3, "x"), null);
});

test("box 0 is your own place before any free one", () => {
  const offers = offersFor(tableNow([betOffer(1, "x", { by: "any patron" }), betOffer(5, "x")]), "A");
  assert.equal(betAt(offers, 0, "x").box, 5);
  assert.deepEqual(offers.ownBoxes, [5]);
});

test("what others are offered is not yours, and without a place nothing is", () => {
  const now = tableNow([betOffer(1, "x", { by: "B" }), betOffer(2, "x", { by: "any patron" })]);
  assert.equal(betAt(offersFor(now, "A"), 1, "x"), null);
  assert.equal(betAt(offersFor(now, null), 2, "x"), null);
});

test("bets for the dealers are kept apart", () => {
  const offers = offersFor(tableNow([offer({ bet: { box: 1, wager: "x", "for-dealers": true } }, { amount: six })]), "A");
  assert.equal(betAt(offers, 1, "x"), null);
  assert.equal(betAt(offers, 1, "x", true).forDealers, true);
});

test("the hand that the house asks about comes first", () => {
  const may = offer({ choose: { hand: "1", choice: "u" } });
  const must = offer({ choose: { hand: "3.2", choice: "v" } }, { due: true, default: true });
  const question = firstQuestion(offersFor(tableNow([may, must], { view: { due: { kind: "choice", hand: "3.2" } } }), "A"));
  assert.equal(question.hand, "3.2");
  assert.equal(question.asked, true);
  assert.equal(question.choices[0].isDefault, true);
});

test("a hand that is to be set comes before one that merely may be surrendered", () => {
  const choose = (hand, choice) => offer({ choose: { hand, choice } }, { due: true });
  const offers = offersFor(tableNow([choose("3", "surrender"), offer({ pick: { hand: "4", count: 2 } }, { due: true, rule: "RULE-2" }), choose("4", "house-way"), choose("4", "surrender")]), "A");
  const question = firstQuestion(offers);
  assert.deepEqual([question.hand, question.pick, question.choices.map(({ choice }) => choice)], ["4", "RULE-2", ["house-way", "surrender"]]);
  assert.equal(offers.questions[1].pick, null);
});

test("amounts lie on steps counted from zero, and the maximum is always one", () => {
  assert.equal(allows(six, 1_200), true);
  assert.equal(allows(six, 700), false);
  assert.equal(allows(six, 4_000), true);
  assert.equal(stepped(six, 4_000, -1), 3_600);
  assert.equal(stepped(six, 3_600, 1), 4_000);
  assert.equal(stepped(six, 600, -1), 600);
});

test("the nearest amounts lie below and above, and none beyond the ends", () => {
  assert.deepEqual(nearestTo(six, 1_200), [1_200]);
  assert.deepEqual(nearestTo(six, 1_300), [1_200, 1_800]);
  assert.deepEqual(nearestTo(six, 500), [600]);
  assert.deepEqual(nearestTo(six, 3_900), [3_600, 4_000]);
  assert.deepEqual(nearestTo(six, 9_000), [4_000]);
  assert.deepEqual(nearestTo({ min: 1_000, max: 1_000, step: 1_000 }, 500), [1_000]);
  assert.equal(leastOf(six), 600);
  assert.equal(leastOf({ min: 700, max: 700, step: 500 }), 700);
});
