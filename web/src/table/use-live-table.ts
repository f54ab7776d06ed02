import { useEffect, useState, useSyncExternalStore } from "react";
import { LiveTable, type LiveState } from "./live";

export interface Live {
  table: LiveTable;
  state: LiveState;
}

const NOBODY = { watch: () => () => undefined, current: () => null };

/** A live table, connected while the page shows it. */
export function useLiveTable(number: number): Live | null {
  const [table, setTable] = useState<LiveTable | null>(null);
  useEffect(() => {
    const opened = new LiveTable(number);
    setTable(opened);
    return () => opened.close();
  }, [number]);
  const { watch, current } = table ?? NOBODY;
  const state = useSyncExternalStore<LiveState | null>(watch, current);
  return table && state ? { table, state } : null;
}
