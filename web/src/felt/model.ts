/**
 * The interface between drawing (src/felt) and the live table (src/table). The felt is independent of the game: it
 * draws a layout, a view and the given chips, and reports clicks.
 */
import type { Layout, View } from "../api/types";

export type { Layout, View };

/** One patron's chips of one wager on one spot. */
export interface Chips {
  patron: string;
  own: boolean;
  wager: string;
  stake: number;
  lammer: number;
  working: boolean;
  /** Waiting chips are not a bet yet. */
  state: "accepted" | "pending" | "refused" | "waiting";
  /** The amount that waiting chips must reach. */
  wanted?: number;
}

export interface SpotState {
  offered: boolean;
  /** The accessible name without the chips, which the felt adds: "Box 3, Trips, 5 to 100". */
  label: string;
  /**
   * Chips of exactly this wager, of all patrons; the felt gathers those that `lies_on` sends here. Zones draw these
   * (asked for box 0); boxes draw `chipsOn` instead, because there a chip belongs to a hand.
   */
  chips: Chips[];
}

/** The result of a hand for one patron. */
export interface Result {
  text: string;
  kind: "win" | "lose" | "push" | "withdrawn" | "returned" | "even";
  own: boolean;
}

/** The two hands that all patrons bet on, in the order in which they are dealt, at tables that have them. */
export const SHARED_HANDS = ["player", "banker"] as const;
export type SharedHand = (typeof SHARED_HANDS)[number];

/** The result of a round of them. */
export interface Coup {
  round: number;
  winner: SharedHand | "tie";
  player: number;
  banker: number;
}

/** A hand that is set in two, or that you are setting. */
export interface InTwo {
  /** The cards of the low hand, by draw number. */
  low: readonly number[];
  /** The number of its cards. */
  count: number;
  /** The names of both hands; null while cards are missing. */
  called: { low: string; high: string } | null;
  /** It is foul: it loses in any comparison. */
  foul: boolean;
  /** While you may still change it. */
  choosing: { tap(draw: number): void; drop(draw: number, toLow: boolean): void } | null;
}

export interface FeltProps {
  layout: Layout;
  boxes: number;
  phone: boolean;
  view: View;
  /** For a past round the number of cards left is unknown. */
  counted?: boolean;
  /** Your letter. */
  you: string | null;
  wagerName(wager: string): string;
  /** A face of the wheel in words. */
  faceName(face: string): string;
  /** The payout of a wager, if it is a single one: "17 to 1". */
  pays(wager: string): string | null;
  /** Box 0 is the whole table: only zones use it. */
  spot(box: number, wager: string): SpotState;
  /** All chips riding on a hand ("3" is the first of box 3, "3.2" the second), pending and refused ones too. */
  chipsOn(hand: string): Chips[];
  /** Boxes that stay a patron's between rounds. */
  kept: Record<number, "yours" | "kept">;
  /** The card that you hold and may turn, and how; null if there is none. */
  squeeze: { draw: number; turn(): void } | null;
  /** Hands of yours that are set in two and not exposed, and the one that you set now. */
  inTwo: Record<string, InTwo>;
  /** The hand that is asked now. */
  activeHand: string | null;
  /** Place -> announced total or name of the hand ("dealer" -> "17"). */
  totals: Record<string, string>;
  /** Hand -> last results in words, one per patron. */
  results: Record<string, Result[]>;
  /** The rounds of this shoe; null without a reported shoe. */
  coups: readonly Coup[] | null;
  /** The result of the hands on the layout. */
  came: Coup | null;
  dice: number[] | null;
  lastRolls: number[][];
  /**
   * Click, Enter, tap or drop on a spot or zone. All its wagers are named, also those not offered now and those that
   * `lies_on` sends there; with several that are offered the table asks which.
   */
  onPlace(box: number, wagers: string[], anchor: Element): void;
  /** Backspace, right click, long press. */
  onRemove(box: number, wagers: string[]): void;
  /** Short form of an amount in minor units. */
  money(minor: number): string;
}
