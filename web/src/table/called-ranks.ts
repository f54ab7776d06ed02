/**
 * The ranks in the name of a hand that the dealer announced, if its cards alone determine them: the paired ranks, or
 * the highest card. The house sends the ranks with a hand on the table; of a hand that was taken up only the kind and
 * the cards are known.
 */
import { parseFace } from "../felt/suits";

const RANKS = "23456789TJQKA";

/** How many cards of each rank a kind has that is made of alike ones, the most first. */
const ALIKE: Record<string, number[]> = {
  "high-card": [],
  pair: [2],
  "two-pairs": [2, 2],
  "three-of-a-kind": [3],
  "full-house": [3, 2],
  "four-of-a-kind": [4],
  "five-aces": [5],
};

export interface Ranks {
  ranks: string;
  kickers: string;
}

function rankOf(written: string): string | null {
  const face = parseFace(written);
  if (face.kind === "hidden") return null;
  if (face.kind === "joker") return "A";
  return face.rank === "10" ? "T" : face.rank;
}

/** Nothing where the cards are not those of such a hand by themselves. */
export function calledRanks(called: string, faces: readonly string[]): Ranks | null {
  const alike = ALIKE[called];
  const ranks = faces.map(rankOf);
  if (!alike || ranks.includes(null)) return null;
  const counts = new Map<string, number>();
  for (const rank of ranks) if (rank !== null) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groups = [...counts].sort(([one, first], [other, second]) => second - first || RANKS.indexOf(other) - RANKS.indexOf(one));
  const isSuch = groups.every(([, count], at) => count === (alike[at] ?? 1)) && groups.length >= alike.length;
  if (!isSuch) return null;
  const names = called === "full-house" ? 1 : alike.length;
  const letters = groups.map(([rank]) => rank).join("");
  return { ranks: letters.slice(0, names), kickers: letters.slice(names) };
}
