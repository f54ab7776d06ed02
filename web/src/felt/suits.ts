/** The four suits as paths in a square of 20. */
export const SUIT_PATHS = {
  h: "M10 18.2C4.2 13.4 1 10.2 1 6.3 1 3.5 3.1 1.6 5.6 1.6c1.9 0 3.5 1 4.4 2.7.9-1.7 2.5-2.7 4.4-2.7C16.9 1.6 19 3.5 19 6.3c0 3.9-3.2 7.1-9 11.9Z",
  d: "M10 .8C12 4.2 14.6 7.3 17.4 10 14.6 12.7 12 15.8 10 19.2 8 15.8 5.4 12.7 2.6 10 5.4 7.3 8 4.2 10 .8Z",
  s: "M10 1c3 4.2 8.6 6.8 8.6 11 0 2.4-1.7 3.9-3.7 3.9-1.6 0-2.9-.8-3.8-2.1.2 2.2.9 3.8 2.3 5.1H6.6c1.4-1.3 2.1-2.9 2.3-5.1-.9 1.3-2.2 2.1-3.8 2.1-2 0-3.7-1.5-3.7-3.9C1.4 7.8 7 5.2 10 1Z",
  c: "M10 1.2a4.2 4.2 0 0 0-3.1 7 4.2 4.2 0 1 0 1.7 6.2c-.2 1.9-.9 3.3-2 4.5h6.8c-1.1-1.2-1.8-2.6-2-4.5a4.2 4.2 0 1 0 1.7-6.2A4.2 4.2 0 0 0 10 1.2Z",
} as const;

export type Suit = keyof typeof SUIT_PATHS;

export const SUIT_SIGNS: Record<Suit, string> = { h: "♥", d: "♦", s: "♠", c: "♣" };

/** A face as the server writes it: "As", "(As)" where it lies face down and the reader may know it, "Jk", "??". */
export type Face =
  | { kind: "card"; rank: string; suit: Suit; down: boolean }
  | { kind: "joker"; down: boolean }
  | { kind: "hidden" };

export function parseFace(written: string): Face {
  const down = written.startsWith("(");
  const bare = down ? written.slice(1, -1) : written;
  if (bare === "Jk") return { kind: "joker", down };
  const rank = bare.charAt(0);
  const suit = bare.charAt(1);
  return suit in SUIT_PATHS ? { kind: "card", rank: rank === "T" ? "10" : rank, suit: suit as Suit, down } : { kind: "hidden" };
}
