/**
 * A phone's view of every kind with boxes: the dealer, a strip of all boxes, one large box, the patron's other boxes
 * small.
 */
import "./boxes.css";
import "./phone-boxes.css";
import { t } from "../../text";
import { cardHeight } from "../card";
import { Hand } from "../hand";
import type { FeltProps } from "../model";
import { byPatron, chipsKey, Piece, unitOf, type Purse } from "../pieces";
import { Spot } from "../spot";
import { chipsAt, planRows, type SpotPlan } from "../spots";
import { useSize } from "../use-size";
import { useSpots } from "../use-spots";
import { boxTitle, briefOwner, HandResults, spotState, Total } from "./box-column";
import { boxStates, type BoxState, type HandState } from "./box-states";
import { PlaceHand, sharedPlaces } from "./dealer";
import type { KindProps } from "./kind";
import { useShownBox } from "./use-shown-box";

const DEALER_CARD = 58;
const DEALER_BESIDE_BOARD = 88;
/** A spot reserves room for its name in two lines and three patrons' chips below it. */
const SPOT = 64;
const SPOT_GAP = 8;
const MOST_BESIDE = 3;
const WIDEST = 220;
/** Cards of a box with one, two, or more hands. */
const CARDS = [96, 66, 54];
const LEAST_CARD = 44;
/** With this many rows of spots, cards are smaller, so that the last spot is seen without scrolling. */
const MANY_ROWS = 3;
const CARD_ABOVE_MANY_ROWS = 64;

/**
 * Dealer and board share a row, so that nothing below shifts when the board is dealt; without a board the shoe is
 * described there.
 */
function PhoneDealer({ props, board, width }: { props: FeltProps; board: boolean; width: number }) {
  const places = sharedPlaces(props);
  const hasBoard = board && props.view.cards.some(({ place }) => place === "board");
  const dealerRoom = hasBoard ? DEALER_BESIDE_BOARD : width * 0.68;
  return (
    <div className="felt-phone-dealer" data-board={board}>
      {places.map((place) => (
        <PlaceHand key={place} props={props} place={place} card={DEALER_CARD} room={dealerRoom / places.length} />
      ))}
      {hasBoard ? (
        <PlaceHand props={props} place="board" card={DEALER_CARD} room={width - dealerRoom - 12} />
      ) : (
        <span className="felt-phone-shoe">{props.counted !== false && t("felt.shoe", { count: props.view.shoe.remaining })}</span>
      )}
    </div>
  );
}

const MOST_BRIEF = 7;

/** A total shortened to a cell of the strip: the large box has all of it. */
function briefTotal({ hands }: BoxState): string {
  const total = hands[0]?.total ?? "";
  if (hands.length > 1) return `×${hands.length}`;
  return total.length <= MOST_BRIEF ? total : "";
}

interface StripProps {
  states: BoxState[];
  shown: number;
  choose(box: number): void;
  /** The text of a cell for its box. */
  brief?(state: BoxState): string;
}

