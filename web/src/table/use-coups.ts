/** The rounds of this shoe. A page opened in the middle of a shoe reads the earlier ones from the journal. */
import { useEffect, useMemo, useState } from "react";
import { ask } from "../api/client";
import type { UnitFrame } from "../api/types";
import { hasRoads } from "../felt/kinds";
import type { Coup } from "../felt/model";
import { joined } from "./coups";
import { earlierThan, type Fetch } from "./earlier";
import type { TableModel } from "./model";

const NONE: Coup[] = [];

/** Null if the table has no such rounds. */
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
    // Without them the roads begin when the page was opened.
    earlierThan(since, fetch).then((found) => !gone && setEarlier(found.coups), () => undefined);
    return () => void (gone = true);
  }, [wanted, table, since]);
  return useMemo(() => (shown ? joined(wholeShoe ? NONE : earlier, coups) : null), [shown, wholeShoe, earlier, coups]);
}
