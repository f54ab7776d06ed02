/**
 * The positions of choices. A choice keeps its position from question to question, so that a press never hits another
 * choice that has moved there.
 */
import type { ChoiceOffer } from "./offers";

/** A choice in its position, offered or only kept visible; null for an empty position. */
export type Place = { choice: string; offer: ChoiceOffer | null } | null;

/** The earlier positions of choices, which they get again. */
export type Places = Map<string, number>;

/**
 * The choices of a question in their positions. Those that the layout keeps visible have the first ones, in its order,
 * whenever one of them is offered. Any other choice gets its earlier position, or the first free one.
 */
export function placesOf(known: Places, kept: readonly string[], offers: readonly ChoiceOffer[]): Place[] {
  const byChoice = new Map(offers.map((offer) => [offer.choice, offer]));
  const inSight = kept.some((choice) => byChoice.has(choice)) ? kept : [];
  const places: Place[] = inSight.map((choice) => ({ choice, offer: byChoice.get(choice) ?? null }));
  const others = offers.filter(({ choice }) => !inSight.includes(choice));
  const isFree = (at: number) => (places[at] ?? null) === null;
  const put = (offer: ChoiceOffer, at: number) => {
    while (places.length < at) places.push(null);
    places[at] = { choice: offer.choice, offer };
    known.set(offer.choice, at);
  };
  const homeless = others.filter((offer) => {
    const had = known.get(offer.choice);
    if (had === undefined || !isFree(had)) return true;
    put(offer, had);
    return false;
  });
  for (const offer of homeless) {
    let at = 0;
    while (!isFree(at)) at += 1;
    put(offer, at);
  }
  return places;
}
