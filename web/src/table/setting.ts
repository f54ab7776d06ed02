/**
 * Setting a hand in two: the cards of the low hand, and the result. The house ranks both hands; the page ranks none.
 */
import type { HouseWay, Input, SettingView, View, Way } from "../api/types";

/** Cards in the order of their positions, by draw number. */
export type Draws = readonly number[];

export function cardsOf(view: View, hand: string): Draws {
  return view.cards.find(({ place }) => place === hand)?.cards.map(({ draw }) => draw) ?? [];
}

/** The number of cards in the low hand. */
export function lowCount({ ways }: SettingView): number {
  return ways[0]?.cards.length ?? 0;
}

/**
 * The low hand after a tap on a card: one of its own leaves it, another joins it. If it is complete, the selection
 * starts over, so that two taps always make a complete hand.
 */
export function tapped(low: Draws, draw: number, count: number): Draws {
  if (low.includes(draw)) return low.filter((one) => one !== draw);
  return low.length < count ? [...low, draw] : [draw];
}

/**
 * The low hand after a card was dropped on one of the two hands. In a complete low hand it replaces the card that was
 * chosen first.
 */
export function dropped(low: Draws, draw: number, toLow: boolean, count: number): Draws {
  const others = low.filter((one) => one !== draw);
  if (!toLow) return others;
  if (low.includes(draw)) return low;
  return [...(others.length < count ? others : others.slice(1)), draw];
}

function drawsOf({ cards }: Way, lie: Draws): Draws {
  return cards.flatMap((position) => lie[position] ?? []);
}

/** The result of a selection; null while cards are missing. */
export function wayOf({ ways }: SettingView, lie: Draws, low: Draws): Way | null {
  return ways.find((way) => way.cards.length === low.length && drawsOf(way, lie).every((draw) => low.includes(draw))) ?? null;
}

/** The house's low hand, and its rule. */
export function houseWay({ ways }: SettingView, lie: Draws): { low: Draws; house: HouseWay } | null {
  const way = ways.find(({ house }) => house);
  return way?.house ? { low: drawsOf(way, lie), house: way.house } : null;
}

/** The low hand of a hand that is already set. */
export function setLow({ set, ways: [way] }: SettingView, lie: Draws): Draws | null {
  return set && way ? drawsOf(way, lie) : null;
}

/** The command for this setting; null while cards are missing. */
export function pickOf(patron: string, setting: SettingView, lie: Draws, low: Draws): Input | null {
  const way = wayOf(setting, lie, low);
  return way && { pick: { patron, hand: setting.hand, cards: way.cards } };
}
