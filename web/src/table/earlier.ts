/** What was before the page: the journal is read back as far as the shuffle of this shoe. */
import type { UnitFrame } from "../api/types";
import { afterUnits, NO_ROUND, type RoundState } from "./round";

/** How many units are asked for at once, and how often at most: a shoe has no more. */
const MOST_UNITS = 256;
const MOST_TIMES = 8;
/** Within as many units as this the round ends that the page had come into. */
const OVERLAP = 64;

/** Units of a table from one on, in their order. */
export type Fetch = (after: number, limit: number) => Promise<UnitFrame[]>;

/** What was told from the shuffle of this shoe on, up to a unit and a little beyond. */
export async function earlierThan(since: number, fetch: Fetch): Promise<RoundState> {
  let units = await fetch(since, OVERLAP);
  let [from, state] = [since, NO_ROUND];
  for (let times = 0; times < MOST_TIMES && from > 0 && !state.wholeShoe; times += 1) {
    const after = Math.max(0, from - MOST_UNITS);
    units = [...(await fetch(after, from - after)), ...units];
    from = after;
    state = afterUnits({ ...NO_ROUND, seq: from, since: from }, units);
  }
  return state;
}
