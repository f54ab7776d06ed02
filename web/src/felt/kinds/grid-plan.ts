/**
 * The positions of the boxes and spots of a grid of numbers on the screen. A layout is upright and in half cells; a
 * wide screen turns it on its side, so that the first column is the lowest row.
 */
import type { Layout, NumberSpot } from "../../api/types";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface GridBox extends Rect {
  /** A number, or the label of an outside box. */
  label: string;
  /** The colour of a number; none outside. */
  color: string | null;
  /** The box's own wager outside; null for a number. */
  wager: string | null;
}

/** Where a click puts chips: areas of the felt that do not overlap, each nearest to its spot. */
export interface Target extends Rect {
  /** The wagers of the target: one, or for touch all that cover the number; several if they are too close together. */
  wagers: string[];
  covers: string[];
  kind: "number" | "line" | "outside";
}

export interface GridPlan {
  width: number;
  height: number;
  boxes: GridBox[];
  /** In the order of reading. */
  targets: Target[];
  /** The position of a wager's chips. */
  lies: Map<string, Point>;
}

type Area = [number, number, number, number];

interface Box {
  label: string;
  color: string | null;
  wager: string | null;
  area: Area;
}

interface Spot extends Omit<NumberSpot, "at"> {
  x: number;
  y: number;
}

/** Half cells as they lie on the screen. */
interface Lying {
  boxes: Box[];
  spots: Spot[];
}

/** The upright layout, or the same on its left side. */
function lying({ numbers = [], outside = [], spots = [] }: Layout, upright: boolean): Lying {
  const area = ([x, y, w, h]: Area): Area => (upright ? [x, y, w, h] : [y, -x - w, h, w]);
  return {
    boxes: [
      ...numbers.map(({ pocket, color, at }) => ({ label: pocket, color, wager: null, area: area(at) })),
      ...outside.map(({ wager, label, at }) => ({ label, color: null, wager, area: area(at) })),
    ],
    spots: spots.map(({ at: [x, y], ...spot }) => ({ ...spot, ...(upright ? { x, y } : { x: y, y: -x }) })),
  };
}

/** The offsets of the half cells in one direction, in pixels. */
interface Track {
  first: number;
  starts: number[];
}

/** Points may be between half cells. */
function pixel({ first, starts }: Track, at: number): number {
  const [whole, rest] = [Math.floor(at - first), (at - first) % 1];
  const start = starts[whole] ?? 0;
  return rest === 0 ? start : start + rest * ((starts[whole + 1] ?? start) - start);
}

type Ends = [number, number];

/** The extents of boxes in one direction. */
function endsOf(boxes: Box[], side: 0 | 1): Ends {
  const from = boxes.map(({ area }) => area[side]);
  const to = boxes.map(({ area }) => area[side] + area[side + 2]!);
  return [Math.min(...from), Math.max(...to)];
}

const isNumber = ({ color }: Box) => color !== null;

/** Numbers get the room that outside boxes leave; an outside box as wide as a number gets this much. */
function track(boxes: Box[], side: 0 | 1, room: number, outer: number): Track {
  const numbers = boxes.filter(isNumber);
  const [[first, last], [from, to]] = [endsOf(boxes, side), endsOf(numbers, side)];
  const each = outer / Math.min(...numbers.map(({ area }) => area[side + 2]!));
  const inner = (room - (last - first - (to - from)) * each) / Math.max(1, to - from);
  const starts = [0];
  for (let at = first; at < last; at += 1) starts.push(starts.at(-1)! + (at >= from && at < to ? inner : each));
  return { first, starts };
}

/** The number of number boxes side by side and one above another. */
export function spanOf(layout: Layout, upright: boolean): { across: number; down: number } {
  const { boxes } = lying(layout, upright);
  const span = (side: 0 | 1) => {
    const [first, last] = endsOf(boxes, side);
    return (last - first) / Math.min(...boxes.filter(isNumber).map(({ area }) => area[side + 2]!));
  };
  return { across: span(0), down: span(1) };
}

interface Tracks {
  across: Track;
  down: Track;
}

function rectOf([x, y, w, h]: Area, { across, down }: Tracks): Rect {
  const [left, top] = [pixel(across, x), pixel(down, y)];
  return { x: left, y: top, width: pixel(across, x + w) - left, height: pixel(down, y + h) - top };
}

