/** The area of the dealer: their cards, cards of no hand, the shoe and the discards. */
import { t, type Key } from "../../text";
import { felt } from "../../text/en-felt";
import { APART, Hand, STEP } from "../hand";
import type { FeltProps } from "../model";
import { cardsAt } from "./box-states";

const HAND = /^\d/;
const NOT_DRAWN = new Set(["rack", "next", "board", "dealer"]);

/** Places of cards outside of boxes: the dealer's always, others if they have cards. */
export function sharedPlaces({ view }: FeltProps): string[] {
  const others = view.cards.map(({ place }) => place).filter((place) => !HAND.test(place) && !NOT_DRAWN.has(place));
  return ["dealer", ...others];
}

function placeName(place: string): string {
  const key = `felt.place.${place}`;
  return key in felt ? t(key as Key) : place;
}

/** "Dealer 17". */
export function PlaceHand({ props, place, card, room }: { props: FeltProps; place: string; card: number; room: number }) {
  const cards = cardsAt(props, place);
  const step = cards.length > 2 && place !== "board" ? STEP : APART;
  return (
    <div className="felt-shared" role="group" aria-label={placeName(place)} style={{ maxWidth: Math.max(room, card) }}>
      <Hand cards={cards} width={card} room={room} step={step} />
      <div className="felt-shared-name">
        {placeName(place)} <b data-total={place}>{props.totals[place]}</b>
      </div>
    </div>
  );
}

/** `remaining`: null if unknown. */
export function Shoe({ remaining, x }: { remaining: number | null; x: number }) {
  return (
    <g data-shoe transform={`translate(${x - 43} 20)`}>
      <rect className="felt-line" width={86} height={58} rx={5} />
      <rect className="felt-stock" x={7} y={7} width={66} height={44} rx={2} />
      <text x={43} y={76} textAnchor="middle" fontSize={13}>
        {remaining === null ? t("felt.shoe.plain") : t("felt.shoe", { count: remaining })}
      </text>
    </g>
  );
}

/** The number of card edges drawn in the rack. */
const MOST_EDGES = 7;

export function Rack({ discards, x }: { discards: number | null; x: number }) {
  const edges = Math.min(MOST_EDGES, Math.ceil((discards ?? 0) / 8));
  return (
    <g transform={`translate(${x - 43} 20)`}>
      <rect className="felt-line" width={86} height={58} rx={5} />
      {Array.from({ length: edges }, (_, at) => (
        <rect key={at} className="felt-stock" x={7} y={49 - at * 5} width={72} height={3} />
      ))}
      <text x={43} y={76} textAnchor="middle" fontSize={13}>
        {discards === null ? t("felt.rack.plain") : t("felt.rack", { count: discards })}
      </text>
    </g>
  );
}
