/** Where the hands, the roads and the places of a baccarat table lie on a big screen. All figures are CSS pixels. */
import { cardHeight } from "../card";
import type { SpotPlan } from "../spots";
import { sag } from "./arc";

const PADDING = 14;
const GAP = 6;
/** Of one hand: the frame, its name above the cards, its total below them. */
const HAND = { padding: 14, name: 30, total: 40, gap: 10 };
/** Cards beside one another, and before the one that lies across. */
const APART = 0.06;
const ACROSS = 0.14;
const CARDS = [84, 78, 72, 66, 60, 54];
/** A road with its frame, words and furniture above it. */
export const CELL = 16;
const ROAD = { padding: 12, height: 6 * CELL + 74, furniture: 34, least: 7 };
const PRINTS = 26;
/** Of a place: who has it, and how it ended. */
const NAME = 22;
const RESULT = 18;
const MOST_WIDTH = 156;
const LEAST_WIDTH = 50;
/** A place so wide has the spots of a row beside one another. */
const PAIRED = 98;
const SPOT = { least: 42, most: 62, main: 1.35, gap: 4 };
/** How far the middle places lie below the outermost ones. */
const DEEPEST = 26;

/** The width that two cards and one across take. */
export function handSpan(card: number): number {
  return Math.ceil(card * (2 + APART + ACROSS) + cardHeight(card));
}

/** Where the cards of a hand lie: two beside one another, what was drawn across, more than that close together. */
export function cardPlaces(count: number, card: number): { x: number; y: number; sideways: boolean }[] {
  return Array.from({ length: count }, (_, at) => {
    if (at < 2) return { x: at * card * (1 + APART), y: 0, sideways: false };
    return { x: card * (2 + APART + ACROSS) + (at - 2) * card * 0.2, y: (cardHeight(card) - card) / 2 + (at - 2) * card * 0.2, sideways: true };
  });
}

export interface Place {
  /** The left edge. */
  x: number;
  y: number;
}

export interface Row {
  spots: SpotPlan[];
  height: number;
}

export interface TablePlan {
  width: number;
  least: number;
  card: number;
  /** The width of a hand's frame. */
  hand: number;
  head: number;
  /** How many columns of a road have room; nought where there is none for a road. */
  road: number;
  /** From left to right. */
  places: Place[];
  place: number;
  rows: Row[];
}

export interface Wanted {
  boxes: number;
  rows: SpotPlan[][];
  prints: boolean;
}

function roadColumns(width: number, hand: number): number {
  const side = (width - 2 * hand - HAND.gap) / 2 - PADDING - GAP;
  const columns = Math.floor((side - 2 * ROAD.padding) / CELL);
  return columns < ROAD.least ? 0 : Math.min(20, columns);
}

function headHeight(card: number): number {
  return Math.max(HAND.name + cardHeight(card) + HAND.total, ROAD.furniture + ROAD.height) + PADDING;
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
  const gaps = SPOT.gap * (weights.length - 1);
  const each = (room - gaps) / weights.reduce((sum, one) => sum + one, 0);
  const unit = Math.max(SPOT.least, Math.min(SPOT.most, each));
  return weights.map((weight) => Math.floor(Math.max(SPOT.least, unit * (each < SPOT.least ? 1 : weight))));
}

interface Size {
  width: number;
  height: number;
}

function planCard({ width, height }: Size, { boxes, rows, prints }: Wanted, card: number): TablePlan {
  const hand = handSpan(card) + 2 * HAND.padding;
  const head = headHeight(card) + (prints ? PRINTS : 0);
  const whole = Math.max(width, boxes * LEAST_WIDTH + (boxes - 1) * GAP + 2 * PADDING);
  const place = Math.min(MOST_WIDTH, Math.floor((whole - 2 * PADDING - (boxes - 1) * GAP) / boxes));
  const lines = packed(rows, place);
  const room = height - head - NAME - RESULT - PADDING;
  const high = heights(weights(rows, lines), room - Math.min(DEEPEST, room * 0.08));
  const taken = high.reduce((sum, one) => sum + one + SPOT.gap, 0);
  const spare = Math.max(0, room - taken);
  const deep = Math.min(DEEPEST, spare);
  const left = (whole - boxes * place - (boxes - 1) * GAP) / 2;
  const top = head + (spare - deep) / 2;
  const places = Array.from({ length: boxes }, (_, at) => {
    const x = left + at * (place + GAP);
    return { x, y: top + deep * sag(x + place / 2, whole / 2, whole / 2) };
  });
  return {
    width: whole,
    least: head + taken + NAME + RESULT + PADDING,
    card,
    hand,
    head,
    road: roadColumns(whole, hand),
    places,
    place,
    rows: lines.map((spots, at) => ({ spots, height: high[at] ?? SPOT.least })),
  };
}

/** So many columns a road should have before cards are drawn large. */
const WISHED = 11;

/** The largest cards with which all has room, and the roads too; the smallest where nothing has. */
export function planTable(size: Size, wanted: Wanted): TablePlan {
  const plans = CARDS.map((card) => planCard(size, wanted, card));
  const fitting = plans.filter(({ least }) => least <= size.height);
  const [first] = fitting;
  return fitting.find(({ road }) => road >= WISHED) ?? [...fitting].reverse().find(({ road }) => road > 0) ?? first ?? plans.at(-1)!;
}