function touches({ area: [x, y, w, h] }: Box, spot: Spot): boolean {
  return x <= spot.x && spot.x <= x + w && y <= spot.y && spot.y <= y + h;
}

const isOn = (edge: number, size: number, at: number) => at === edge || at === edge + size;

/** Whether a spot is the only one in a number's box; its exact position then does not matter. */
const isStraight = ({ covers }: Spot) => covers.length === 1;

/** A box without the half of its border lines that have spots: the remainder is the box's own target. */
function withoutLines(box: Box, rect: Rect, spots: Spot[], line: number): Rect {
  const [x, y, w, h] = box.area;
  const there = spots.filter((spot) => !isStraight(spot) && touches(box, spot));
  const cut = (isThere: (spot: Spot) => boolean) => (there.some(isThere) ? line / 2 : 0);
  const [left, right] = [cut((spot) => spot.x === x), cut((spot) => spot.x === x + w)];
  const [top, bottom] = [cut((spot) => spot.y === y), cut((spot) => spot.y === y + h)];
  return { x: rect.x + left, y: rect.y + top, width: rect.width - left - right, height: rect.height - top - bottom };
}

/** A spot of two numbers lies in the middle of the edge that they share, which need not be a whole half cell. */
function onEdge(spot: Spot, boxes: Box[]): Spot {
  const [one, other, ...more] = boxes.filter((box) => isNumber(box) && spot.covers.includes(box.label));
  if (!one || !other || more.length > 0 || !touches(one, spot) || !touches(other, spot)) return spot;
  const middle = (side: 0 | 1) => (Math.max(one.area[side], other.area[side]) + Math.min(endsOf([one], side)[1], endsOf([other], side)[1])) / 2;
  return { ...spot, x: middle(0), y: middle(1) };
}

/** A square at a crossing; on a line, all of it between two crossings. */
function lineRect(spot: Spot, boxes: Box[], tracks: Tracks, line: number): Rect {
  const there = boxes.filter((box) => touches(box, spot));
  const point = pointOf(spot, tracks);
  const square = { x: point.x - line / 2, y: point.y - line / 2, width: line, height: line };
  const isCorner = there.some(({ area: [x, y, w, h] }) => isOn(x, w, spot.x) && isOn(y, h, spot.y));
  if (isCorner || there.length === 0) return square;
  const stands = there.some(({ area: [x, , w] }) => isOn(x, w, spot.x));
  const side = stands ? 1 : 0;
  const from = Math.max(...there.map(({ area }) => area[side]));
  const to = Math.min(...there.map(({ area }) => area[side] + area[side + 2]!));
  const along = stands ? tracks.down : tracks.across;
  const [begin, length] = [pixel(along, from) + line / 2, pixel(along, to) - pixel(along, from) - line];
  return stands ? { ...square, y: begin, height: length } : { ...square, x: begin, width: length };
}

function pointOf({ x, y }: { x: number; y: number }, { across, down }: Tracks): Point {
  return { x: pixel(across, x), y: pixel(down, y) };
}

/** Rows from the top, each from the left. Members of a row may differ in height. */
function inOrder(targets: Target[]): Target[] {
  const middle = ({ y, height }: Target) => Math.round(y + height / 2);
  return [...targets].sort((one, other) => middle(one) - middle(other) || one.x - other.x);
}

export interface Room {
  width: number;
  height: number;
  upright: boolean;
  /** The size of an outside box relative to a number of the same width or height. */
  outer: { across: number; down: number };
  /** The width of the lines for a pointer; null for touch, where bets are chosen by name. */
  line: number | null;
}

export function planGrid(layout: Layout, { width, height, upright, outer, line }: Room): GridPlan {
  const { boxes, spots: told } = lying(layout, upright);
  const spots = told.map((spot) => onEdge(spot, boxes));
  const tracks = { across: track(boxes, 0, width, outer.across), down: track(boxes, 1, height, outer.down) };
  const drawn = boxes.map(({ label, color, wager, area }) => ({ label, color, wager, ...rectOf(area, tracks) }));
  const targets = line === null ? byNumber(boxes, spots, tracks) : byPoint(boxes, spots, tracks, line);
  return { width, height, boxes: drawn, targets: inOrder(targets), lies: liesOf(boxes, spots, tracks) };
}

