/** Names of hands. The house ranks a hand and sends kind and ranks; only the words are the page's. */
import type { HandView, Named } from "../api/types";
import { t, type Key } from "../text";
import { en } from "../text/en";
import { word } from "../text/words";
import type { Ranks } from "./called-ranks";
import { plain } from "./names";

/** A two-card hand may have no second rank. */
const one = (rank?: string) => (rank ? t(`hand.one.${rank}` as Key) : "");
const many = (rank?: string) => (rank ? t(`hand.many.${rank}` as Key) : "");

/** "Soft 17", "Pair of nines". */
export function handWords({ is, ranks, kickers }: Named): string {
  if ("total" in is) return is.total.soft ? t("table.total.soft", { value: is.total.value }) : String(is.total.value);
  const key = `hand.${is.called}`;
  if (!(key in en)) return plain(is.called);
  const [first, second] = [...ranks, ...kickers];
  return t(key as Key, { one: one(first), many: many(first), others: many(second) });
}

/** "Ace-king": a low hand without a pair is named by its two cards. */
export function lowWords(hand: Named): string {
  const [first, second] = [...hand.ranks, ...hand.kickers];
  const isHigh = "called" in hand.is && hand.is.called === "high-card";
  return isHigh && first && second ? t("hand.two-cards", { one: one(first), other: one(second) }) : handWords(hand);
}

/** The name of an announced hand: its kind, with its ranks if known. */
export function calledWords({ called, ranks, kickers }: { called: string } & Partial<Ranks>): string {
  if (ranks === undefined || kickers === undefined) return word("", "hand", called) ?? plain(called);
  const named = { is: { called }, ranks, kickers };
  return ranks.length + kickers.length === 2 ? lowWords(named) : handWords(named);
}

/** The name with the card that decides between hands of the kind: "Pair of nines, ace kicker". */
export function handInFull(hand: HandView): string {
  const words = handWords(hand);
  const [kicker] = hand.kickers;
  const says = "called" in hand.is && KICKED.has(hand.is.called) && kicker;
  return says ? t("hand.kicker", { hand: words, one: one(kicker) }) : words;
}

const KICKED = new Set(["pair", "two-pairs", "three-of-a-kind", "four-of-a-kind"]);
