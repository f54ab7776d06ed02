/** The box that a phone shows large. */
import { useRef, useState } from "react";
import type { FeltProps } from "../model";
import type { SpotPlan } from "../spots";
import { spotState } from "./box-column";
import type { BoxState } from "./box-states";

interface Chosen {
  box: number;
  /** The question at the time of the choice: the next question selects its own box. */
  asked: number | null;
}

function isOffered(state: BoxState, rows: SpotPlan[][], props: FeltProps): boolean {
  return rows.flat().some((plan) => spotState(state.box, plan, props.spot).offered);
}

/** Your box: the one in question, one with your chips, one that has just ended for you, or one that is kept for you. */
function yourBox(states: BoxState[]): BoxState | undefined {
  const own = states.filter((state) => state.own);
  const ended = states.find(({ hands }) => hands.some(({ results }) => results.some((result) => result.own)));
  return own.find((state) => state.active) ?? own[0] ?? ended ?? states.find(({ kept }) => kept === "yours");
}

/**
 * The box to show by default: yours, or while you sit a round out your last one, so that no other patron's hand takes
 * its place; otherwise one that may be bet on, and for observers the one in play.
 */
function useUsualBox(states: BoxState[], rows: SpotPlan[][], props: FeltProps): number {
  const last = useRef<number | null>(null);
  const fromFirst = [...states].reverse();
  const yours = yourBox(fromFirst)?.box ?? last.current;
  last.current = props.you === null ? null : yours;
  const offered = fromFirst.find((state) => isOffered(state, rows, props));
  const played = fromFirst.find((state) => state.active) ?? fromFirst.find(({ patrons }) => patrons.length > 0);
  const free = props.you === null ? undefined : fromFirst.find(({ patrons, kept }) => patrons.length === 0 && !kept);
  return yours ?? (offered ?? free ?? played)?.box ?? 1;
}

export function useShownBox(states: BoxState[], rows: SpotPlan[][], props: FeltProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const asked = states.find((state) => state.own && state.active)?.box ?? null;
  const usual = useUsualBox(states, rows, props);
  const shown = chosen && chosen.asked === asked ? chosen.box : usual;
  const choose = (box: number) => setChosen({ box, asked });
  return { shown, choose };
}
