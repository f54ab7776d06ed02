/** The two hands that all patrons bet on. A third card lies across. */
import { memo } from "react";
import { t } from "../../text";
import { Card, cardHeight } from "../card";
import type { HandCards } from "../hand";
import { SHARED_HANDS, type FeltProps, type SharedHand as HandName } from "../model";
import type { SpotPlan } from "../spots";
import { SqueezedCard } from "../squeeze";
import { cardPlaces, handSpan, wordOf } from "./baccarat-plan";
import { cardsAt } from "./box-states";

/** The hand that a wager is about, by the words of its id; undefined if it is about both. */
export function handOf(wager: string): HandName | undefined {
  const words = wager.split("-");
  return SHARED_HANDS.find((hand) => words.includes(hand));
}

/** A name with its hand's letter instead of its name, as in the roads: "P Bonus". */
export function brief(plan: SpotPlan): string {
  const [word, hand] = [wordOf(plan), handOf(plan.wagers[0] ?? "")];
  if (!hand || word === t(`felt.place.${hand}`)) return word;
  return word.replace(t(`felt.place.${hand}`), t(`felt.road.letter.${hand}`));
}

interface CardsProps {
  cards: HandCards;
  width: number;
  /** A card that you hold stays face down until you turn it. */
  yours: boolean;
  squeeze: FeltProps["squeeze"];
}

/** "9h" for "(9h)". */
function faceUp(face: string): string {
  return face.startsWith("(") ? face.slice(1, -1) : face;
}

/** The face to draw of a card: a card of yours that you have not turned stays hidden. */
function shownFace(face: string, yours: boolean): string {
  return yours && face.startsWith("(") ? "??" : face;
}

function sameCards(a: CardsProps, b: CardsProps): boolean {
  return a.width === b.width && a.yours === b.yours && a.squeeze === b.squeeze && a.cards.length === b.cards.length && a.cards.every(({ draw, face }, at) => draw === b.cards[at]?.draw && face === b.cards[at]?.face);
}

/** The places of two cards are drawn before they are dealt, so that the layout does not shift. */
const Cards = memo(function Cards({ cards, width, yours, squeeze }: CardsProps) {
  const places = cardPlaces(Math.max(2, cards.length), width);
  // Two cards lie in the middle, and make room for a third.
  const shift = cards.length > 2 ? 0 : (handSpan(width) - width * 2.06) / 2;
  return (
    <div className="felt-hand felt-pair-cards" style={{ width: handSpan(width), height: cardHeight(width), transform: `translateX(${Math.round(shift)}px)` }}>
      {places.map(({ x, y, sideways }, at) => {
        const card = cards[at];
        const style = { left: Math.round(x), top: Math.round(y) };
        if (!card) return <span key={`place ${at}`} className="felt-card-place" style={{ ...style, width, height: cardHeight(width) }} />;
        return (
          <span key={card.draw} className="felt-hand-card" data-draw={card.draw} style={style}>
            {squeeze?.draw === card.draw ? (
              <SqueezedCard face={faceUp(card.face)} width={width} sideways={sideways ?? false} turn={squeeze.turn} />
            ) : (
              <Card face={shownFace(card.face, yours)} width={width} sideways={sideways} />
            )}
          </span>
        );
      })}
    </div>
  );
}, sameCards);

/** The card to be turned, if it is in this hand. */
function squeezeIn(props: FeltProps, hand: HandName): FeltProps["squeeze"] {
  return cardsAt(props, hand).some(({ draw }) => draw === props.squeeze?.draw) ? props.squeeze : null;
}

export function endOf(hand: HandName, { came }: Pick<FeltProps, "came">): "wins" | "ties" | null {
  if (came?.winner === hand) return "wins";
  return came?.winner === "tie" ? "ties" : null;
}

interface OwedProps extends Pick<FeltProps, "view" | "money"> {
  box: number;
  /** Without room for the amount, a dot marks its presence. */
  narrow?: boolean;
}

/** The debt of a place's patron, as on the marker button; empty if there is none. */
export function Owed({ box, view, money, narrow = false }: OwedProps) {
  const owed = view.owed?.find(({ hand }) => hand === String(box));
  if (!owed) return null;
  return (
    <span className="felt-owed" role="img" aria-label={t("felt.owed", { amount: money(owed.amount) })} data-narrow={narrow}>
      {!narrow && money(owed.amount)}
    </span>
  );
}

interface HandProps {
  props: FeltProps;
  hand: HandName;
  card: number;
  width?: number;
}

/** "Player 4", "Banker 9 wins". */
export function SharedHand({ props, hand, card, width }: HandProps) {
  const end = endOf(hand, props);
  return (
    <div className="felt-shared felt-pair-hand" role="group" aria-label={t(`felt.place.${hand}`)} data-hand={hand} data-end={end ?? undefined} style={{ width }}>
      <div className="felt-pair-name">{t(`felt.place.${hand}`)}</div>
      <Cards cards={cardsAt(props, hand)} width={card} yours={props.you !== null} squeeze={squeezeIn(props, hand)} />
      <div className="felt-pair-total">
        <b data-total={hand}>{props.totals[hand]}</b>
        {end && <span className="felt-pair-end">{t(`felt.hand.${end}`)}</span>}
      </div>
    </div>
  );
}
