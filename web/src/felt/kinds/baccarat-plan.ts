/**
 * The positions of the hands, the roads and the places of a baccarat table on a big screen. All figures are CSS pixels.
 */
import { cardHeight } from "../card-size";
import type { SpotPlan } from "../spots";

const PADDING = 14;
const GAP = 6;
/** Of one hand: the frame, its name above the cards, its total below them. */
const HAND = { padding: 12, name: 30, total: 40, gap: 10 };
/** Cards beside one another, and before the one that lies across. */
const APART = 0.06;
const ACROSS = 0.14;
const CARDS = [84, 78, 72, 66, 60, 54];
/** A road with its frame, words and furniture above it. */
export const CELL = 16;
const ROAD = { padding: 12, height: 6 * CELL + 74, furniture: 34, least: 6 };
const PRINTS = 26;
/** Of a place: its patron, and the result. */
const NAME = 22;
const RESULT = 18;
const MOST_WIDTH = 156;
const LEAST_WIDTH = 46;
/** From this width on, a place has the spots of a row side by side. */
const PAIRED = 98;
const SPOT = { least: 31, most: 76, main: 1.12, gap: 4 };
/** Of a spot: room for its name in one or two lines with chips below; in a smaller one, chips replace the name. */
const NAMED = { brief: 39, line: 47, lines: 57 };
/** The width of a letter, and of the padding of a name. */
const LETTER = 6.3;
const BESIDE = 8;
/** From the head to the places, and below them. */
const ABOVE = 12;
const BELOW = 8;

/** The width of two cards and one across. */
export function handSpan(card: number): number {
  return Math.ceil(card * (2 + APART + ACROSS) + cardHeight(card));
}

/** The positions of a hand's cards: two side by side, a third across, further ones close together. */
export function cardPlaces(count: number, card: number): { x: number; y: number; sideways: boolean }[] {
  return Array.from({ length: count }, (_, at) => {
    if (at < 2) return { x: at * card * (1 + APART), y: 0, sideways: false };
    return { x: card * (2 + APART + ACROSS) + (at - 2) * card * 0.2, y: (cardHeight(card) - card) / 2 + (at - 2) * card * 0.2, sideways: true };
  });
}

export interface Row {
  spots: SpotPlan[];
  /** What is printed on them. */
  words: string[];
  /** Of one spot. */
  width: number;
  height: number;
  /** Names stay visible beside chips. */
  named: boolean;
}

export interface TablePlan {
  width: number;
  least: number;
  card: number;
  /** The width of a hand's frame. */
  hand: number;
  head: number;
  /** The number of columns of a road that fit; zero if a road has no room. */
  road: number;
  /** The left edges of the places, from left to right, and their top. */
  places: number[];
  top: number;
  /** The width of a place. */
  place: number;
  rows: Row[];
}

export interface Wanted {
  boxes: number;
  /** The shortest form of a name. */
  brief(spot: SpotPlan): string;
  rows: SpotPlan[][];
  prints: boolean;
}

function roadColumns(width: number, hand: number): number {
  const side = (width - 2 * hand - HAND.gap) / 2 - PADDING - GAP;
  const columns = Math.floor((side - 2 * ROAD.padding) / CELL);
  return columns < ROAD.least ? 0 : Math.min(20, columns);
}

function headHeight(card: number, prints: boolean): number {
  return Math.max(HAND.name + cardHeight(card) + HAND.total + (prints ? PRINTS : 0), ROAD.furniture + ROAD.height) + PADDING;
}

/** The spots of a place in rows; in a narrow one each has a row of its own. */
function packed(rows: SpotPlan[][], width: number): SpotPlan[][] {
  const filled = rows.filter((row) => row.length > 0);
  return width >= PAIRED ? filled : filled.flat().map((spot) => [spot]);
}

/** A spot that has a row to itself in the layout is one of the main ones, and higher. */
function weights(rows: SpotPlan[][], packed: SpotPlan[][]): number[] {
  const alone = new Set(rows.filter((row) => row.length === 1).map(([spot]) => spot));
  return packed.map(([spot]) => (alone.has(spot) ? SPOT.main : 1));
}

function heights(weights: number[], room: number): number[] {
  const gaps = SPOT.gap * weights.length;
  const each = (room - gaps) / weights.reduce((sum, one) => sum + one, 0);
  const unit = Math.max(SPOT.least, Math.min(SPOT.most, each));
  return weights.map((weight) => Math.floor(Math.max(SPOT.least, unit * (each < SPOT.least ? 1 : weight))));
}

interface Size {
  width: number;
  height: number;
}

/** The label of a spot: its shortest form in a narrow place. */
export function wordOf({ label, name }: SpotPlan): string {
  return label || name;
}

function rowOf(spots: SpotPlan[], { brief }: Pick<Wanted, "brief">, place: number, height: number): Row {
  const narrow = place < PAIRED;
  const width = (place - SPOT.gap * (spots.length - 1)) / spots.length;
  const words = spots.map(narrow ? brief : wordOf);
  const inLine = words.every((word) => word.length * LETTER < width - BESIDE);
  const least = inLine ? (narrow ? NAMED.brief : NAMED.line) : NAMED.lines;
  return { spots, words, width, height, named: height >= least };
}

function planCard({ width, height }: Size, wanted: Wanted, card: number): TablePlan {
  const { boxes, rows, prints } = wanted;
  const hand = handSpan(card) + 2 * HAND.padding;
  const head = headHeight(card, prints);
  const whole = Math.max(width, boxes * LEAST_WIDTH + (boxes - 1) * GAP + 2 * PADDING);
  const place = Math.min(MOST_WIDTH, Math.floor((whole - 2 * PADDING - (boxes - 1) * GAP) / boxes));
  const lines = packed(rows, place);
  const room = height - head - ABOVE - NAME - RESULT - BELOW;
  const high = heights(weights(rows, lines), room);
  const taken = high.reduce((sum, one) => sum + one + SPOT.gap, 0);
  const left = (whole - boxes * place - (boxes - 1) * GAP) / 2;
  return {
    width: whole,
    least: head + ABOVE + taken + NAME + RESULT + BELOW,
    card,
    hand,
    head,
    road: roadColumns(whole, hand),
    places: Array.from({ length: boxes }, (_, at) => left + at * (place + GAP)),
    top: head + ABOVE + Math.max(0, room - taken) / 2,
    place,
    rows: lines.map((spots, at) => rowOf(spots, wanted, place, high[at] ?? SPOT.least)),
  };
}

/** A road should have at least this many columns before cards are drawn large. */
const WISHED = 11;

/** The largest cards with which everything fits, including the roads; the smallest if nothing does. */
export function planTable(size: Size, wanted: Wanted): TablePlan {
  const plans = CARDS.map((card) => planCard(size, wanted, card));
  const fitting = plans.filter(({ least }) => least <= size.height);
  const [first] = fitting;
  return fitting.find(({ road }) => road >= WISHED) ?? [...fitting].reverse().find(({ road }) => road > 0) ?? first ?? plans.at(-1)!;
}
