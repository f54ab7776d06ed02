/** Which chips of a zone can be drawn. */
import { t } from "../../text";
import type { Chips, FeltProps } from "../model";
import { byPatron, sumOf } from "../pieces";
import { chipRoom, type Zone, type ZoneRoom } from "./zone-plan";

export const CHIP = 22;
const FIGURE = 8.3;
const CAPTION_LETTER = 6.4;
const GAP = 8;
const MORE_WIDTH = 30;
const LAMMER = { figure: 8, border: 9 };
/** Coins have smaller figures, and smaller gaps to what is beside them. */
const COIN = { figure: 6.8, border: 10, more: 16 };

export interface ZonePiece {
  chips: Chips;
  /** Which of the zone's wagers, where they are told apart. */
  caption: string;
}

export interface ZonePieces {
  shown: ZonePiece[];
  more: number;
  /** Drawn as coins with the sum on them: there is no room for chips with the sum beside them. */
  coins: boolean;
}

function marksWidth({ working, lammer, state }: Chips, money: FeltProps["money"]): number {
  const words = [working ? "" : t("felt.marker.off"), lammer > 0 ? money(lammer) : ""].filter(Boolean);
  const lammers = words.reduce((width, word) => width + word.length * LAMMER.figure + LAMMER.border, 0);
  return lammers + (state === "accepted" ? 0 : 16);
}

function pieceWidth({ chips, caption }: ZonePiece, money: FeltProps["money"]): number {
  const before = caption ? caption.length * CAPTION_LETTER + 4 : 0;
  return before + CHIP + 4 + sumOf(chips, money).length * FIGURE + marksWidth(chips, money) + GAP;
}

function coinWidth({ chips }: ZonePiece, money: FeltProps["money"]): number {
  const letters = sumOf(chips, money).length + (chips.own ? 0 : 2);
  return letters * COIN.figure + COIN.border + marksWidth(chips, money) + 2;
}

/** How many of these widths fit into the lines. */
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

/**
 * Every wager separately if there is room; otherwise one sum per patron; otherwise as many of these as fit, and the
 * number of the rest.
 */
export function zonePieces(zone: Zone, chips: Chips[], room: ZoneRoom, money: FeltProps["money"]): ZonePieces {
  const { room: width, lines } = chipRoom(zone, room);
  const fits = (pieces: ZonePiece[], less = 0) => fitting(pieces.map((piece) => pieceWidth(piece, money)), width - less, lines);
  const sums = byPatron(chips).map((one) => ({ chips: one, caption: "" }));
  // One coin stands above what is said of it.
  if (room.narrow) return { shown: sums.slice(0, 1), more: Math.max(0, sums.length - 1), coins: true };
  const single = detailed(zone, chips);
  if (fits(single) === single.length) return { shown: single, more: 0, coins: false };
  if (fits(sums) === sums.length) return { shown: sums, more: 0, coins: false };
  const first = fits(sums, MORE_WIDTH);
  const asCoins = Math.max(1, fitting(sums.map((piece) => coinWidth(piece, money)), width - COIN.more, 1));
  const shown = sums.slice(0, first > 0 ? first : asCoins);
  return { shown, more: sums.length - shown.length, coins: first === 0 };
}
