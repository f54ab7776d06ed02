/**
 * Which parts of a change of the table are shown, and in which order: cards one by one, the dealer's last, then wager
 * by wager in the order of settlement. This module neither waits nor animates; the table itself always shows the
 * current state, and a show only leads the eye to it.
 */
import type { PlaceView, WagerView } from "../../api/types";
import { SHARED_HANDS, type Coup } from "../../felt/model";
import type { ToldLine } from "../round";

/** The table at an instant, as the page shows it. */
export interface Moment {
  seq: number;
  /** The last unit in the lines. */
  told: number;
  cards: PlaceView[];
  wagers: WagerView[];
  /** Of this round and the one before. */
  lines: ToldLine[];
  /** The number of rolls, as far as they are kept. */
  dice: number[] | null;
  rolls: number[][];
  /** The wheel's results, the latest first. */
  results: readonly string[];
  /** The hands with open cups, in the order of opening, and the number of cups opened so far. */
  cups: readonly string[];
  opened: number;
  /** The result of the hands that all bet on. */
  came: Coup | null;
  /** You must decide: a show must not delay you. */
  asked: boolean;
}

export type Step =
  | { kind: "card"; draw: number; place: string }
  | { kind: "turn"; draw: number; place: string }
  | { kind: "dealer" }
  | { kind: "called"; place: string }
  | { kind: "cup"; place: string }
  | { kind: "came"; coup: Coup }
  | { kind: "dice" }
  | { kind: "spin" }
  | { kind: "landed"; face: string }
  | { kind: "line"; told: ToldLine }
  | { kind: "end" };

export interface Beat {
  /** In milliseconds, from the start. */
  at: number;
  lasts: number;
  step: Step;
}

const DEALER = "dealer";
const HIDDEN = ["rack", "next"];

interface Lying {
  draw: number;
  face: string;
  place: string;
}

function lying(cards: PlaceView[]): Lying[] {
  return cards.filter(({ place }) => !HIDDEN.includes(place)).flatMap(({ place, cards: all }) => all.map(({ draw, face }) => ({ draw, face, place })));
}

/** Cards in the order of events; turned cards come before the dealer's later draws. */
function cardSteps(before: Moment, after: Moment): Step[] {
  const known = new Map(lying(before.cards).map((card) => [card.draw, card]));
  const now = lying(after.cards);
  const laid = now.filter(({ draw }) => !known.has(draw)).sort((a, b) => a.draw - b.draw);
  const turned = now.filter(({ draw, face }) => isDown(known.get(draw)?.face) && !isDown(face));
  const first = turned.length > 0 ? laid.findIndex(({ place }) => place === DEALER) : -1;
  const at = first < 0 ? laid.length : first;
  const steps: Step[] = laid.map(({ draw, place }) => ({ kind: "card", draw, place }));
  steps.splice(at, 0, ...turned.map(({ draw, place }): Step => ({ kind: "turn", draw, place })));
  return steps;
}

function isDown(face: string | undefined): boolean {
  return face !== undefined && (face === "??" || face.startsWith("("));
}

function newLines(before: Moment, after: Moment): ToldLine[] {
  return after.lines.filter(({ unit }) => unit > before.told);
}

/** More steps are shorter each, within limits. */
function stepOf(count: number, whole: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(most, whole / Math.max(1, count))));
}

const CARDS = { whole: 3000, least: 200, most: 380 };
/** With too many cards to follow one by one, they come in packets. */
const PACKETS = { from: 22, least: 50 };
const LINES = { whole: 4000, least: 200, most: 600 };
const PAUSE = 600;
const CALLED = 600;
const CAME = 900;
/** A cup is shaken, lifted, and its dice are counted. */
export const CUP = 1500;
/** The turning of a wheel is the longest animation. */
export const SPIN = 3000;
const LANDED = 900;

/** The wheel's new result; null if it has not turned. */
function newResult(before: Moment, after: Moment): string | null {
  const [face = null] = after.results;
  const isSame = before.results.length === after.results.length && before.results.every((one, at) => one === after.results[at]);
  return isSame ? null : face;
}

/** The newly opened cups. */
function newCups(before: Moment, after: Moment): string[] {
  return after.opened > before.opened ? after.cups.slice(before.opened - after.opened) : [];
}

/**
 * The new result of the two hands that all bet on: each total is announced, then the winner. It comes with the first
 * line.
 */
function newCoup(before: Moment, { came, cups }: Moment, lines: ToldLine[]): Step[] {
  if (!came || before.came?.round === came.round || lines.length === 0) return [];
  // Dice are announced when their cup is opened.
  const called = SHARED_HANDS.filter((place) => !cups.includes(place));
  return [...called.map((place): Step => ({ kind: "called", place })), { kind: "came", coup: came }];
}

/** The beats between two instants; none if nothing visible changed, or if you must decide. */
export function beatsBetween(before: Moment, after: Moment): Beat[] {
  if (after.asked || before.told === 0) return [];
  const beats: Beat[] = [];
  let at = 0;
  const add = (step: Step, lasts: number) => {
    beats.push({ at, lasts, step });
    at += lasts;
  };
  const cards = cardSteps(before, after);
  const lines = newLines(before, after);
  if (after.rolls !== before.rolls && after.dice && after.rolls.length > 0) add({ kind: "dice" }, 600);
  const face = newResult(before, after);
  if (face !== null) {
    add({ kind: "spin" }, SPIN);
    add({ kind: "landed", face }, LANDED);
  }
  for (const place of newCups(before, after)) add({ kind: "cup", place }, CUP);
  const card = stepOf(cards.length, CARDS.whole, cards.length < PACKETS.from ? CARDS.least : PACKETS.least, CARDS.most);
  for (const step of cards) add(step, card);
  if (cards.some((step) => "place" in step && step.place === DEALER)) add({ kind: "dealer" }, 500);
  for (const step of newCoup(before, after, lines)) add(step, step.kind === "came" ? CAME : CALLED);
  const line = stepOf(lines.length, LINES.whole, LINES.least, LINES.most);
  for (const told of lines) add({ kind: "line", told }, line);
  if (lines.length > 0) add({ kind: "end" }, PAUSE);
  return beats;
}
