/** The heights of the rows of a grid of zones, and the arrangement within a zone. All figures are CSS pixels. */
import type { Layout } from "../model";
import type { KindProps } from "./kind";
import { armOf, numbersOf } from "./zone-shapes";

export type Zone = Layout["zones"][number];
type Area = [number, number, number, number];

export interface Grid {
  columns: number;
  rows: number;
  zones: Zone[];
}

export function areaOf(zone: Zone, phone: boolean): Area {
  return phone ? zone.tall : zone.wide;
}

const STRAYS_A_ROW = { phone: 2, screen: 6 };

function middleHeight(zones: Zone[], phone: boolean): number {
  const heights = zones.map((zone) => areaOf(zone, phone)[3]).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 1;
}

/** A zone for a wager that the layout does not know, in a row after all others. */
function strayZone(wager: string, name: string, area: Area): Zone {
  return { id: wager, label: name, note: null, wagers: [{ wager, label: name }], wide: area, tall: area, dice: [], marker: null };
}

export function gridOf({ layout, strays, wagerName, phone }: KindProps): Grid {
  const [columns, rows] = (phone ? layout.grid?.tall : layout.grid?.wide) ?? [1, 0];
  const across = Math.min(columns, phone ? STRAYS_A_ROW.phone : STRAYS_A_ROW.screen);
  const [width, height] = [Math.floor(columns / across), middleHeight(layout.zones, phone)];
  const extra = strays.map((wager, at) =>
    strayZone(wager, wagerName(wager), [(at % across) * width, rows + Math.floor(at / across) * height, width, height]),
  );
  return { columns, rows: rows + Math.ceil(strays.length / across) * height, zones: [...layout.zones, ...extra] };
}

/** The size of a zone besides its content: padding and border at both ends, and the gap between words and chips. */
const FRAME = 14;
const LABEL = { least: 13, most: 24, line: 1.15, word: 16 };
const LABEL_LETTER = 0.64;
const LABEL_LINE = LABEL.least * LABEL.line;
const NOTE_LINE = 15;
const NOTE_LETTER = 6.3;
const DIE_PAIR = 54;
const DICE_LINE = 26;
const CHIP_LINE = 24;
/** The minimum width of chips beside words. */
const CHIP_BESIDE = 70;
/** Narrower zones have coins with the sum on them in place of chips with the sum beside them. */
const NARROW = 84;
const NARROW_FRAME = 4;
/** A coin, and a line of words below it. */
const COIN_LINES = 20 + 14 + 1;
/** A row that is a separate target. */
const LEAST_ROW = { phone: 44, screen: 28 };

function linesOf(text: string, letter: number, room: number): number {
  let lines = 1;
  let end = 0;
  for (const word of text.split(" ")) {
    const width = word.length * letter;
    const wraps = end > 0 && end + letter + width > room;
    end = wraps ? width : end + (end > 0 ? letter : 0) + width;
    lines += Number(wraps);
  }
  return lines;
}

function diceLines(zone: Zone, room: number): number {
  return zone.dice.length === 0 ? 0 : Math.ceil(zone.dice.length / Math.max(1, Math.floor(room / DIE_PAIR)));
}

function labelHeight(zone: Zone, width: number): number {
  return zone.label ? linesOf(zone.label, LABEL.least * LABEL_LETTER, width - FRAME) * LABEL_LINE : 0;
}

function noteHeight(zone: Zone, width: number): number {
  return zone.note ? linesOf(zone.note, NOTE_LETTER, width - FRAME) * NOTE_LINE : 0;
}

function diceHeight(zone: Zone, width: number): number {
  return diceLines(zone, width - FRAME) * DICE_LINE;
}

/** The minimum height for chips. */
function chipHeight(width: number): number {
  return width < NARROW ? COIN_LINES : CHIP_LINE;
}

/** Label and dice below one another in the smallest letters, with chips below them or, where none lie, the note. */
function stackHeight(zone: Zone, width: number): number {
  return labelHeight(zone, width) + diceHeight(zone, width) + Math.max(chipHeight(width), noteHeight(zone, width)) + FRAME;
}

/** Label and dice beside one another. */
function titleWidth(zone: Zone): number {
  return zone.label.length * LABEL.least * LABEL_LETTER + zone.dice.length * DIE_PAIR + FRAME;
}

/** In the middle of a strip: large spaced letters, the note below them. */
function stripHeadWidth(zone: Zone): number {
  return Math.max(zone.label.length * 17, (zone.note?.length ?? 0) * NOTE_LETTER) + zone.dice.length * DIE_PAIR + FRAME;
}

/**
 * The arrangement of a zone: `stack` has its words above its chips, `strip` its words in the middle and chips before
 * them, `line` is low and has a title with chips beside it, which replace its note. `numbers` has the numbers of its
 * note in a row, and below them its words with chips before them.
 */
export type ZoneForm = "stack" | "strip" | "line" | "numbers";

export interface ZoneRoom {
  width: number;
  height: number;
  form: ZoneForm;
  /** The size of the label's letters. */
  label: number;
  /** The note fits even beside chips. */
  note: boolean;
  narrow: boolean;
}

const STRIP_LEAST = 300;
/** The minimum size for large letters with a note below them. */
const STRIP_WITH_NOTE = 44;

function isStrip(zone: Zone, width: number, height: number): boolean {
  const holdsNote = !zone.note || height >= STRIP_WITH_NOTE;
  return holdsNote && width >= STRIP_LEAST && width > 3 * height && stripHeadWidth(zone) < width * 0.55;
}

/** The minimum size for a row of numbers with a line of words and chips below. */
const NUMBERS = { width: 290, height: 66 };

