/** Cards as a player would hold them. */
import { parseFace } from "./suits";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** The rank of a card in a held hand; a joker is highest. */
function heightOf(written: string): number {
  const face = parseFace(written);
  if (face.kind === "joker") return RANKS.length;
  return face.kind === "card" ? RANKS.indexOf(face.rank) : 0;
}

/** Higher ranks first; `grouped`: pairs, threes and fours before them. Unknown cards keep their order. */
export function inOrder<Card extends { face: string }>(cards: readonly Card[], grouped = false): Card[] {
  const heights = new Map(cards.map((card) => [card, heightOf(card.face)]));
  const alike = (card: Card) => cards.filter((other) => heights.get(other) === heights.get(card)).length;
  const order = (one: Card, other: Card) => (grouped ? alike(other) - alike(one) : 0) || (heights.get(other) ?? 0) - (heights.get(one) ?? 0);
  return [...cards].sort(order);
}
