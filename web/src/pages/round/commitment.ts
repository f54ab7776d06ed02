/** Checks an opened order of cards against its commitment: SHA-256 over the bytes of docs/chance.md. */
import type { Shoe } from "../../api/types";

export type Verdict = "sealed" | "holds" | "broken" | "unable";

const DOMAIN = "croupier shoe commitment 1";

export async function verdictOn(shoe: Shoe, table: string): Promise<Verdict> {
  if (shoe.salt === null || shoe.cards === null) return "sealed";
  // Browsers provide it only over a secure channel.
  if (!globalThis.crypto?.subtle) return "unable";
  const digest = await crypto.subtle.digest("SHA-256", committed(shoe.salt, table, shoe.number, shoe.cards));
  return hex(new Uint8Array(digest)) === shoe.commitment.toLowerCase() ? "holds" : "broken";
}

/** The input of the hash; numbers are eight bytes, big-endian. */
export function committed(salt: string, table: string, shoe: number, cards: number[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder();
  const name = text.encode(table);
  const parts = [
    text.encode(DOMAIN),
    unhex(salt),
    eightBytes(name.length),
    name,
    eightBytes(shoe),
    eightBytes(cards.length),
    Uint8Array.from(cards),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function eightBytes(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

function unhex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