function formOf(zone: Zone, width: number, height: number): ZoneForm {
  if (width >= NUMBERS.width && height >= NUMBERS.height && numbersOf(zone)) return "numbers";
  if (isStrip(zone, width, height)) return "strip";
  return stackHeight(zone, width) <= height || titleWidth(zone) + CHIP_BESIDE > width ? "stack" : "line";
}

/** The length of the longest label among zones of the same size: zones in a row use the same letters. */
function lettersOf(zone: Zone, zones: Zone[], phone: boolean): number {
  const [, , across, down] = areaOf(zone, phone);
  const alike = zones.filter((other) => {
    const [, , otherAcross, otherDown] = areaOf(other, phone);
    return across === otherAcross && down === otherDown && zone.dice.length === other.dice.length;
  });
  return Math.max(1, ...alike.map(({ label }) => label.length));
}

/** Letters grow with their zone, as far as dice, note and chips leave room, and a puck beside them. */
function labelSize(letters: number, width: number, height: number, most: number): number {
  const fits = Math.min(height / LABEL.line, width / (letters * LABEL_LETTER));
  return Math.round(Math.max(LABEL.least, Math.min(most, fits)));
}

/** Large letters are for numbers and for what lies across the layout; the others are printed alike, however large their zone is. */
function mostOf(zone: Zone, form: ZoneForm, letters: number | undefined): number {
  if (letters !== undefined) return letters;
  return form === "strip" || /^\d+$/.test(zone.label) ? LABEL.most : LABEL.word;
}

/** The constraints of a zone: all zones of its grid, the width of a column, the heights of the rows. */
export interface Tracks {
  zones: Zone[];
  column: number;
  rows: number[];
  phone: boolean;
  /** The largest letters, for zones with more room than on a full table. */
  letters?: number;
}

/** Whether label, dice, note and chips all have room below one another. */
function noteStays(zone: Zone, width: number, height: number): boolean {
  const others = labelHeight(zone, width) + diceHeight(zone, width) + chipHeight(width) + FRAME;
  return others + noteHeight(zone, width) <= height;
}

/** `puck` is the width of a puck beside the label, or zero. */
export function zoneRoom(zone: Zone, { zones, column, rows, phone, letters: most }: Tracks, puck: number): ZoneRoom {
  const [, first, across, down] = areaOf(zone, phone);
  const arm = armOf(zone, { zones, column, rows, phone });
  const [width, height] = [column * across - (arm?.width ?? 0), sum(rows.slice(first, first + down))];
  // Where zones have room for large letters they all look alike.
  const form = most !== undefined && stackHeight(zone, width) <= height ? "stack" : formOf(zone, width, height);
  if (form === "numbers") return { width, height, form, note: true, narrow: false, label: LABEL.word };
  const narrow = form === "stack" && width < NARROW;
  const note = form === "strip" || noteStays(zone, width, height);
  const below = diceHeight(zone, width) + (note ? noteHeight(zone, width) : 0) + chipHeight(width) + FRAME;
  const letters = puck > 0 ? zone.label.length : lettersOf(zone, zones, phone);
  const room = [width - (narrow ? NARROW_FRAME : FRAME) - puck, form === "strip" ? height / 2 : height - below] as const;
  return { width, height, form, note, narrow, label: form === "line" ? LABEL.least : labelSize(letters, ...room, mostOf(zone, form, most)) };
}

/** The area for chips within a zone. */
export function chipRoom(zone: Zone, { width, height, form, label, note }: ZoneRoom): { room: number; lines: number } {
  const titled = zone.label.length * LABEL.word;
  const room = { stack: width, strip: (width - stripHeadWidth(zone)) / 2, line: width - titleWidth(zone), numbers: (width - titled) / 2 }[form] - FRAME;
  const head = Math.max(labelHeight(zone, width), label * LABEL.line) + diceHeight(zone, width) + (note ? noteHeight(zone, width) : 0);
  const below = { stack: height - head - FRAME, strip: height - 6, line: height - 6, numbers: CHIP_LINE }[form];
  return { room, lines: Math.max(1, Math.floor(below / CHIP_LINE)) };
}

function leastHeight(zone: Zone, width: number, phone: boolean): number {
  const least = phone ? LEAST_ROW.phone : LEAST_ROW.screen;
  if (width >= NUMBERS.width && numbersOf(zone)) return NUMBERS.height;
  const beside = titleWidth(zone) + CHIP_BESIDE <= width;
  return beside ? least : Math.max(least, stackHeight(zone, width));
}

export function sum(heights: number[]): number {
  return heights.reduce((all, height) => all + height, 0);
}

/**
 * The minimum heights of the rows with which every zone fits its words and a line of chips: first for zones of one row;
 * then the shortage of zones of several rows is divided evenly among their rows.
 */
export function leastRows({ columns, rows, zones }: Grid, width: number, phone: boolean): number[] {
  const heights = Array<number>(rows).fill(phone ? LEAST_ROW.phone : LEAST_ROW.screen);
  const lowFirst = [...zones].sort((a, b) => areaOf(a, phone)[3] - areaOf(b, phone)[3]);
  for (const zone of lowFirst) {
    const [, first, across, down] = areaOf(zone, phone);
    const lacks = leastHeight(zone, (width / columns) * across, phone) - sum(heights.slice(first, first + down));
    for (let row = first; lacks > 0 && row < first + down; row += 1) heights[row] = (heights[row] ?? 0) + Math.ceil(lacks / down);
  }
  return heights;
}

/** The heights if there is more room: each row gets a share of it, up to a maximum. */
export function stretched(rows: number[], height: number, most: number): number[] {
  const more = Math.min(height, sum(rows) * most) - sum(rows);
  return more <= 0 ? rows : rows.map((row) => row + Math.floor(more / rows.length));
}
