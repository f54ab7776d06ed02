/** Zones beyond rectangles: a line that goes round the corner of the layout, and rows of numbers. */
import { areaOf, sum, type Tracks, type Zone } from "./zone-plan";

/** The part of a line that goes up along the edge. */
export interface Arm {
  width: number;
  height: number;
}

/** The first column of a zone in a row. */
function leftmost(zones: Zone[], row: number, phone: boolean): number {
  const starts = zones.map((zone) => areaOf(zone, phone)).filter(([, first, , down]) => first <= row && row < first + down);
  return Math.min(Infinity, ...starts.map(([column]) => column));
}

/** With fewer rows than this it is not an arm but a hole in the layout. */
const LEAST_ARM = 2;

interface Corner {
  columns: number;
  /** The rows from which and before which it lies. */
  rows: [number, number];
}

/** A zone at the left edge goes up along it as far as the columns before its neighbours are free. */
function cornerOf(zone: Zone, zones: Zone[], phone: boolean): Corner | null {
  const [column, first] = areaOf(zone, phone);
  const columns = column === 0 && first > 0 ? leftmost(zones, first - 1, phone) : 0;
  if (columns === 0 || columns === Infinity) return null;
  let top = first;
  while (top > 0 && leftmost(zones, top - 1, phone) >= columns) top -= 1;
  return first - top < LEAST_ARM ? null : { columns, rows: [top, first] };
}

export function armOf(zone: Zone, { zones, column, rows, phone }: Tracks): Arm | null {
  const corner = cornerOf(zone, zones, phone);
  return corner && { width: corner.columns * column, height: sum(rows.slice(...corner.rows)) };
}

/** Whether a zone lies in the bend of a line. */
export function isInBend(zone: Zone, { zones, phone }: Tracks): boolean {
  const [column, first, , down] = areaOf(zone, phone);
  return zones.some((line) => {
    const corner = cornerOf(line, zones, phone);
    return corner !== null && corner.columns === column && corner.rows[1] === first + down;
  });
}

export interface Numbered {
  number: string;
  /** Its payout, if it is higher than the others'. */
  pays: string | null;
}

const LIST = /^\d+(?:, \d+)+$/;
const PAYS = /^(\d+) pays (.+)$/;

/** The numbers in a zone's note, "2, 3, 12; 2 pays 2 to 1, 12 pays 3 to 1"; null for another kind of note. */
export function numbersOf({ note }: Zone): Numbered[] | null {
  const [list = "", pays = ""] = note?.split("; ") ?? [];
  if (!LIST.test(list)) return null;
  const odds = new Map(pays.split(", ").flatMap((one) => (PAYS.exec(one) ? [one.split(" pays ", 2) as [string, string]] : [])));
  return list.split(", ").map((number) => ({ number, pays: odds.get(number) ?? null }));
}
