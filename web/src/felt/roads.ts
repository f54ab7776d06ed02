/** The two roads of a shoe: what came, in the order in which it came. They are a record and tell nothing of what comes next. */
import type { Coup } from "./model";

/** How many rows both have. */
export const ROWS = 6;

export interface Cell {
  column: number;
  row: number;
  winner: Coup["winner"];
  /** How many ties came after it; on the big road a tie has no cell of its own, unless nothing was won before it. */
  ties: number;
  /** It is what came last, or the last that came counts as a tie there. */
  last: boolean;
}

/** One after the other, down and then to the right. */
export function beadPlate(coups: readonly Coup[]): Cell[] {
  return coups.map(({ winner }, at) => ({ column: Math.floor(at / ROWS), row: at % ROWS, winner, ties: 0, last: at === coups.length - 1 }));
}

/** A column for each run of one hand; a run that finds no room below goes on to the right. */
export function bigRoad(coups: readonly Coup[]): Cell[] {
  const cells: Cell[] = [];
  const taken = new Set<string>();
  const isFree = (column: number, row: number) => row < ROWS && !taken.has(`${column} ${row}`);
  const lay = (winner: Cell["winner"], column: number, row: number) => {
    taken.add(`${column} ${row}`);
    cells.push({ column, row, winner, ties: winner === "tie" ? 1 : 0, last: false });
  };
  let begun = -1;
  // A run that has turned goes on to the right.
  let turned = false;
  for (const { winner } of coups) {
    const before = cells.at(-1);
    if (winner === "tie" && before) {
      before.ties += 1;
      continue;
    }
    if (before?.winner === "tie") {
      // Ties that came before anything was won lie on what was won first.
      before.winner = winner;
      continue;
    }
    if (before?.winner === winner) {
      turned ||= !isFree(before.column, before.row + 1);
      lay(winner, turned ? before.column + 1 : before.column, turned ? before.row : before.row + 1);
      continue;
    }
    begun += 1;
    while (!isFree(begun, 0)) begun += 1;
    turned = false;
    lay(winner, begun, 0);
  }
  const last = cells.at(-1);
  if (last) last.last = true;
  return cells;
}

/** The last columns, where there is no room for all. */
export function lastColumns(cells: readonly Cell[], most: number): Cell[] {
  const first = Math.max(0, ...cells.map(({ column }) => column + 1)) - most;
  return first <= 0 ? [...cells] : cells.filter(({ column }) => column >= first).map((cell) => ({ ...cell, column: cell.column - first }));
}