function outsideTargets(boxes: Box[], rectFor: (box: Box) => Rect): Target[] {
  return boxes.flatMap((box) => (box.wager === null ? [] : [{ ...rectFor(box), wagers: [box.wager], covers: [], kind: "outside" as const }]));
}

/** For touch: the target is a number, and its bets are chosen by name. */
function byNumber(boxes: Box[], spots: Spot[], tracks: Tracks): Target[] {
  const numbers = boxes.filter(({ wager }) => wager === null).map((box) => {
    const here = spots.filter(({ covers }) => covers.includes(box.label)).sort((one, other) => one.covers.length - other.covers.length);
    return { ...rectOf(box.area, tracks), wagers: [...new Set(here.map(({ wager }) => wager))], covers: [box.label], kind: "number" as const };
  });
  // A number that is printed and not played has none.
  return [...numbers.filter(({ wagers }) => wagers.length > 0), ...outsideTargets(boxes, ({ area }) => rectOf(area, tracks))];
}

/** For a pointer: the target is the nearest number, line or crossing. */
function byPoint(boxes: Box[], spots: Spot[], tracks: Tracks, line: number): Target[] {
  const own = (box: Box) => withoutLines(box, rectOf(box.area, tracks), spots, line);
  const straight = spots.filter(isStraight).flatMap(({ wager, covers }): Target[] => {
    const box = boxes.find(({ label, wager: outside }) => outside === null && label === covers[0]);
    return box ? [{ ...own(box), wagers: [wager], covers, kind: "number" }] : [];
  });
  const lines = spots.filter((spot) => !isStraight(spot)).map(({ wager, covers, ...spot }): Target => {
    return { ...lineRect({ wager, covers, ...spot }, boxes, tracks, line), wagers: [wager], covers, kind: "line" };
  });
  return [...straight, ...apart(lines, line), ...outsideTargets(boxes, own)];
}

/** Targets below this part of a line's width are too small to hit. */
const LEAST_PART = 0.9;

/** A target too small to hit joins the nearest one that also covers its numbers; the page then asks which is meant. */
function apart(lines: Target[], line: number): Target[] {
  const isLarge = ({ width, height }: Target) => Math.min(width, height) >= line * LEAST_PART;
  const large = lines.filter(isLarge);
  for (const small of lines.filter((target) => !isLarge(target))) {
    const near = large.filter(({ covers }) => small.covers.every((number) => covers.includes(number)));
    const distance = (target: Target) => Math.hypot(...between(small, target)) + line * (target.wagers.length - 1);
    const [host] = near.sort((a, b) => distance(a) - distance(b));
    if (host) large[large.indexOf(host)] = { ...host, wagers: [...host.wagers, ...small.wagers] };
    else large.push(small);
  }
  return large;
}

/** How far apart the middles of two rectangles are. */
function between(one: Rect, other: Rect): [number, number] {
  return [one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2];
}

/** Whether a box is so flat that chips lie beside what is printed there, and not below it. */
export function isFlat({ width, height }: Pick<Rect, "width" | "height">): boolean {
  return width > height * 1.4;
}

/** Chips lie at their spot, or at the first of several; on a box they leave room for the label. */
function liesOf(boxes: Box[], spots: Spot[], tracks: Tracks): Map<string, Point> {
  const lies = new Map<string, Point>();
  const inBox = ({ area }: Box) => {
    const rect = rectOf(area, tracks);
    const { x, y, width, height } = rect;
    return isFlat(rect) ? { x: x + width * 0.78, y: y + height / 2 } : { x: x + width / 2, y: y + height * 0.72 };
  };
  for (const box of boxes) if (box.wager !== null) lies.set(box.wager, inBox(box));
  for (const spot of spots) {
    if (lies.has(spot.wager)) continue;
    const box = isStraight(spot) ? boxes.find(({ label, wager }) => wager === null && label === spot.covers[0]) : undefined;
    lies.set(spot.wager, box ? inBox(box) : pointOf(spot, tracks));
  }
  return lies;
}
