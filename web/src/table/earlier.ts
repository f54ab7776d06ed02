/** Reads the journal back from before the page was opened, to the shuffle of this shoe. */
import type { UnitFrame } from "../api/types";
import { afterUnits, NO_ROUND, type RoundState } from "./round";

/** The number of units per request, and the maximum number of requests: a shoe has no more. */
const MOST_UNITS = 256;
const MOST_TIMES = 8;
/** Within this number of units the round ends in which the page was opened. */
const OVERLAP = 64;

/** Units of a table from a given one on, in order. */
export type Fetch = (after: number, limit: number) => Promise<UnitFrame[]>;

/** The events from the shuffle of this shoe up to a unit, and slightly beyond. */
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
