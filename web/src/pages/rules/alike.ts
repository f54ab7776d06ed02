import type { Rules, RulesWager } from "../../api/types";

/** Groups bets on numbers: those of a family that pay alike are shown as their first one. */
export function alike(rules: Pick<Rules, "layout">, wagers: RulesWager[]): { wager: RulesWager; others: number }[] {
  const among = new Set(rules.layout.spots?.map(({ wager }) => wager));
  const told = new Map<string, { wager: RulesWager; others: number }>();
  for (const wager of wagers) {
    const { family, pays } = wager;
    const key = family !== null && among.has(wager.wager) ? `${family} ${pays.join()}` : wager.wager;
    const first = told.get(key);
    if (first) first.others += 1;
    else told.set(key, { wager, others: 0 });
  }
  return [...told.values()];
}
