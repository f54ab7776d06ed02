import assert from "node:assert/strict";
import test from "node:test";
import { betOffer, load, tableNow } from "./load.mjs";

const { sorted, wantedOf, withChip, withoutLast, worth, worthAt } = await load("collecting.ts");
const { offersFor } = await load("offers.ts");

const spot = { box: 1, wager: "x", forDealers: false };
const fifteen = { amount: { min: 1_500, max: 10_000, step: 500 } };
const now = tableNow([betOffer(1, "x", fifteen)]);
const piled = (...chips) => chips.reduce((piles, chip) => withChip(piles, spot, chip, now.question), []);
const fate = (piles, at = now) => Object.entries(sorted(piles, at, offersFor(at, "A"))).find(([, some]) => some.length > 0)?.[0];

test("three fives make the fifteen that is the least, and two do not", () => {
  assert.equal(fate(piled(500)), "waiting");
  assert.equal(fate(piled(500, 500)), "waiting");
  assert.equal(fate(piled(500, 500, 500)), "whole");
});

test("what chips must come to is the next amount that is taken", () => {
  const six = { min: 600, max: 4_000, step: 600 };
  assert.equal(wantedOf(six, 500), 600);
  assert.equal(wantedOf(six, 1_500), 1_800);
  assert.equal(wantedOf(six, 3_900), 4_000);
});

test("chips go back when bets have closed, when the bet is not offered, and when they are too many", () => {
  assert.equal(fate(piled(500), tableNow([])), "back");
  assert.equal(fate(piled(500), { ...now, question: now.question + 1 }), "back");
  assert.equal(fate(piled(10_000, 500)), "back");
});

test("the last chip is the first to go back", () => {
  const other = { ...spot, wager: "y" };
  const piles = withChip(withChip(piled(500, 100), other, 500, 8), spot, 100, 8);
  assert.equal(worthAt(piles, spot), 700);
  assert.deepEqual(withoutLast(piles).map(worth), [500, 600]);
  assert.deepEqual(withoutLast(withoutLast(withoutLast(piles))).map(worth), [500]);
  assert.deepEqual(withoutLast([]), []);
});
