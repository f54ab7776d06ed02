/** What of the chips in a zone can be drawn. */
import type { Chips, FeltProps } from "../model";
import { byPatron } from "../pieces";
import { chipRoom, type Zone, type ZoneRoom } from "./zone-plan";

export const CHIP = 22;
const FIGURE = 8.3;
const CAPTION_LETTER = 6.4;
const GAP = 8;
const MORE_WIDTH = 30;
const LAMMER_WIDTH = 33;

export interface ZonePiece {
  chips: Chips;
  /** Which of the zone's wagers, where they are told apart. */
  caption: string;
}

export interface ZonePieces {
  shown: ZonePiece[];
  more: number;
}

function marksWidth({ working, lammer, state }: Chips): number {
  const lammers = Number(!working) + Number(lammer > 0);
  return lammers * LAMMER_WIDTH + (state === "accepted" ? 0 : 16);
}

function pieceWidth({ chips, caption }: ZonePiece, money: FeltProps["money"]): number {
  const before = caption ? caption.length * CAPTION_LETTER + 4 : 0;
  return before + CHIP + 4 + money(chips.stake).length * FIGURE + marksWidth(chips) + GAP;
}

/** How many of these widths fit the lines. */
function fitting(widths: number[], room: number, lines: number): number {
  let [line, end] = [1, 0];
  for (const [at, width] of widths.entries()) {
    if (width > room + GAP) return at;
    if (end > 0 && end + width > room + GAP) [line, end] = [line + 1, 0];
    if (line > lines) return at;
    end += width;
  }
  return widths.length;
}

function detailed(zone: Zone, chips: Chips[]): ZonePiece[] {
  const captions = new Map(zone.wagers.map(({ wager, label }) => [wager, label]));
  const told = zone.wagers.length > 1;
  const ordered = [...chips].sort((a, b) => Number(b.own) - Number(a.own));
  return ordered.map((one) => ({ chips: one, caption: told ? (captions.get(one.wager) ?? "") : "" }));
}

/** Every wager by itself where there is room; else one sum a patron; else as many of these as fit, and how many more. */
export function zonePieces(zone: Zone, chips: Chips[], room: ZoneRoom, money: FeltProps["money"]): ZonePieces {
  const { room: width, lines } = chipRoom(zone, room);
  const fits = (pieces: ZonePiece[], less = 0) => fitting(pieces.map((piece) => pieceWidth(piece, money)), width - less, lines);
  const single = detailed(zone, chips);
  if (fits(single) === single.length) return { shown: single, more: 0 };
  const sums = byPatron(chips).map((one) => ({ chips: one, caption: "" }));
  if (fits(sums) === sums.length) return { shown: sums, more: 0 };
  const shown = sums.slice(0, Math.max(1, fits(sums, MORE_WIDTH)));
  return { shown, more: sums.length - shown.length };
}
