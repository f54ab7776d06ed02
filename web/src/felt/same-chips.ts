import type { Chips } from "./model";

/** Whether chips look as before. Their lists are new in every view, so comparing these is no use. */
export function sameChips(a: Chips[], b: Chips[]): boolean {
  return a.length === b.length && a.every((one, at) => {
    const other = b[at];
    return !!other && (Object.keys(one) as (keyof Chips)[]).every((key) => one[key] === other[key]);
  });
}
