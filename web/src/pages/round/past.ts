/** A past round at each of its steps, reconstructed from the events up to then. */
import type { Marker, TableEvent, UnitFrame, WagerView } from "../../api/types";
import type { Result } from "../../felt/model";
import { resultsBy, totalWords } from "../../table/model";
import { afterUnits, NO_ROUND } from "../../table/round";
import type { Still } from "../../table/still-felt";
import { cardsAfter } from "./cards";

/** A part of a round: all units before `unit`, and of that one the events before `to`. */
export interface Step {
  unit: number;
  /** Its own events start here. */
  from: number;
  to: number;
}

/** Events that are visible on the felt; all others belong to the step before. */
const SEEN = ["wager-placed", "stake-added", "wager-taken-back", "wager-moved", "wager-works", "card-laid", "card-turned", "card-moved", "rolled", "rolled-three", "spun", "wheel-stopped", "chosen", "settled", "irregular", "ruled"];

function kindOf({ what }: TableEvent): string {
  return typeof what === "string" ? what : (Object.keys(what)[0] ?? "");
}

/** The steps of a round, from the first bet on; cards dealt one after another are one step each. */
export function stepsOf(units: UnitFrame[]): Step[] {
  const steps: Step[] = [];
  units.forEach(({ events }, unit) => {
    events.forEach((event, at) => {
      const last = steps.at(-1);
      if (SEEN.includes(kindOf(event)) || last?.unit !== unit) steps.push({ unit, from: at, to: at + 1 });
      else last.to = at + 1;
    });
  });
  const first = steps.findIndex(({ unit, from, to }) => units[unit]?.events.slice(from, to).some((event) => kindOf(event) === "wager-placed"));
  return first < 0 ? steps : steps.slice(first);
}

export function eventsOf(units: UnitFrame[], { unit, from, to }: Step): TableEvent[] {
  return units[unit]?.events.slice(from, to) ?? [];
}

/** The events up to a step. */
function toldUntil(units: UnitFrame[], { unit, to }: Step): UnitFrame[] {
  return units.slice(0, unit + 1).map((one, at) => (at < unit ? one : { ...one, events: one.events.slice(0, to), told: [] }));
}

export function stillAt(units: UnitFrame[], step: Step, you: string | null, money: (minor: number) => string): Still {
  const told = toldUntil(units, step);
  const state = afterUnits(NO_ROUND, told);
  const over = state.before.round !== null && state.lines.length === 0;
  return {
    cards: cardsAfter(told),
    ...chipsAfter(told),
    cups: over ? state.before.cups : state.cups,
    totals: totalWords(over ? state.before.totals : state.totals),
    results: resultsBy(state.results, ({ line }) => line.patron === you, money) as Record<string, Result[]>,
    dice: state.dice,
    rolls: state.rolls,
    spins: state.spins,
    came: state.coups.at(-1) ?? null,
  };
}

/** The chips on the layout, including those that the last unit settled: they are shown once more with their result. */
function chipsAfter(units: UnitFrame[]): Pick<Still, "wagers" | "markers"> {
  const wagers = new Map<number, WagerView>();
  const markers = new Map<string, Marker>();
  units.forEach(({ events }, at) => {
    for (const { what } of events) if (typeof what !== "string") apply(wagers, markers, what, at === units.length - 1);
  });
  return { wagers: [...wagers.values()], markers: [...markers.values()] };
}

type Told = Exclude<TableEvent["what"], string>;

function apply(wagers: Map<number, WagerView>, markers: Map<string, Marker>, what: Told, isLast: boolean): void {
  if ("wager-placed" in what) {
    const { number, patron, hand, wager, stake, beneficiary } = what["wager-placed"];
    wagers.set(number, { number, patron, spot: hand, wager, stake, beneficiary, lammer: 0, won_part: 0, working: true });
  } else if ("stake-added" in what) {
    const { number, added } = what["stake-added"];
    change(wagers, number, (one) => ({ stake: one.stake + added }));
  } else if ("wager-taken-back" in what) {
    const { number, left } = what["wager-taken-back"];
    if (left > 0) change(wagers, number, () => ({ stake: left }));
    else wagers.delete(number);
  } else if ("wager-moved" in what) {
    change(wagers, what["wager-moved"].number, () => ({ wager: what["wager-moved"].to }));
  } else if ("wager-works" in what) {
    change(wagers, what["wager-works"].number, () => ({ working: what["wager-works"].on }));
  } else if ("marked" in what) {
    markers.set(`${what.marked.id} ${what.marked.patron ?? ""}`, what.marked);
  } else if ("settled" in what && !isLast && what.settled.stake > 0 && what.settled.number !== null) {
    wagers.delete(what.settled.number);
  }
}

function change(wagers: Map<number, WagerView>, number: number, to: (one: WagerView) => Partial<WagerView>): void {
  const one = wagers.get(number);
  if (one) wagers.set(number, { ...one, ...to(one) });
}
