import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { placesOf } = await load("places.ts");

const offers = (...choices) => choices.map((choice) => ({ hand: "1", choice, range: null, rule: "RULE-1", isDefault: false, text: "" }));
const shown = (places) => places.map((place) => place && (place.offer ? place.choice : `(${place.choice})`));

test("choices that are kept in sight stand where the layout has them, offered or not", () => {
  const kept = ["r", "s", "t"];
  assert.deepEqual(shown(placesOf(new Map(), kept, offers("t", "r"))), ["r", "(s)", "t"]);
  assert.deepEqual(shown(placesOf(new Map(), kept, offers("s"))), ["(r)", "s", "(t)"]);
});

test("where none of them is offered they are not in sight", () => {
  assert.deepEqual(shown(placesOf(new Map(), ["r"], offers("x", "y"))), ["x", "y"]);
});

test("any other keeps the place that it had", () => {
  const known = new Map();
  assert.deepEqual(shown(placesOf(known, [], offers("x", "y", "z"))), ["x", "y", "z"]);
  assert.deepEqual(shown(placesOf(known, [], offers("z", "y"))), [null, "y", "z"]);
  assert.deepEqual(shown(placesOf(known, [], offers("w", "z"))), ["w", null, "z"]);
  assert.deepEqual(shown(placesOf(known, [], offers("x"))), ["x"]);
});

test("two that had one place do not share it", () => {
  const known = new Map();
  placesOf(known, [], offers("x"));
  placesOf(known, [], offers("y"));
  assert.deepEqual(shown(placesOf(known, [], offers("x", "y"))), ["x", "y"]);
});
