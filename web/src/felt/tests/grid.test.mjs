import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../table/tests/load.mjs";
import { numberLayout } from "./numbers.mjs";

const { planGrid } = await load("../felt/kinds/grid-plan.ts");

const SIDEWAYS = { width: 960, height: 330, upright: false, outer: { across: 68, down: 60 }, line: 24 };
const POINTED = [SIDEWAYS, { ...SIDEWAYS, width: 768, height: 270, outer: { across: 56, down: 48 } }];
const UPRIGHT = { width: 344, height: 616, upright: true, outer: { across: 46, down: 44 }, line: null };

const meets = (a, b) => a.x < b.x + b.width - 0.01 && b.x < a.x + a.width - 0.01 && a.y < b.y + b.height - 0.01 && b.y < a.y + a.height - 0.01;
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
const targetAt = ({ targets }, { x, y }) => targets.filter((one) => one.x <= x && x < one.x + one.width && one.y <= y && y < one.y + one.height);
const boxOf = ({ boxes }, label) => boxes.find((box) => box.label === label);

for (const zeros of [1, 2]) {
  const layout = numberLayout(zeros);

  test(`with ${zeros} zero(s) no target lies on another, and none is smaller than 24 pixels`, () => {
    for (const room of POINTED) {
      const { targets } = planGrid(layout, room);
      targets.forEach((one, at) => {
        for (const other of targets.slice(at + 1)) assert.ok(!meets(one, other), `${one.wagers} meets ${other.wagers} at ${room.width}`);
        assert.ok(Math.min(one.width, one.height) >= 24, `${one.wagers}: ${one.width} x ${one.height}`);
      });
    }
  });

  test(`with ${zeros} zero(s) every spot of the layout has a target, and lies in it`, () => {
    const plan = planGrid(layout, SIDEWAYS);
    const taken = plan.targets.flatMap(({ wagers }) => wagers);
    assert.deepEqual(taken.sort(), [...layout.spots, ...layout.outside].map(({ wager }) => wager).sort());
    const crowded = plan.targets.flatMap(({ wagers }) => wagers.slice(1));
    assert.deepEqual(crowded.sort(), zeros === 1 ? [] : ["n-0-2", "n-00-2"]);
    for (const { wager, covers } of layout.spots.filter(({ wager, covers }) => covers.length > 1 && !crowded.includes(wager))) {
      const there = targetAt(plan, plan.lies.get(wager));
      assert.deepEqual(there.map(({ wagers }) => wagers[0]), [wager], covers.join(" "));
    }
  });

  test(`with ${zeros} zero(s) a finger finds every wager by the numbers that it covers`, () => {
    const { targets } = planGrid(layout, UPRIGHT);
    assert.ok(targets.every(({ width, height }) => Math.min(width, height) >= 43.9));
    for (const { wager, covers } of layout.spots) {
      const naming = targets.filter(({ wagers }) => wagers.includes(wager)).map(({ covers: [number] }) => number);
      assert.deepEqual(naming.sort(), [...covers].sort());
    }
  });
}

test("on a wide screen the layout lies on its side: the first column is the lowest row, and the zeros are on the left", () => {
  const plan = planGrid(numberLayout(2), SIDEWAYS);
  const [one, three, four, zero, double] = ["1", "3", "4", "0", "00"].map((label) => middle(boxOf(plan, label)));
  assert.ok(three.y < one.y && three.x === one.x);
  assert.ok(four.x > one.x && four.y === one.y);
  assert.ok(zero.x < one.x && double.y < zero.y);
  assert.ok(middle(boxOf(plan, "1st 12")).y > one.y);
});

test("upright, numbers go down and the zeros are above them", () => {
  const plan = planGrid(numberLayout(2), UPRIGHT);
  const [one, three, four, zero] = ["1", "3", "4", "0"].map((label) => middle(boxOf(plan, label)));
  assert.ok(three.x > one.x && three.y === one.y && four.y > one.y && zero.y < one.y);
});

test("a pointer takes what is nearest: a number, a line between two, a crossing of four", () => {
  const plan = planGrid(numberLayout(2), SIDEWAYS);
  const [seventeen, twenty] = ["17", "20"].map((label) => boxOf(plan, label));
  const at = (point) => targetAt(plan, point).map(({ wagers }) => wagers[0]);
  assert.deepEqual(at(middle(seventeen)), ["n-17"]);
  assert.deepEqual(at({ x: twenty.x - 8, y: middle(twenty).y + 6 }), ["n-17-20"]);
  assert.deepEqual(at({ x: twenty.x + 8, y: twenty.y + 9 }), ["n-17-18-20-21"]);
});

test("chips of a wager that has two places lie at the first, and both take them", () => {
  const layout = numberLayout(2);
  const plan = planGrid(layout, SIDEWAYS);
  const both = plan.targets.filter(({ wagers }) => wagers[0] === "n-0-00");
  assert.equal(both.length, 2);
  const { x } = plan.lies.get("n-0-00");
  assert.ok(x < boxOf(plan, "1").x);
});

test("what lies too close to be told apart is asked for where it lies", () => {
  const plan = planGrid(numberLayout(2), SIDEWAYS);
  const hosts = plan.targets.filter(({ wagers }) => wagers.length > 1);
  assert.deepEqual(hosts.map(({ wagers }) => wagers.length), [2, 2]);
  for (const { wagers, covers } of hosts) assert.ok(wagers[1].split("-").slice(1).every((number) => covers.includes(number)));
  const [zero, two] = ["0", "2"].map((label) => boxOf(plan, label));
  const { x, y } = plan.lies.get("n-0-2");
  assert.equal(x, two.x);
  assert.ok(y > zero.y && y < two.y + two.height);
});

test("a number that is printed and not played takes nothing", () => {
  const layout = numberLayout(2);
  const played = { ...layout, spots: layout.spots.filter(({ covers }) => !covers.includes("00")) };
  for (const room of [SIDEWAYS, UPRIGHT]) {
    const plan = planGrid(played, room);
    assert.ok(plan.targets.every(({ wagers }) => wagers.length > 0));
    assert.ok(plan.targets.every(({ covers }) => !covers.includes("00")));
    assert.ok(boxOf(plan, "00"));
  }
});

test("targets come in the order of reading", () => {
  const { targets } = planGrid(numberLayout(1), SIDEWAYS);
  const rows = targets.map((one) => Math.round(middle(one).y));
  assert.deepEqual(rows, [...rows].sort((a, b) => a - b));
});
