/**
 * Chips on a spot that are not a bet yet. They stay there until they reach an acceptable amount, and only then are they
 * sent to the house. When bets close, chips that have not become a bet are returned.
 */
import type { AmountRange, TableNow } from "../api/types";
import { allows, betAt, nearestTo, type Offers } from "./offers";

/** The bet that the chips are for. */
export interface Spot {
  box: number;
  wager: string;
  forDealers: boolean;
}

export interface Pile extends Spot {
  /** The chips, in the order of placement. */
  chips: number[];
  /** The question at that time: if another question is open, bets have closed. */
  question: number;
}

export function worth({ chips }: Pick<Pile, "chips">): number {
  return chips.reduce((sum, chip) => sum + chip, 0);
}

function isAt(pile: Spot, { box, wager, forDealers }: Spot): boolean {
  return pile.box === box && pile.wager === wager && pile.forDealers === forDealers;
}

export function worthAt(piles: readonly Pile[], spot: Spot): number {
  return worth(piles.find((pile) => isAt(pile, spot)) ?? { chips: [] });
}

/** Adds a chip to a spot; the pile touched last comes last. */
export function withChip(piles: readonly Pile[], spot: Spot, chip: number, question: number): Pile[] {
  const below = piles.find((pile) => isAt(pile, spot))?.chips ?? [];
  const { box, wager, forDealers } = spot;
  return [...piles.filter((pile) => !isAt(pile, spot)), { box, wager, forDealers, chips: [...below, chip], question }];
}

/** Removes the chip placed last. */
export function withoutLast(piles: readonly Pile[]): Pile[] {
  const last = piles.at(-1);
  const rest = piles.slice(0, -1);
  return last && last.chips.length > 1 ? [...rest, { ...last, chips: last.chips.slice(0, -1) }] : rest;
}

/** What becomes of the chips at the current table. */
export interface Sorted {
  /** Bets that are complete. */
  whole: Pile[];
  /** Chips that still wait for more. */
  waiting: Pile[];
  /** Chips that can no longer become a bet. */
  back: Pile[];
}

export function sorted(piles: readonly Pile[], now: TableNow, offers: Offers): Sorted {
  const result: Sorted = { whole: [], waiting: [], back: [] };
  for (const pile of piles) {
    const range = betAt(offers, pile.box, pile.wager, pile.forDealers)?.range;
    if (!range || pile.question !== now.question || worth(pile) > range.max) result.back.push(pile);
    else if (allows(range, worth(pile))) result.whole.push(pile);
    else result.waiting.push(pile);
  }
  return result;
}

/** The next acceptable amount for waiting chips. */
export function wantedOf(range: AmountRange, amount: number): number {
  return nearestTo(range, amount).at(-1) ?? range.max;
}
