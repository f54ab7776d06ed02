/** The positions of the cards of a hand set in two. All figures are CSS pixels. */
import { cardHeight } from "../card-size";

/** The number of cards in the two hands after setting. */
export const LOW = 2;
export const HIGH = 5;

/** The distance between cards when all fit, relative to a card's width. */
const APART = 1.06;
const PADDING = 8;
/** Above each frame: the name of the hand and of its value. */
export const NAME = 26;
const BETWEEN = { wide: 30, tall: 8 };

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TwoPlan {
  card: number;
  low: Frame;
  high: Frame;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

function frameWidth(cards: number, card: number): number {
  return Math.ceil(card + (cards - 1) * card * APART) + 2 * PADDING;
}

/** Both hands beside one another, or on a phone the low one above. */
export function planTwo(card: number, tall: boolean): TwoPlan {
  const height = cardHeight(card) + 2 * PADDING;
  const low = { x: 0, y: NAME, width: frameWidth(LOW, card), height };
  const wide = frameWidth(HIGH, card);
  const high = tall ? { x: 0, y: low.y + height + BETWEEN.tall + NAME, width: wide, height } : { x: low.width + BETWEEN.wide, y: NAME, width: wide, height };
  return { card, low, high, width: high.x + wide, height: high.y + height };
}

/** The largest card with which both hands of a phone are no wider than this. */
export function cardWithin(width: number): number {
  return Math.max(0, Math.floor((width - 2 * PADDING) / (1 + (HIGH - 1) * APART)));
}

/** The positions of cards in a frame: apart, or closer together if the frame is too small. */
export function placesIn({ x, y, width }: Frame, cards: number, card: number): Point[] {
  const room = width - 2 * PADDING;
  const step = cards < 2 ? 0 : Math.min(card * APART, (room - card) / (cards - 1));
  return Array.from({ length: cards }, (_, at) => ({ x: Math.round(x + PADDING + at * step), y: y + PADDING }));
}
