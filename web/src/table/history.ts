/** Undo, clear and rebet: all are ordinary commands to the house. */
import { betAt, isYours, takeBackAt, type Offers } from "./offers";
import type { PlacedBet, RoundState } from "./round";
import type { Input } from "../api/types";

/** Takes back the exact amount of your last bet; null if that is not offered. */
export function undo(state: RoundState, offers: Offers): Input | null {
  const last = lying(state, offers).at(-1);
  return last && isReturnable(last, offers) ? takeBack(last) : null;
}

/** Takes back all your bets of this round, as far as offered. */
export function clear(state: RoundState, offers: Offers): Input[] {
  const returnable = lying(state, offers).filter((bet) => isReturnable(bet, offers));
  return summed(returnable).map(takeBack);
}

/** Your bets of the previous round, if they are offered and none of them is on the layout yet. */
export function repeat(state: RoundState, offers: Offers): Input[] {
  const there = lying(state, offers);
  const missing = summed(ownBets(state.before.bets, offers)).filter((bet) => {
    const again = there.some((other) => other.box === bet.box && other.wager === bet.wager);
    return !again && betAt(offers, bet.box, bet.wager, bet.forDealers) !== null;
  });
  return missing.map(place);
}

function ownBets(bets: PlacedBet[], offers: Offers): PlacedBet[] {
  return bets.filter((bet) => isYours(offers, bet.patron, bet.unit));
}

/** Your bets of this round that are still on the layout. */
function lying(state: RoundState, offers: Offers): PlacedBet[] {
  return ownBets(state.bets, offers).filter(({ gone }) => !gone);
}

function isReturnable(bet: PlacedBet, offers: Offers): boolean {
  return takeBackAt(offers, bet.box, bet.wager) !== null;
}

/** One bet per wager. If a round of many decisions has several of a kind, the last one counts. */
function summed(bets: PlacedBet[]): PlacedBet[] {
  const sums = new Map<string, PlacedBet>();
  for (const bet of bets) {
    const key = `${bet.box}:${bet.wager}:${bet.forDealers}`;
    const before = sums.get(key);
    const below = before?.number === bet.number ? before.amount : 0;
    sums.set(key, { ...bet, amount: bet.amount + below });
  }
  return [...sums.values()];
}

function takeBack({ patron, box, wager, amount }: PlacedBet): Input {
  return { "take-back": { patron, box, wager, amount } };
}

function place({ patron, box, wager, amount, forDealers }: PlacedBet): Input {
  const bet = { patron, box, wager, stake: amount };
  return { bet: forDealers ? { ...bet, beneficiary: "dealers" } : bet };
}
