import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../table/tests/load.mjs";

const { cardPlaces, handSpan, planTable } = await load("../felt/kinds/baccarat-plan.ts");
const spot = (wager, label) => ({ wagers: [wager], label, name: label, main: false });
const rows = [[spot("x-a", "Player Bonus"), spot("x-b", "Banker Bonus")], [spot("t", "Tie"), spot("s", "Lucky 7")], [spot("b", "Banker")], [spot("a", "Player")]];
const wanted = (boxes) => ({ boxes, rows, brief: ({ label }) => label.replace(/(.)\S* Bonus/, "$1 Bonus"), prints: true });
const SIZES = [[766, 494], [1008, 558], [1080, 590], [1300, 700], [940, 1000]];

test("every table fits its screen, and all of it lies apart", () => {
  for (const [width, height] of SIZES) {
    for (let boxes = 1; boxes <= 14; boxes += 1) {
      const plan = planTable({ width, height }, wanted(boxes));
      const name = `${boxes} places on ${width} by ${height}`;
      assert.ok(plan.least <= height && plan.width <= width, `${name}: needs ${plan.width} by ${plan.least}`);
      assert.ok(2 * plan.hand + 10 + 28 <= width, `${name}: hands of ${plan.hand}`);
      assert.equal(plan.places.length, boxes);
      plan.places.slice(1).forEach((x, at) => assert.ok(x >= plan.places[at] + plan.place + 4, `${name}: places meet`));
      assert.ok(plan.places[0] >= 0 && plan.places.at(-1) + plan.place <= width + 0.5, `${name}: places leave the felt`);
      assert.ok(plan.rows.every(({ height, width }) => height >= 30 && width >= 30), `${name}: spots too small`);
      assert.equal(plan.rows.flatMap(({ spots }) => spots).length, 6, name);
    }
  }
});

test("places with room have spots of a row beside one another, narrow ones below one another", () => {
  assert.deepEqual(planTable({ width: 1008, height: 558 }, wanted(7)).rows.map(({ words }) => words), [["Player Bonus", "Banker Bonus"], ["Tie", "Lucky 7"], ["Banker"], ["Player"]]);
  assert.deepEqual(planTable({ width: 1008, height: 558 }, wanted(14)).rows.map(({ words: [word] }) => word), ["P Bonus", "B Bonus", "Tie", "Lucky 7", "Banker", "Player"]);
});

test("the roads have room on any screen, and cards are as large as they leave", () => {
  const cards = SIZES.map(([width, height]) => planTable({ width, height }, wanted(7)));
  assert.ok(cards.every(({ road }) => road >= 6));
  assert.ok(planTable({ width: 1300, height: 700 }, wanted(7)).card > planTable({ width: 766, height: 494 }, wanted(7)).card);
});

test("a third card lies across beside the others", () => {
  const [first, second, third] = cardPlaces(3, 60);
  assert.deepEqual([first.sideways, second.sideways, third.sideways], [false, false, true]);
  assert.ok(second.x >= first.x + 60 && third.x >= second.x + 60);
  assert.ok(third.x + 60 * 1.409 <= handSpan(60) + 1);
});
