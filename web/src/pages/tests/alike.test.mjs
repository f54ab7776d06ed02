import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../table/tests/load.mjs";

const { alike } = await load("../pages/rules/alike.ts");

const wager = (id, family, pays) => ({ wager: id, family, pays: [pays] });
const told = (layout, wagers) => alike({ layout }, wagers).map(({ wager: { wager: id }, others }) => [id, others]);
const wagers = [wager("a-1", "a", "17 to 1"), wager("a-2", "a", "17 to 1"), wager("a-3", "a", "18 to 1"), wager("b", null, "1 to 1"), wager("c-1", "c", "2 to 1"), wager("c-2", "c", "2 to 1")];

test("bets among numbers that are of one family and pay alike are told once, and all others each by itself", () => {
  const spots = ["a-1", "a-2", "a-3"].map((id) => ({ wager: id }));
  assert.deepEqual(told({ spots }, wagers), [["a-1", 1], ["a-3", 0], ["b", 0], ["c-1", 0], ["c-2", 0]]);
});

test("where there are no numbers every bet is told", () => {
  assert.equal(told({}, wagers).length, wagers.length);
});
