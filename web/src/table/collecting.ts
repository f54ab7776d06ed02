/**
 * Chips on a spot that are no bet yet. They lie there until they come to an amount that is taken, and only then go to the
 * house, which knows nothing of them before; when bets close, what has not become a bet goes back.
 */
import type { AmountRange, TableNow } from "../api/types";
import { allows, betAt, nearestTo, type Offers } from "./offers";

/** Which bet chips are to become. */
export interface Spot {
  box: number;
  wager: string;
  forDealers: boolean;
}

export interface Pile extends Spot {
  /** The chips, in the order in which they were put there. */
  chips: number[];
  /** What was asked then: whatever is asked next, bets have closed meanwhile. */
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

/** With one chip more on a spot; the pile that was touched last comes last. */
export function withChip(piles: readonly Pile[], spot: Spot, chip: number, question: number): Pile[] {
  const below = piles.find((pile) => isAt(pile, spot))?.chips ?? [];
  const { box, wager, forDealers } = spot;
  return [...piles.filter((pile) => !isAt(pile, spot)), { box, wager, forDealers, chips: [...below, chip], question }];
}

/** Without the chip that was put there last. */
export function withoutLast(piles: readonly Pile[]): Pile[] {
  const last = piles.at(-1);
  const rest = piles.slice(0, -1);
  return last && last.chips.length > 1 ? [...rest, { ...last, chips: last.chips.slice(0, -1) }] : rest;
}

/** What becomes of chips at a table as it is now. */
export interface Sorted {
  /** Bets that are whole. */
  whole: Pile[];
  /** What still waits for more. */
  waiting: Pile[];
  /** What can become nothing any more. */
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

/** What chips must come to, to be a bet: the next amount that is taken. */
export function wantedOf(range: AmountRange, amount: number): number {
  return nearestTo(range, amount).at(-1) ?? range.max;
}
