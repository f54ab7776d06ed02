/**
 * The positions of boxes on the arc. All figures are CSS pixels.
 *
 * Boxes never overlap, however many hands and spots they have: every box owns a vertical strip of the felt, strips do
 * not overlap, and a box stays within its strip. The preferred position of a box is on the ellipse at its angle; strips
 * that would overlap push each other apart. If all strips together are wider than the felt, cards become smaller, those
 * of split boxes first; if that is not enough, split boxes fold their hands into lines. Within its strip a box is at
 * the height of the ellipse, but below anything printed above it.
 */
import { handWidth } from "../hand";

export const STRIP_GAP = 8;
const HAND_PADDING = 16;

export interface BoxNeed {
  hands: number;
  own: boolean;
  active: boolean;
  /** The number of cards that a hand has room for before they move closer together. */
  cards: number;
  /** The minimum width of its spots. */
  spots: number;
  /** The largest card that fits the height of the felt. */
  largest: number;
}

export interface Strip {
  /** The centre. */
  x: number;
  width: number;
  /** Width of a card; 0 where none is drawn. */
  card: number;
  /** Hands are lines of text, except the one in question if there is room for its cards. */
  folded: boolean;
}

/** The card sizes of unsplit and split boxes, from the largest pair to the smallest. */
const SIZES: [number, number][] = [[84, 76], [76, 66], [68, 60], [60, 54], [54, 54], [54, 48], [54, 44], [48, 44], [48, 40], [44, 40], [44, 36], [40, 36], [36, 32], [32, 30], [28, 28]];
/** Other people's cards are smaller than the patron's own. */
const OTHERS = 0.82;
const LEAST_CARD = 28;
export const FOLDED_WIDTH = 98;

function handRoom(cards: number, card: number): number {
  return Math.ceil(handWidth(cards, card)) + HAND_PADDING;
}

/** Which split boxes fold: none; those not in question; all but the cards of the hand in question; all. */
const FOLDINGS = ["none", "idle", "beside", "all"] as const;
type Folding = (typeof FOLDINGS)[number];

type Fit = Omit<Strip, "x">;

function foldedFit(need: BoxNeed, split: number, folding: Folding): Fit {
  const card = need.active && folding === "beside" ? split : 0;
  const hands = FOLDED_WIDTH + (card > 0 ? handRoom(need.cards, card) : 0);
  return { card, folded: true, width: Math.max(need.spots, hands) };
}

/** Every box reserves room for cards as large as the patron's own, so that none moves when a patron bets. */
function openFit(need: BoxNeed, card: number, drawn = card): Fit {
  return { card: drawn, folded: false, width: Math.max(need.spots, need.hands * handRoom(need.cards, card)) };
}

function fitOf(need: BoxNeed, sizes: [number, number], folding: Folding): Fit {
  const [single, split] = [Math.min(need.largest, sizes[0]), Math.min(need.largest, sizes[1])];
  if (need.hands === 1) return openFit(need, single, need.own ? single : Math.max(LEAST_CARD, Math.round(single * OTHERS)));
  const folds = folding !== "none" && !(folding === "idle" && need.active);
  return folds ? foldedFit(need, split, folding) : openFit(need, split);
}

function total(fits: Fit[]): number {
  return fits.reduce((sum, { width }) => sum + width, STRIP_GAP * (fits.length - 1));
}

/** The largest cards with which all boxes fit side by side; the smallest if none do. */
function fit(needs: BoxNeed[], room: number): Fit[] {
  let last: Fit[] = [];
  for (const folding of FOLDINGS) {
    for (const sizes of SIZES) {
      last = needs.map((need) => fitOf(need, sizes, folding));
      if (total(last) <= room) return last;
    }
  }
  return last;
}

/** The angle between the level of the dealer and the outermost box: few boxes stay near the middle. */
function firstAngle(boxes: number): number {
  return boxes === 1 ? 90 : Math.max(12, 64 - 10 * boxes);
}

/** The centres on the ellipse, from left to right. */
function wishes(boxes: number, left: number, right: number): number[] {
  const first = firstAngle(boxes);
  return Array.from({ length: boxes }, (_, at) => {
    const angle = boxes === 1 ? 90 : first + ((180 - 2 * first) * at) / (boxes - 1);
    return (left + right) / 2 - ((right - left) / 2) * Math.cos((angle * Math.PI) / 180);
  });
}

/** Moves the centres so that no strip overlaps the one to its left and the last one ends within the room. */
function pushedRight(wished: number[], widths: number[], left: number, right: number): number[] {
  const placed = [...wished];
  let edge = left;
  placed.forEach((x, at) => {
    const half = (widths[at] ?? 0) / 2;
    placed[at] = Math.max(x, edge + half);
    edge = (placed[at] ?? 0) + half + STRIP_GAP;
  });
  edge = right;
  for (let at = placed.length - 1; at >= 0; at--) {
    const half = (widths[at] ?? 0) / 2;
    placed[at] = Math.min(placed[at] ?? 0, edge - half);
    edge = (placed[at] ?? 0) - half - STRIP_GAP;
  }
  return placed;
}

/** The mean of pushing from the left and from the right: it keeps the distances and is symmetric. */
function pushedApart(wished: number[], widths: number[], left: number, right: number): number[] {
  const fromLeft = pushedRight(wished, widths, left, right);
  const mirrored = (values: number[]) => values.map((x) => left + right - x).reverse();
  const fromRight = mirrored(pushedRight(mirrored(wished), [...widths].reverse(), left, right));
  return fromLeft.map((x, at) => (x + (fromRight[at] ?? x)) / 2);
}

/** The width below which even folded boxes would overlap; the felt is then wider than its frame and scrolls. */
export function leastWidth(needs: BoxNeed[], margin: number): number {
  return total(fit(needs, 0)) + 2 * margin;
}

/** A strip for every box, from left to right. */
export function strips(needs: BoxNeed[], width: number, margin: number): Strip[] {
  const fits = fit(needs, width - 2 * margin);
  const widths = fits.map((one) => one.width);
  const first = (widths[0] ?? 0) / 2;
  const last = (widths[widths.length - 1] ?? 0) / 2;
  const wished = wishes(needs.length, margin + first, width - margin - last);
  const middles = pushedApart(wished, widths, margin, width - margin);
  return fits.map((one, at) => ({ ...one, x: middles[at] ?? 0 }));
}

/** Something printed or placed above the boxes. */
export interface Obstacle {
  left: number;
  right: number;
  /** How far down it reaches at a point. */
  bottom(x: number): number;
}

function clamp(x: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, x));
}

/** The lowest point of everything above a strip. Things above hang lowest in the middle of the felt. */
export function ceiling(strip: Strip, obstacles: Obstacle[], middle: number): number {
  const left = strip.x - strip.width / 2;
  const right = strip.x + strip.width / 2;
  const taken = obstacles.filter((one) => one.left < right && one.right > left);
  return Math.max(0, ...taken.map((one) => one.bottom(clamp(middle, Math.max(left, one.left), Math.min(right, one.right)))));
}

/** A point of the lower half of an ellipse with its middle at the top. */
export function sag(x: number, middle: number, radius: number): number {
  const part = Math.min(1, Math.abs(x - middle) / radius);
  return Math.sqrt(1 - part * part);
}
