/** The chips in the tray: those that suit the bets of this table. */
import type { AmountRange, Currency } from "../api/types";
import { DENOMINATIONS } from "../felt/denominations";
import { locale } from "../text";

/** A chip: its value in minor units, and the printed figure. */
export interface TrayChip {
  minor: number;
  value: number;
}

const MOST_CHIPS = 6;

/** The number of minor units in one major unit. */
export function wholeUnit(currency: Currency): number {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}

/** From the smallest step of any wager to the highest maximum, in ascending order. */
export function trayChips(ranges: AmountRange[], currency: Currency): TrayChip[] {
  const unit = wholeUnit(currency);
  const all = DENOMINATIONS.map(({ value }) => ({ value, minor: Math.round(value * unit) })).sort((a, b) => a.minor - b.minor);
  const finest = Math.min(...ranges.map(({ step }) => step));
  const highest = Math.max(...ranges.map(({ max }) => max));
  const fitting = all.filter(({ minor }) => minor >= finest && minor <= highest);
  return (fitting.length > 0 ? fitting : all).slice(0, MOST_CHIPS);
}

/** The largest chip that does not exceed the smallest wager: chips add up, and no bet must start too high. */
export function firstChip(chips: TrayChip[], range: AmountRange | null): TrayChip | null {
  return chips.filter(({ minor }) => range !== null && minor <= range.min).at(-1) ?? chips[0] ?? null;
}
