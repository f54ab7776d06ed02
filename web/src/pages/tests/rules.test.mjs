import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../table/tests/load.mjs";

const { byId, sectionsOf, withPoints } = await load("../pages/rules/sections.ts");

const paragraph = (id, kind = "applied") => ({ id, game: "", class: kind, note: id });

test("paragraphs stand in the order of the document", () => {
  const ids = ["X-Y-10", "X-Y-2.X", "X-Y-2.IX", "X-Y-2", "X-Y-2.V:b", "X-Y-2.V", "X-Y-2.V:a", "X-Y-2.IV.B", "X-Y-2.IV.A"];
  const ordered = ["X-Y-2", "X-Y-2.IV.A", "X-Y-2.IV.B", "X-Y-2.V", "X-Y-2.V:a", "X-Y-2.V:b", "X-Y-2.IX", "X-Y-2.X", "X-Y-10"];
  assert.deepEqual([...ids].sort(byId), ordered);
});

test("they are gathered by section, rulings by themselves", () => {
  const all = [paragraph("X-Y-2.I"), paragraph("RULING-Y-3", "ruling"), paragraph("X-Y-1"), paragraph("X-Y-2")];
  const sections = sectionsOf(all).map(({ name, paragraphs }) => [name, paragraphs.length]);
  assert.deepEqual(sections, [["RULING-Y", 1], ["X-Y-1", 1], ["X-Y-2", 2]]);
});

test("points stand below their paragraph, and alone where it is not there", () => {
  const found = withPoints([paragraph("X-Y-1"), paragraph("X-Y-1:a"), paragraph("X-Y-2:a")]);
  assert.deepEqual(found.map(({ paragraph, points }) => [paragraph.id, points.length]), [["X-Y-1", 1], ["X-Y-2:a", 0]]);
});
