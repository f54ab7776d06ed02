/**
 * The results at a table with two hands that all bet on, from the units of its journal: the winner of each round of
 * this shoe.
 */
import type { UnitFrame } from "../api/types";
import { SHARED_HANDS, type Coup } from "../felt/model";
import type { RoundState, Total } from "./round";

/** More rounds than a shoe can have. */
const MOST = 120;

/** A void round has no result. */
const VOID = "round-void";

type What = UnitFrame["events"][number]["what"];

function valueOf(total: Total | undefined): number | null {
  return total && "value" in total ? total.value : null;
}

/** The result of a round; null if it was void or its hands were not announced. */
function coupOf({ round, totals, isVoid }: RoundState): Coup | null {
  const [player, banker] = SHARED_HANDS.map((hand) => valueOf(totals[hand]));
  if (round === null || isVoid || player == null || banker == null) return null;
  return { round, winner: player > banker ? "player" : player < banker ? "banker" : "tie", player, banker };
}

/**
 * Adds the round's result when its first wager is settled, since the cards of a hand without bets may follow later. A
 * shuffle of all cards starts a new shoe.
 */
export function withCoup(state: RoundState, what: What): RoundState {
  if (typeof what === "string") return state;
  if ("shuffled" in what) return what.shuffled.all ? { ...state, coups: [], wholeShoe: true } : state;
  if ("round-opened" in what) return { ...state, isVoid: false };
  if ("remedied" in what && what.remedied.remedy === VOID) return { ...state, isVoid: true };
  if (!("settled" in what) || state.coups.at(-1)?.round === state.round) return state;
  const coup = coupOf(state);
  return coup ? { ...state, coups: [...state.coups, coup].slice(-MOST) } : state;
}

/** Merges earlier and later rounds, each once. */
export function joined(earlier: readonly Coup[], later: readonly Coup[]): Coup[] {
  const first = later[0]?.round ?? Infinity;
  return [...earlier.filter(({ round }) => round < first), ...later].slice(-MOST);
}
