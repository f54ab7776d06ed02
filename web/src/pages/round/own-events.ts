/** The events of a round within its units: the unit that ends one round may open the next. */
import type { TableEvent, UnitFrame } from "../../api/types";

/** The units with only the events of this round; units without any are dropped. */
export function unitsOf(round: number, units: UnitFrame[]): UnitFrame[] {
  // If the units do not begin with the opening of the round, the first events belong to it nevertheless.
  let current = opensIn(round, units) ? null : round;
  const own: UnitFrame[] = [];
  for (const unit of units) {
    const kept: number[] = [];
    unit.events.forEach((event, index) => {
      current = roundBegunBy(event) ?? current;
      if (current === round) kept.push(index);
    });
    if (kept.length > 0) own.push(only(unit, kept));
  }
  return own;
}

function opensIn(round: number, units: UnitFrame[]): boolean {
  const first = units.flatMap(({ events }) => events).map(roundBegunBy).find((begun) => begun !== null);
  return first === round;
}

function roundBegunBy({ what }: TableEvent): number | null {
  if (typeof what === "string") return null;
  if ("round-opened" in what) return what["round-opened"].round;
  if ("round-reopened" in what) return what["round-reopened"].round;
  return null;
}

/** A unit with some of its events, and their sentences. */
function only(unit: UnitFrame, kept: number[]): UnitFrame {
  return {
    ...unit,
    events: kept.flatMap((index) => unit.events[index] ?? []),
    told: unit.told
      .filter(({ event }) => kept.includes(event))
      .map(({ event, text }) => ({ event: kept.indexOf(event), text })),
  };
}
