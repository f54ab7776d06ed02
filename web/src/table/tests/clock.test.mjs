import assert from "node:assert/strict";
import test from "node:test";
import { load, tableNow } from "./load.mjs";

const { countdownOf, partLeft, secondsLeft, untilNextSecond } = await load("clock.ts");

test("time is the house's difference from when it arrived", () => {
  const countdown = countdownOf(tableNow([], { now: 1_000_000, until: 21_000_000 }), 5_000, null);
  assert.equal(secondsLeft(countdown, 5_000), 20);
  assert.equal(secondsLeft(countdown, 5_001), 20);
  assert.equal(secondsLeft(countdown, 24_500), 1);
  assert.equal(secondsLeft(countdown, 99_000), 0);
  assert.equal(partLeft(countdown, 15_000), 0.5);
  assert.equal(untilNextSecond(countdown, 5_300), 700);
});

test("a slow answer does not make it longer, a new question starts it again", () => {
  const first = countdownOf(tableNow([], { now: 0, until: 20_000_000 }), 0, null);
  const slow = countdownOf(tableNow([], { now: 1_000_000, until: 20_000_000 }), 3_000, first);
  assert.equal(slow.ends, 20_000);
  assert.equal(slow.total, 20_000);
  assert.equal(countdownOf(tableNow([], { now: 0, until: 30_000_000 }), 0, slow).ends, 30_000);
  assert.equal(countdownOf(tableNow([], { until: null }), 0, slow), null);
});
