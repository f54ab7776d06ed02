import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../table/tests/load.mjs";
import { numberLayout } from "./numbers.mjs";

const { ranksOf, restOf, wayOf } = await load("../felt/wheel-plan.ts");
const SYMBOLS = ["a", "b", "a", "c", "a", "b"];

test("faces have their colours by how often they come", () => {
  assert.deepEqual([...ranksOf(SYMBOLS)], [["a", 0], ["b", 1], ["c", 2]]);
});

test("below the clapper stands a section of the face that was hit, whichever of them", () => {
  for (let seed = 0; seed < 50; seed += 1) {
    for (const face of SYMBOLS) {
      const { turn, at } = restOf(SYMBOLS, face, seed, "clapper");
      assert.equal(at % 360, 0);
      assert.equal(SYMBOLS[Math.round(((360 - turn) % 360) / 60)], face);
    }
  }
});

test("the ball lies in the pocket, wherever the wheel has come to", () => {
  const { wheel } = numberLayout(2);
  for (const [section, face] of wheel.entries()) {
    const { turn, at } = restOf(wheel, face, section, "ball");
    assert.ok(Math.abs((((at - turn) % 360) + 360) % 360 - (360 / 38) * section) < 1e-9);
  }
});

test("a wheel rests in the same way each time it is drawn, and nowhere before its first result or on an unknown face", () => {
  assert.deepEqual(restOf(SYMBOLS, "a", 7, "ball"), restOf(SYMBOLS, "a", 7, "ball"));
  assert.equal(restOf(SYMBOLS, null, 7, "ball"), null);
  assert.equal(restOf(SYMBOLS, "z", 7, "clapper"), null);
  assert.equal(restOf([], "a", 7, "clapper"), null);
});

test("a wheel goes on in its direction, by whole turns and the rest of the way", () => {
  assert.equal(wayOf(350, 10, 3), 3 * 360 + 20);
  assert.equal(wayOf(10, 350, 3), 3 * 360 + 340);
  assert.equal(wayOf(90, 90, 2), 720);
});
