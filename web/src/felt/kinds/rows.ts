/** The size of a box's spots, and the packing of their rows into its strip. */
import { printed, type SpotPlan } from "../spots";

export const SPOT_GAP = 4;
const MAIN = 58;
const MIDDLE = 44;
const SMALL = 30;
/** A small spot is wider than high: an amount of four figures lies on it. */
const SMALL_WIDTH = 40;
const LETTER = 6;
/** A box with more spots than these has small ones. */
const MOST_MIDDLE = 5;

export interface SpotSize {
  width: number;
  height: number;
}

/** Whether spots have room for names, by their number in a box. */
export function areRoomy(spots: number): boolean {
  return spots <= MOST_MIDDLE;
}

export function spotSize(plan: SpotPlan, spots: number): SpotSize {
  const height = plan.main ? MAIN : areRoomy(spots) ? MIDDLE : SMALL;
  const least = height === SMALL ? SMALL_WIDTH : height;
  return { height, width: Math.max(least, Math.ceil(printed(plan, areRoomy(spots)).letters * LETTER) + 9) };
}

export function countSpots(rows: SpotPlan[][]): number {
  return rows.reduce((sum, row) => sum + row.length, 0);
}

interface Packed {
  lines: number;
  /** The longest line. */
  width: number;
}

/** Fills lines of at most this width, as the browser wraps them. */
function pack(sizes: SpotSize[], room: number): Packed {
  let packed: Packed = { lines: 1, width: 0 };
  let end = 0;
  for (const { width } of sizes) {
    const next = end === 0 ? width : end + SPOT_GAP + width;
    const wraps = end > 0 && next > room;
    end = wraps ? width : next;
    packed = { lines: packed.lines + Number(wraps), width: Math.max(packed.width, end) };
  }
  return packed;
}

/** The size of a box's rows up to a maximum width. The width is the minimum for that number of lines. */
export function packRows(rows: SpotPlan[][], room: number): SpotSize {
  const spots = countSpots(rows);
  const filled = rows.filter((row) => row.length > 0);
  return filled.reduce<SpotSize>(
    (sum, row) => {
      const sizes = row.map((plan) => spotSize(plan, spots));
      const { lines, width } = pack(sizes, room);
      const line = Math.max(...sizes.map(({ height }) => height)) + SPOT_GAP;
      return { width: Math.max(sum.width, width), height: sum.height + lines * line };
    },
    { width: 0, height: 0 },
  );
}
