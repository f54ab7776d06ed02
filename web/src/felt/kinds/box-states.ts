/** The state of a table with boxes, box by box. */
import type { HandCards } from "../hand";
import type { Chips, FeltProps, Result } from "../model";

export interface HandState {
  /** "3", "3.2". */
  id: string;
  cards: HandCards;
  chips: Chips[];
  active: boolean;
  total: string | undefined;
  results: Result[];
}

export interface BoxState {
  box: number;
  hands: HandState[];
  own: boolean;
  active: boolean;
  /** Letters of those who have chips here. */
  patrons: string[];
  /** No chips are here, and the box stays yours or another patron's. */
  kept: "yours" | "kept" | null;
}

function boxOf(hand: string): number {
  return Number(hand.split(".")[0]);
}

function handNumber(hand: string): number {
  return Number(hand.split(".")[1] ?? 1);
}

const HAND = /^\d+(\.\d+)?$/;

/** The hands of every box, in order; a box always has a first hand, even if it is empty. */
function handIds({ view, boxes }: FeltProps): Map<number, string[]> {
  const places = [...view.cards.map(({ place }) => place), ...view.wagers.map(({ spot }) => spot)];
  const ids = new Set([...Array.from({ length: boxes }, (_, at) => String(at + 1)), ...places.filter((place) => HAND.test(place))]);
  const sorted = [...ids].sort((a, b) => handNumber(a) - handNumber(b));
  const byBox = new Map<number, string[]>();
  for (const id of sorted) byBox.set(boxOf(id), [...(byBox.get(boxOf(id)) ?? []), id]);
  return byBox;
}

function handState(id: string, props: FeltProps): HandState {
  return {
    id,
    cards: cardsAt(props, id),
    chips: props.chipsOn(id),
    active: props.activeHand === id,
    total: props.totals[id],
    results: props.results[id] ?? [],
  };
}

function boxState(box: number, ids: string[], props: FeltProps): BoxState {
  const hands = ids.map((id) => handState(id, props));
  // Chips that are not a bet yet do not give a patron the box.
  const chips = hands.flatMap((hand) => hand.chips).filter(({ state }) => state !== "waiting");
  return {
    box,
    hands,
    own: chips.some((one) => one.own),
    active: hands.some((hand) => hand.active),
    patrons: [...new Set(chips.map(({ patron }) => patron))],
    kept: props.kept[box] ?? null,
  };
}

export function cardsAt({ view }: FeltProps, place: string): HandCards {
  return view.cards.find((one) => one.place === place)?.cards ?? [];
}

/** The boxes in the order in which patrons see them from left to right: box 1 is on the right. */
export function boxStates(props: FeltProps): BoxState[] {
  const ids = handIds(props);
  return Array.from({ length: props.boxes }, (_, at) => props.boxes - at).map((box) => boxState(box, ids.get(box) ?? [], props));
}
