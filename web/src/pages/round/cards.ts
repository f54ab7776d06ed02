/**
 * The positions of the cards at a step of a round, reconstructed from the events up to then. Cards that the last step
 * itself takes up are still shown: one step may lay the last card, settle and clear the table.
 */
import type { CardView, TableEvent, UnitFrame } from "../../api/types";

export interface Place {
  place: string;
  cards: CardView[];
}

interface Laid extends CardView {
  place: string;
}

/** Cards that were taken up are here and are not shown. */
const RACK = "rack";

export function cardsAfter(units: UnitFrame[]): Place[] {
  const laid = new Map<number, Laid>();
  units.forEach(({ events }, index) => {
    for (const event of events) {
      if (index < units.length - 1 || !takesUp(event)) apply(laid, event);
    }
  });
  const places = new Map<string, Place>();
  for (const { place, draw, face } of laid.values()) {
    if (place === RACK) continue;
    const known = places.get(place) ?? { place, cards: [] };
    known.cards.push({ draw, face });
    places.set(place, known);
  }
  return [...places.values()].sort((a, b) => rankOf(a.place) - rankOf(b.place));
}

/** The dealer's and shared cards come first, then box by box. */
function rankOf(place: string): number {
  const box = Number.parseFloat(place);
  return Number.isNaN(box) ? -1 : box;
}

function takesUp({ what }: TableEvent): boolean {
  return typeof what !== "string" && "collected" in what;
}

function apply(laid: Map<number, Laid>, { what }: TableEvent): void {
  if (typeof what === "string") return;
  if ("card-laid" in what) {
    const { draw, place, face } = what["card-laid"];
    laid.set(draw, { draw, place, face });
  } else if ("card-turned" in what) {
    const { draw, place, face } = what["card-turned"];
    laid.set(draw, { draw, place, face });
  } else if ("card-moved" in what) {
    const { draw, to } = what["card-moved"];
    const card = laid.get(draw);
    if (card) laid.set(draw, { ...card, place: to });
  } else if ("collected" in what) {
    const { place } = what.collected;
    for (const [draw, card] of laid) {
      if (place === RACK || card.place === place) laid.set(draw, { ...card, place: RACK });
    }
  }
}
