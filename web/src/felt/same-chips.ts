import type { Chips } from "./model";

/** Whether chips look as before. They are made anew with every view, so that comparing their lists would tell nothing. */
export function sameChips(a: Chips[], b: Chips[]): boolean {
  return a.length === b.length && a.every((one, at) => {
    const other = b[at];
    return !!other && (Object.keys(one) as (keyof Chips)[]).every((key) => one[key] === other[key]);
  });
}
