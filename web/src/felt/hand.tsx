import { memo } from "react";
import { Card, cardHeight } from "./card";
import type { View } from "./model";

/** `made`: the card is one of those that make your hand. */
export type HandCards = (View["cards"][number]["cards"][number] & { made?: boolean })[];

/** The next card leaves the index of a card visible. */
export const STEP = 0.45;
/** Cards apart, as the dealer and the board have them. */
export const APART = 1.08;

export function handWidth(cards: number, width: number, step = STEP): number {
  return cards === 0 ? 0 : width + (cards - 1) * width * step;
}

/** The distance from one card to the next, in pixels: the preferred one, or less so that all cards fit. */
function stepWithin(cards: number, width: number, step: number, room: number): number {
  const wished = width * step;
  return cards < 2 ? wished : Math.max(0, Math.min(wished, (room - width) / (cards - 1)));
}

export interface HandProps {
  cards: HandCards;
  width: number;
  /** The maximum width of the hand: many cards move closer together. */
  room: number;
  step?: number;
}

function sameHand(a: HandProps, b: HandProps): boolean {
  const alike = a.width === b.width && a.room === b.room && a.step === b.step && a.cards.length === b.cards.length;
  return alike && a.cards.every((card, at) => card.draw === b.cards[at]?.draw && card.face === b.cards[at]?.face && card.made === b.cards[at]?.made);
}

export const Hand = memo(function Hand({ cards, width, room, step = STEP }: HandProps) {
  // The felt has no size before it is measured.
  const card = Math.max(0, Math.min(width, room));
  const apart = stepWithin(cards.length, card, step, room);
  const whole = cards.length === 0 ? 0 : card + apart * (cards.length - 1);
  return (
    <div className="felt-hand" style={{ width: whole, height: cardHeight(card) }}>
      {cards.map(({ draw, face, made }, at) => (
        <span key={draw} className="felt-hand-card" data-draw={draw} data-made={made} style={{ left: at * apart }}>
          <Card face={face} width={card} />
        </span>
      ))}
    </div>
  );
}, sameHand);
