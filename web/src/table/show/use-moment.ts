import { useMemo } from "react";
import type { Coup, View } from "../../felt/model";
import type { TableModel } from "../model";
import type { Moment } from "./beats";

const NONE: string[] = [];

/** The displayed instant; it changes only with the table. */
export function useMoment({ now, rules, state, question }: TableModel, view: View, came: Coup | null): Moment {
  const { round } = state;
  const asked = question?.asked ?? false;
  return useMemo(
    () => ({
      seq: now.seq,
      told: round.seq,
      cards: view.cards,
      wagers: now.view.wagers,
      lines: [...round.before.lines, ...round.lines],
      dice: round.dice,
      rolls: round.rolls,
      // Only a wheel turns to its result.
      results: (rules.layout.wheel?.length ?? 0) > 0 ? (now.view.results ?? []) : NONE,
      cups: (view.dice ?? []).map(({ place }) => place),
      opened: round.opened,
      came,
      asked,
    }),
    // Every read of the table creates a new view object.
    [now.seq, round, asked],
  );
}
