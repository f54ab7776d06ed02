import type { Chips } from "./model";

/** Whether chips look unchanged. Their lists are new objects in every view, so comparing these is useless. */
export function sameChips(a: Chips[], b: Chips[]): boolean {
  return a.length === b.length && a.every((one, at) => {
    const other = b[at];
    return !!other && (Object.keys(one) as (keyof Chips)[]).every((key) => one[key] === other[key]);
  });
}
