/** The rounds of this shoe. A page that is opened in the middle of it looks up in the journal what was before. */
import { useEffect, useMemo, useState } from "react";
import { ask } from "../api/client";
import type { UnitFrame } from "../api/types";
import { hasRoads } from "../felt/kinds";
import type { Coup } from "../felt/model";
import { joined } from "./coups";
import type { TableModel } from "./model";
import { afterUnits, NO_ROUND, type RoundState } from "./round";

/** How many units are asked for at once, and how often at most: a shoe has no more. */
const MOST_UNITS = 256;
const MOST_TIMES = 8;
/** In so many units the round ends that the page had come into. */
const OVERLAP = 64;

const NONE: Coup[] = [];

/** Units of a table from one on, in their order. */
type Fetch = (after: number, limit: number) => Promise<UnitFrame[]>;

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

/** Nothing where the table has no such rounds. */
export function useCoups({ now, rules, state }: TableModel): readonly Coup[] | null {
  const { coups, wholeShoe, since } = state.round;
  const [earlier, setEarlier] = useState<readonly Coup[]>(NONE);
  const shown = hasRoads(rules.layout);
  const wanted = shown && !wholeShoe && since > 0;
  const { table } = now;
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const fetch: Fetch = (after, limit) => ask<UnitFrame[]>(`/v1/tables/${table}/units?after=${after}&limit=${limit}`);
    // Without them the roads begin where the page did.
    earlierThan(since, fetch).then((found) => !gone && setEarlier(found.coups), () => undefined);
    return () => void (gone = true);
  }, [wanted, table, since]);
  return useMemo(() => (shown ? joined(wholeShoe ? NONE : earlier, coups) : null), [shown, wholeShoe, earlier, coups]);
}
