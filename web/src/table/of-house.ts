/**
 * The house's stake against a patron's bank is recorded under the letter of the bank's holder. The pages treat it as
 * the house's: as no patron's chips and no patron's result.
 */
import type { TableEvent, TableNow, UnitFrame } from "../api/types";
import { t } from "../text";

interface Owned {
  patron: string;
  beneficiary?: string;
}

function owned<Of extends Owned>(one: Of): Of {
  return one.beneficiary === "house" ? { ...one, patron: t("table.house.patron") } : one;
}

/** Whether a patron of a bet or a line is the house. */
export function isHouse(patron: string): boolean {
  return patron === t("table.house.patron");
}

export function tableOfHouse(now: TableNow): TableNow {
  if (!now.view.wagers.some(({ beneficiary }) => beneficiary === "house")) return now;
  return { ...now, view: { ...now.view, wagers: now.view.wagers.map(owned) } };
}

function eventOfHouse(event: TableEvent): TableEvent {
  const { what } = event;
  if (typeof what === "string") return event;
  if ("settled" in what) return { ...event, what: { settled: owned(what.settled) } };
  if ("wager-placed" in what) return { ...event, what: { "wager-placed": owned(what["wager-placed"]) } };
  return event;
}

export function unitOfHouse(unit: UnitFrame): UnitFrame {
  return { ...unit, events: unit.events.map(eventOfHouse) };
}
