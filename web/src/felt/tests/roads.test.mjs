import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../table/tests/load.mjs";

const { beadPlate, bigRoad, lastColumns } = await load("../felt/roads.ts");
const WINNERS = { P: "player", B: "banker", T: "tie" };
const coups = (letters) => [...letters].map((letter, at) => ({ round: at + 1, winner: WINNERS[letter], player: 0, banker: 0 }));
const road = (letters) => bigRoad(coups(letters)).map(({ column, row, winner, ties }) => `${column}.${row}${winner.charAt(0)}${ties || ""}`);

test("the bead plate goes down and then to the right", () => {
  const cells = beadPlate(coups("PBTPBTPB"));
  assert.deepEqual(cells.map(({ column, row }) => [column, row]), [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 0], [1, 1]]);
  assert.deepEqual(cells.map(({ last }) => last), [...Array(7).fill(false), true]);
});

test("the big road has a column for each run", () => {
  assert.deepEqual(road("PPBPB"), ["0.0p", "0.1p", "1.0b", "2.0p", "3.0b"]);
  assert.deepEqual(road(""), []);
});

test("a tie is a mark on what was won before it, and does not end a run", () => {
  assert.deepEqual(road("PTPTTB"), ["0.0p1", "0.1p2", "1.0b"]);
});

test("ties before anything was won lie on what is won first", () => {
  assert.deepEqual(road("TT"), ["0.0t2"]);
  assert.deepEqual(road("TTBB"), ["0.0b2", "0.1b"]);
});

test("a run with no room below goes on to the right", () => {
  assert.deepEqual(road("BBBBBBBB").slice(5), ["0.5b", "1.5b", "2.5b"]);
});

test("a run that meets the tail of another one turns before it, and no cell is taken twice", () => {
  assert.deepEqual(road("BBBBBBBPPPPPPP").slice(7), ["1.0p", "1.1p", "1.2p", "1.3p", "1.4p", "2.4p", "3.4p"]);
  for (let seed = 1; seed < 400; seed += 1) {
    let state = seed * 7919;
    const letters = Array.from({ length: 90 }, () => "PPPBBBT".charAt((state = (state * 48271) % 2147483647) % (2 + (seed % 6)))).join("");
    const cells = bigRoad(coups(letters));
    assert.equal(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size, cells.length, letters);
    assert.ok(cells.every(({ row }) => row >= 0 && row < 6), letters);
    const ties = [...letters].filter((letter) => letter === "T").length;
    assert.equal(cells.reduce((sum, cell) => sum + cell.ties, 0), ties, letters);
    if (letters.includes("P") || letters.includes("B")) assert.equal(cells.length + ties, letters.length, letters);
  }
});

test("of many columns the last ones are shown", () => {
  const cells = lastColumns(bigRoad(coups("PBPBPB")), 4);
  assert.deepEqual(cells.map(({ column, winner }) => [column, winner]), [[0, "player"], [1, "banker"], [2, "player"], [3, "banker"]]);
  assert.equal(lastColumns(beadPlate(coups("PB")), 4).length, 2);
  assert.deepEqual(lastColumns([], 4), []);
});
