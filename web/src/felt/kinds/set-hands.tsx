/**
 * Boxes whose patrons set their cards in two hands: yours is large before the dealer, those of others are small at
 * their boxes.
 */
import "./boxes.css";
import "./set-hands.css";
import { t } from "../../text";
import { cardHeight } from "../card";
import { unitOf, type Purse } from "../pieces";
import { Scaled, scaledDown, scaleFor } from "../scaled";
import { Spot } from "../spot";
import { chipsAt, planRows, printed, type SpotPlan } from "../spots";
import { useSize, type Size } from "../use-size";
import { useSpots } from "../use-spots";
import { sag } from "./arc";
import { boxTitle, HandResults, spotState } from "./box-column";
import { boxStates, type BoxState } from "./box-states";
import { Rack, Shoe } from "./dealer";
import type { KindProps } from "./kind";
import { bankBefore, BankLine, Buttons, DealerHands, handsOf, hasButton, largeBox, playsFor, SmallHands, Stacks } from "./set-parts";
import { planTwo, type TwoPlan } from "./set-plan";
import { SetHandsPhone } from "./set-phone";
import { TwoHands } from "./two-hands";

const DRAWN_FOR_HEIGHT = 560;
const MARGIN = 10;
const GAP = 8;
/** The dealer's cards, their names, and their owner. */
const DEALER = { card: 58, below: 44, top: 8 };
/** The same where a bank's hand lies beside the dealer's; on a narrower felt there is no room for rack and shoe then. */
const BANK = { card: 46, from: 980 };
const LARGE_CARDS = [96, 88, 80, 72, 64, 56, 50];
const SMALL = { card: 40, called: 30 };
const SPOT = { height: 58, most: 92, gap: 4 };
/** Under this width a title leaves no room for a button. */
const NARROW = 150;
const NAMES = 20 + 32;
const PRINTS = 22;
/** The boxes in the middle lie lower, as at a round table. */
const DEEPEST = 54;
/** Spare height goes between the parts, up to this maximum. */
const AIR = { parts: 3, most: 44 };

/** Cards that belong to no patron. */
const NOT_DEALT = new Set(["rack", "next"]);

interface Plan {
  /** Between the parts. */
  air: number;
  two: TwoPlan;
  twoTop: number;
  column: number;
  tops: number[];
  least: number;
}

const columnHeight = (rows: number) => cardHeight(SMALL.card) + SMALL.called + rows * (SPOT.height + SPOT.gap) + NAMES;

function planWith(size: Size, boxes: number, rows: number, prints: boolean, card: number): Plan {
  const two = planTwo(card, false);
  const twoTop = DEALER.top + cardHeight(DEALER.card) + DEALER.below + (prints ? PRINTS : 0);
  const bottom = twoTop + two.height + GAP;
  const column = (size.width - 2 * MARGIN) / boxes;
  const middle = size.width / 2;
  const xs = Array.from({ length: boxes }, (_, at) => MARGIN + (at + 0.5) * column);
  const sags = xs.map((x) => sag(x, middle, middle));
  const below = xs.map((x) => Math.abs(x - middle) - column / 2 < two.width / 2);
  const first = Math.min(...sags.filter((_, at) => below[at]), 1);
  const need = bottom + columnHeight(rows) + MARGIN;
  const deep = Math.max(0, Math.min(DEEPEST, (size.height - need) / Math.max(0.2, 1 - first)));
  const tops = sags.map((one) => bottom + deep * (one - first));
  return { air: 0, two, twoTop, column, tops, least: Math.max(...tops) + columnHeight(rows) + MARGIN };
}

function withAir(plan: Plan, height: number): Plan {
  const air = Math.max(0, Math.min(AIR.most, (height - plan.least) / AIR.parts));
  return { ...plan, air, twoTop: plan.twoTop + air * 1.5, tops: plan.tops.map((top) => top + 2 * air) };
}

/** The largest cards with which everything fits; the smallest if none do. */
function planFor(size: Size, boxes: number, rows: number, prints: boolean): Plan {
  const plans = LARGE_CARDS.map((card) => planWith(size, boxes, rows, prints, card));
  const fits = plans.find(({ least, two }) => (size.height === 0 || least <= size.height) && two.width < size.width * 0.8);
  return withAir(fits ?? plans[plans.length - 1]!, size.height);
}

interface ColumnProps extends Purse {
  props: KindProps;
  state: BoxState;
  rows: SpotPlan[][];
  width: number;
  x: number;
  y: number;
  /** Its cards are drawn large elsewhere. */
  large: boolean;
}

