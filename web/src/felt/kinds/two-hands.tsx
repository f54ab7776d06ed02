/**
 * A hand to be set in two: cards move between low and high by taps, by keys and by dragging, animated from place to
 * place.
 */
import type { CSSProperties, ReactNode } from "react";
import { capital, t } from "../../text";
import { inOrder } from "../card-order";
import { Card, cardName } from "../card";
import type { HandCards } from "../hand";
import type { InTwo } from "../model";
import { useCardDrag } from "../use-card-drag";
import { HIGH, LOW, placesIn, type Frame, type TwoPlan } from "./set-plan";

export interface TwoProps {
  /** The owner of the hand: "You · box 3". */
  label: string;
  plan: TwoPlan;
  /** All cards, or after exposure those of the high hand. */
  cards: HandCards;
  /** The cards of the low hand, once they are separate. */
  lowCards: HandCards;
  inTwo: InTwo | undefined;
  /** The names of both hands, once they are exposed. */
  called: { low: string | undefined; high: string | undefined };
  /** What lies beside the low hand, where that leaves room. */
  beside?: ReactNode;
}

type Laid = HandCards[number] & { low: boolean; x: number; y: number; z: number };

/** "As" for "(As)": the patron who sets a hand sees its cards. */
function faceUp(face: string): string {
  return face.startsWith("(") ? face.slice(1, -1) : face;
}

/** Every card with its place, in the order of the held hand, which the choice does not change. */
function laid({ plan, cards, lowCards, inTwo }: TwoProps): Laid[] {
  const isLow = ({ draw }: HandCards[number]) => lowCards.some((card) => card.draw === draw) || (inTwo?.low.includes(draw) ?? false);
  const all = inOrder([...cards, ...lowCards]);
  const low = inOrder(all.filter(isLow));
  const rest = all.filter((card) => !isLow(card));
  const high = inOrder(rest, rest.length <= HIGH);
  const places = new Map<number, { x: number; y: number; z: number }>();
  placesIn(plan.low, low.length, plan.card).forEach((place, at) => places.set(low[at]?.draw ?? 0, { ...place, z: at }));
  placesIn(plan.high, high.length, plan.card).forEach((place, at) => places.set(high[at]?.draw ?? 0, { ...place, z: at }));
  return all.map((card) => ({ ...card, low: isLow(card), x: 0, y: 0, z: 0, ...places.get(card.draw) }));
}

function Plate({ which, frame, called, foul, empty }: { which: "low" | "high"; frame: Frame; called: string | undefined; foul: boolean; empty: ReactNode }) {
  const place = { transform: `translate(${frame.x}px, ${frame.y}px)`, width: frame.width, height: frame.height };
  return (
    <div className="felt-set-frame" data-hand={which} data-foul={foul} style={place}>
      <div className="felt-set-name">
        <span>{t(`felt.set.${which}`)}</span>
        <b>{called && capital(called)}</b>
      </div>
      {empty}
    </div>
  );
}

/** The text of an empty frame. */
function Empty({ cards, asked }: { cards: number; asked: boolean }) {
  return <p className="felt-set-empty">{asked ? t("felt.set.tap", { count: cards }) : t("felt.set.cards", { count: cards })}</p>;
}

interface PieceProps {
  card: Laid;
  nth: number;
  width: number;
  choosing: InTwo["choosing"];
  drag: ReturnType<typeof useCardDrag>;
}

function Piece({ card, nth, width, choosing, drag }: PieceProps) {
  const { draw, face, low, x, y, z } = card;
  const moved = drag.moved?.draw === draw ? drag.moved : null;
  const style: CSSProperties = { transform: `translate(${x + (moved?.x ?? 0)}px, ${y + (moved?.y ?? 0)}px)`, zIndex: moved ? 20 : z + 1 };
  const picture = (
    <span className="felt-hand-card" data-draw={draw}>
      <Card face={faceUp(face)} width={width} />
    </span>
  );
  return (
    <span className="felt-set-place" data-moved={moved !== null} data-low={low} style={style}>
      {choosing ? (
        <button
          type="button"
          className="felt-set-card"
          aria-pressed={low}
          aria-keyshortcuts={String(nth)}
          aria-label={t("felt.set.card", { card: cardName(faceUp(face)) })}
          onClick={(event) => drag.isPress(draw, event) && choosing.tap(draw)}
          {...drag.handlers(draw)}
        >
          {picture}
        </button>
      ) : (
        picture
      )}
    </span>
  );
}

/** Under this width of a card there is no room for large names above a low hand. */
const SMALL = 62;

export function TwoHands(props: TwoProps) {
  const { label, plan, inTwo, called, beside } = props;
  const choosing = inTwo?.choosing ?? null;
  const drag = useCardDrag((draw, hand) => choosing?.drop(draw, hand === "low"));
  const pieces = laid(props);
  const foul = inTwo?.foul ?? false;
  const hasLow = pieces.some(({ low }) => low);
  return (
    <div className="felt-two" role="group" aria-label={label} data-choosing={choosing !== null} data-small={plan.card < SMALL} style={{ width: plan.width, height: plan.height }}>
      <Plate which="low" frame={plan.low} called={inTwo?.called?.low ?? called.low} foul={foul} empty={!hasLow && <Empty cards={inTwo?.count ?? LOW} asked={choosing !== null} />} />
      <Plate which="high" frame={plan.high} called={inTwo?.called?.high ?? called.high} foul={foul} empty={pieces.length === 0 && <Empty cards={HIGH} asked={false} />} />
      {pieces.map((card, at) => (
        <Piece key={card.draw} card={card} nth={at + 1} width={plan.card} choosing={choosing} drag={drag} />
      ))}
      {foul && (
        <p className="felt-set-foul" role="alert">
          {t("felt.set.foul")}
        </p>
      )}
      {beside}
    </div>
  );
}
