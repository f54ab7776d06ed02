/** Which chips lie in the tray: those that fit what may be bet here. */
import type { AmountRange, Currency } from "../api/types";
import { DENOMINATIONS } from "../felt/denominations";
import { locale } from "../text";

/** A chip: what it is worth in minor units, and the figure printed on it. */
export interface TrayChip {
  minor: number;
  value: number;
}

const MOST_CHIPS = 6;

/** How many minor units make one whole. */
export function wholeUnit(currency: Currency): number {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}

/** From the finest step of any wager to what the highest takes, the smaller ones first. */
export function trayChips(ranges: AmountRange[], currency: Currency): TrayChip[] {
  const unit = wholeUnit(currency);
  const all = DENOMINATIONS.map(({ value }) => ({ value, minor: Math.round(value * unit) })).sort((a, b) => a.minor - b.minor);
  const finest = Math.min(...ranges.map(({ step }) => step));
  const highest = Math.max(...ranges.map(({ max }) => max));
  const fitting = all.filter(({ minor }) => minor >= finest && minor <= highest);
  return (fitting.length > 0 ? fitting : all).slice(0, MOST_CHIPS);
}

/** The largest chip that is no more than the least wager: chips add up, and none begins with more than it must. */
export function firstChip(chips: TrayChip[], range: AmountRange | null): TrayChip | null {
  return chips.filter(({ minor }) => range !== null && minor <= range.min).at(-1) ?? chips[0] ?? null;
}