function Column({ props, state, rows, width, x, y, large, money, unit }: ColumnProps) {
  const chips = state.hands[0]?.chips ?? [];
  const beside = Math.max(...rows.map((row) => row.length), 1);
  const spotWidth = Math.min(SPOT.most, Math.floor((width - GAP - SPOT.gap * (beside - 1)) / beside));
  return (
    <div
      className="felt-column felt-set-column"
      role="group"
      aria-label={boxTitle(state)}
      data-own={state.own || state.kept === "yours"}
      data-open={state.patrons.length === 0 && !state.kept}
      data-active={state.active}
      data-bank={props.view.bank?.hand === String(state.box)}
      style={{ width, transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
    >
      <div className="felt-set-cards" style={{ height: cardHeight(SMALL.card) + SMALL.called }}>
        {!large && <SmallHands state={state} card={SMALL.card} room={width - 2 * GAP} />}
      </div>
      {rows.map((row) => (
        <div key={row[0]?.wagers[0]} className="felt-row felt-set-row">
          {row.map((plan) => (
            <Spot
              key={plan.wagers[0]}
              box={state.box}
              plan={plan}
              state={spotState(state.box, plan, props.spot)}
              chips={chipsAt(chips, plan)}
              word={printed(plan, true).word}
              width={spotWidth}
              height={SPOT.height}
              money={money}
              unit={unit}
            />
          ))}
        </div>
      ))}
      <div className="felt-column-name">
        {width < NARROW && hasButton(props, state.box) ? t("felt.box", { box: state.box }) : boxTitle(state)} <Buttons props={props} at={state.box} />
      </div>
      <div className="felt-results">
        {state.hands.map(({ id, results }) => results.length > 0 && <HandResults key={id} hand={id} results={results} />)}
      </div>
    </div>
  );
}

function Drawn({ props, size }: { props: KindProps; size: Size }) {
  const states = boxStates(props);
  const rows = planRows(props);
  const prints = props.layout.prints.length > 0 || props.view.bank != null;
  const plan = planFor(size, props.boxes, rows.length, prints);
  const large = largeBox(props, states);
  const { high, low } = large ? handsOf(large) : { high: undefined, low: undefined };
  const counted = props.counted !== false;
  const purse = { money: props.money, unit: unitOf(props.view) };
  const bank = bankBefore(props);
  const hasStock = !bank || size.width >= BANK.from;
  // Before patrons have cards, the frames are part of the printed felt.
  const isEmpty = props.view.cards.every(({ place }) => NOT_DEALT.has(place));
  const showsTwo = large !== undefined ? props.you !== null : isEmpty;
  return (
    <div className="felt-stage" style={{ minHeight: plan.least }}>
      {hasStock && (
        <svg className="felt-ground" width="100%" height="100%">
          <Rack discards={counted ? props.view.shoe.rack : null} x={Math.max(70, size.width / 2 - 380)} />
          <Shoe remaining={counted ? props.view.shoe.remaining : null} x={Math.min(size.width - 70, size.width / 2 + 380)} />
        </svg>
      )}
      <div className="felt-set-head" style={{ top: DEALER.top + plan.air / 2 }}>
        <DealerHands props={props} card={bank ? BANK.card : DEALER.card} />
        <Buttons props={props} at={props.boxes + 1} />
        <BankLine props={props} />
        {!props.view.bank && props.layout.prints.length > 0 && <p className="felt-set-prints">{props.layout.prints.join("  ·  ")}</p>}
      </div>
      <div className="felt-set-middle" style={{ top: plan.twoTop, height: plan.two.height }}>
        <Stacks props={props} card={44} />
        {showsTwo && (
          <TwoHands
            key={large?.box ?? 0}
            label={large ? boxTitle(large) : t("felt.set.printed")}
            plan={plan.two}
            cards={high?.cards ?? []}
            lowCards={low?.cards ?? []}
            inTwo={high && props.inTwo[high.id]}
            called={{ low: low?.total, high: low && high?.total }}
          />
        )}
      </div>
      {states.map((state, at) => (
        <Column
          key={state.box}
          props={props}
          state={state}
          rows={rows}
          width={plan.column}
          x={MARGIN + at * plan.column}
          y={plan.tops[at] ?? 0}
          large={(showsTwo && state === large && playsFor(props, state)) || bank?.hand === String(state.box)}
          {...purse}
        />
      ))}
    </div>
  );
}

function Table(props: KindProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const handlers = useSpots(frame, props);
  const scale = scaleFor(size, DRAWN_FOR_HEIGHT);
  return (
    <div className="felt" role="group" aria-label={t("felt.table")} data-set="" {...handlers}>
      <div className="felt-frame" ref={frame}>
        {size.width > 0 && (
          <Scaled size={size} scale={scale}>
            <Drawn props={props} size={scaledDown(size, scale)} />
          </Scaled>
        )}
      </div>
    </div>
  );
}

export function SetHands(props: KindProps) {
  return props.phone ? <SetHandsPhone {...props} /> : <Table {...props} />;
}
