/** Setting a hand in two: which cards go low, and what comes of it. The house ranks both hands; nothing is ranked here. */
import type { HouseWay, Input, SettingView, View, Way } from "../api/types";

/** Cards in the order in which they lie, by the number of their drawing. */
export type Draws = readonly number[];

export function cardsOf(view: View, hand: string): Draws {
  return view.cards.find(({ place }) => place === hand)?.cards.map(({ draw }) => draw) ?? [];
}

/** How many cards the low hand takes. */
export function lowCount({ ways }: SettingView): number {
  return ways[0]?.cards.length ?? 0;
}

/**
 * The low hand after a tap on a card: one of its own goes back, another comes to it. Where it has all its cards the choice begins
 * anew, so that two taps always make a whole hand.
 */
export function tapped(low: Draws, draw: number, count: number): Draws {
  if (low.includes(draw)) return low.filter((one) => one !== draw);
  return low.length < count ? [...low, draw] : [draw];
}

/** The low hand after a card was dropped on one of the two hands. To a whole low hand it comes in place of the card that came first. */
export function dropped(low: Draws, draw: number, toLow: boolean, count: number): Draws {
  const others = low.filter((one) => one !== draw);
  if (!toLow) return others;
  if (low.includes(draw)) return low;
  return [...(others.length < count ? others : others.slice(1)), draw];
}

function drawsOf({ cards }: Way, lie: Draws): Draws {
  return cards.flatMap((position) => lie[position] ?? []);
}

/** What a choice of cards comes to; nothing while some are missing. */
export function wayOf({ ways }: SettingView, lie: Draws, low: Draws): Way | null {
  return ways.find((way) => way.cards.length === low.length && drawsOf(way, lie).every((draw) => low.includes(draw))) ?? null;
}

/** The low hand that the house would set, and by which of its rules. */
export function houseWay({ ways }: SettingView, lie: Draws): { low: Draws; house: HouseWay } | null {
  const way = ways.find(({ house }) => house);
  return way?.house ? { low: drawsOf(way, lie), house: way.house } : null;
}

/** The low hand of a hand that is set already. */
export function setLow({ set, ways: [way] }: SettingView, lie: Draws): Draws | null {
  return set && way ? drawsOf(way, lie) : null;
}

/** The command that sets the hand so; nothing while cards are missing. */
export function pickOf(patron: string, setting: SettingView, lie: Draws, low: Draws): Input | null {
  const way = wayOf(setting, lie, low);
  return way && { pick: { patron, hand: setting.hand, cards: way.cards } };
}
