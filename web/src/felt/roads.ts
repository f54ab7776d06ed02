/** The two roads of a shoe: the results in order. They are a record and have no predictive value. */
import type { Coup } from "./model";

/** The number of rows of both. */
export const ROWS = 6;

export interface Cell {
  column: number;
  row: number;
  winner: Coup["winner"];
  /** The number of ties after it; on the big road a tie has its own cell only if nothing was won before it. */
  ties: number;
  /** It is the last result, or the last result counts as a tie there. */
  last: boolean;
}

/** One after the other, down and then to the right. */
export function beadPlate(coups: readonly Coup[]): Cell[] {
  return coups.map(({ winner }, at) => ({ column: Math.floor(at / ROWS), row: at % ROWS, winner, ties: 0, last: at === coups.length - 1 }));
}

/** A column for each run of one hand; a run without room below continues to the right. */
export function bigRoad(coups: readonly Coup[]): Cell[] {
  const cells: Cell[] = [];
  const taken = new Set<string>();
  const isFree = (column: number, row: number) => row < ROWS && !taken.has(`${column} ${row}`);
  const lay = (winner: Cell["winner"], column: number, row: number) => {
    taken.add(`${column} ${row}`);
    cells.push({ column, row, winner, ties: winner === "tie" ? 1 : 0, last: false });
  };
  let begun = -1;
  // A run that has turned continues to the right.
  let turned = false;
  for (const { winner } of coups) {
    const before = cells.at(-1);
    if (winner === "tie" && before) {
      before.ties += 1;
      continue;
    }
    if (before?.winner === "tie") {
      // Ties before the first win are counted at the first win.
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

/** The last columns, if not all fit. */
export function lastColumns(cells: readonly Cell[], most: number): Cell[] {
  const first = Math.max(0, ...cells.map(({ column }) => column + 1)) - most;
  return first <= 0 ? [...cells] : cells.filter(({ column }) => column >= first).map((cell) => ({ ...cell, column: cell.column - first }));
}