export function BoxStrip({ states, shown, choose, brief = briefTotal }: StripProps) {
  return (
    <ol className="felt-strip" aria-label={t("felt.boxes")}>
      {states.map((state) => (
        <li key={state.box}>
          <button type="button" aria-pressed={state.box === shown} data-own={state.own || state.kept === "yours"} data-active={state.active} onClick={() => choose(state.box)}>
            <span>{state.box}</span>
            <b data-long={brief(state).length > 3}>{brief(state)}</b>
            <small>{briefOwner(state)}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** A placeholder for a card, so that the spots below do not shift when it comes. */
function CardPlace({ width }: { width: number }) {
  return <span className="felt-card-place" style={{ width, height: cardHeight(width) }} />;
}

interface HandProps extends Purse {
  hand: HandState;
  room: number;
  card: number;
  /** Chips of the first hand lie on the spots. */
  withChips: boolean;
}

function PhoneHand({ hand, room, card, withChips, money, unit }: HandProps) {
  return (
    <div className="felt-phone-hand" data-active={hand.active}>
      {hand.cards.length > 0 ? <Hand cards={hand.cards} width={card} room={room} /> : <CardPlace width={card} />}
      <Total place={hand.id} text={hand.total} />
      {withChips && byPatron(hand.chips).map((one) => <Piece key={chipsKey(one)} chips={one} size={22} money={money} unit={unit} />)}
      {hand.results.length > 0 && <HandResults hand={hand.id} results={hand.results} />}
    </div>
  );
}

function PhoneHands({ hands, rows, width, ...purse }: { hands: HandState[]; rows: number; width: number } & Purse) {
  const most = rows < MANY_ROWS ? CARDS[0] : CARD_ABOVE_MANY_ROWS;
  const card = Math.min(CARDS[Math.min(hands.length, CARDS.length) - 1] ?? LEAST_CARD, most ?? LEAST_CARD);
  const room = hands.length === 1 ? width * 0.66 : width / 2 - 72;
  return (
    <div className="felt-phone-hands" data-split={hands.length > 1}>
      {hands.map((hand, at) => (
        <PhoneHand key={hand.id} hand={hand} room={room} card={card} withChips={at > 0} {...purse} />
      ))}
    </div>
  );
}

/** The spots of a row share it evenly. */
export function phoneSpotSize(row: SpotPlan[], width: number) {
  const beside = row.length === 4 ? 2 : Math.min(row.length, MOST_BESIDE);
  return { height: SPOT, width: Math.min(WIDEST, Math.floor((width - SPOT_GAP * (beside - 1)) / beside)) };
}

interface LargeProps extends Purse {
  state: BoxState;
  rows: SpotPlan[][];
  spot: FeltProps["spot"];
  width: number;
}

function LargeBox({ state, rows, spot, width, money, unit }: LargeProps) {
  const chips = state.hands[0]?.chips ?? [];
  const room = width - 26;
  return (
    <section className="felt-large" aria-label={boxTitle(state)} data-active={state.active}>
      <h3>{boxTitle(state)}</h3>
      <PhoneHands hands={state.hands} rows={rows.length} width={room} money={money} unit={unit} />
      <div className="felt-rows">
        {rows.map((row, at) => (
          <div key={at} className="felt-row">
            {row.map((plan) => (
              <Spot
                key={plan.wagers[0]}
                box={state.box}
                plan={plan}
                state={spotState(state.box, plan, spot)}
                chips={chipsAt(chips, plan)}
                wide
                money={money}
                unit={unit}
                {...phoneSpotSize(row, room)}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function SmallBox({ state, choose, width, money, unit }: { state: BoxState; choose(box: number): void; width: number } & Purse) {
  const chips = byPatron(state.hands.flatMap((hand) => hand.chips));
  return (
    <button type="button" className="felt-small" data-active={state.active} onClick={() => choose(state.box)}>
      <span>{t("felt.box", { box: state.box })}</span>
      {state.hands.map((hand) => (
        <span key={hand.id} className="felt-small-hand">
          <Hand cards={hand.cards} width={36} room={width / 2 - 76} />
          <b>{hand.total}</b>
        </span>
      ))}
      {chips.map((one) => (
        <Piece key={chipsKey(one)} chips={one} size={20} money={money} unit={unit} />
      ))}
    </button>
  );
}

const PADDING = 24;

export function PhoneBoxes({ props, board }: { props: KindProps; board: boolean }) {
  const [frame, size] = useSize<HTMLDivElement>();
  const handlers = useSpots(frame, props);
  const states = boxStates(props);
  const rows = planRows(props);
  const { shown, choose } = useShownBox(states, rows, props);
  const width = Math.max(0, size.width - PADDING);
  const purse = { money: props.money, unit: unitOf(props.view) };
  return (
    <div className="felt felt-phone" role="group" aria-label={t("felt.table")} ref={frame} {...handlers}>
      <PhoneDealer props={props} board={board} width={width} />
      <BoxStrip states={states} shown={shown} choose={choose} />
      {states.filter(({ box }) => box === shown).map((state) => (
        <LargeBox key={state.box} state={state} rows={rows} spot={props.spot} width={width} {...purse} />
      ))}
      <div className="felt-smalls">
        {[...states].reverse().filter(({ box, own }) => own && box !== shown).map((state) => (
          <SmallBox key={state.box} state={state} choose={choose} width={width} {...purse} />
        ))}
      </div>
      {props.layout.prints.length > 0 && <p className="felt-prints">{props.layout.prints.join("  ·  ")}</p>}
    </div>
  );
}
