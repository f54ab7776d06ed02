/** A phone's view of hands in two: all boxes in a strip, one of them large with its low hand above its high one. */
import "./phone-boxes.css";
import "./set-hands.css";
import { t } from "../../text";
import { unitOf } from "../pieces";
import { Spot } from "../spot";
import { chipsAt, planRows, type SpotPlan } from "../spots";
import { useSize } from "../use-size";
import { useSpots } from "../use-spots";
import { boxTitle, HandResults, spotState } from "./box-column";
import { boxStates, type BoxState } from "./box-states";
import type { KindProps } from "./kind";
import { BoxStrip } from "./phone-boxes";
import { BankLine, Buttons, DealerHands, handsOf, SmallHands, Stacks, playsFor } from "./set-parts";
import { cardWithin, NAME, planTwo } from "./set-plan";
import { TwoHands } from "./two-hands";
import { useShownBox } from "./use-shown-box";

const PADDING = 24;
const BOX_PADDING = 26;
const GAP = 6;
const DEALER_CARD = 38;
const MOST_CARD = 70;
const SMALL_CARD = 54;
const TARGET = 44;

interface LargeProps {
  props: KindProps;
  state: BoxState;
  rows: SpotPlan[][];
  width: number;
}

/** The spots of a box, beside its low hand. */
function Spots({ props, state, rows, width, height }: LargeProps & { height: number }) {
  const chips = state.hands[0]?.chips ?? [];
  const all = rows.flat();
  const each = Math.max(TARGET, Math.floor((height - GAP * (all.length - 1)) / Math.max(1, all.length)));
  return (
    <div className="felt-set-beside" style={{ top: NAME, width: Math.max(0, width), minHeight: height }}>
      {all.map((plan) => (
        <Spot
          key={plan.wagers[0]}
          box={state.box}
          plan={plan}
          state={spotState(state.box, plan, props.spot)}
          chips={chipsAt(chips, plan)}
          wide
          width={Math.max(0, width)}
          height={each}
          money={props.money}
          unit={unitOf(props.view)}
        />
      ))}
    </div>
  );
}

function LargeBox({ props, state, rows, width }: LargeProps) {
  const { high, low } = handsOf(state);
  const plan = planTwo(Math.min(MOST_CARD, cardWithin(width)), true);
  const results = state.hands.filter((hand) => hand.results.length > 0);
  const yours = (high?.cards.length ?? 0) === 0 || (props.you !== null && playsFor(props, state));
  const spots = <Spots props={props} state={state} rows={rows} width={width - plan.low.width - 2 * GAP} height={plan.low.height} />;
  return (
    <section className="felt-large felt-set-large" aria-label={boxTitle(state)} data-active={state.active}>
      <h3>
        {boxTitle(state)} <Buttons props={props} at={state.box} />
      </h3>
      {yours ? (
        <TwoHands label={boxTitle(state)} plan={{ ...plan, width }} cards={high?.cards ?? []} lowCards={low?.cards ?? []} inTwo={high && props.inTwo[high.id]} called={{ low: low?.total, high: low && high?.total }} beside={spots} />
      ) : (
        <div className="felt-set-other">
          <SmallHands state={state} card={SMALL_CARD} room={width} />
          {spots}
        </div>
      )}
      {results.map(({ id, results: told }) => (
        <HandResults key={id} hand={id} results={told} />
      ))}
    </section>
  );
}

export function SetHandsPhone(props: KindProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const handlers = useSpots(frame, props);
  const states = boxStates(props);
  const rows = planRows(props);
  const { shown, choose } = useShownBox(states, rows, props);
  const width = Math.max(0, size.width - PADDING);
  const sumOf = ({ hands }: BoxState) => {
    const sum = hands.flatMap(({ chips }) => chips).reduce((all, { stake }) => all + stake, 0);
    return sum > 0 ? props.money(sum) : "";
  };
  return (
    <div className="felt felt-phone" role="group" aria-label={t("felt.table")} data-set="" ref={frame} {...handlers}>
      <DealerHands props={props} card={DEALER_CARD} />
      <BankLine props={props} />
      <Stacks props={props} card={28} />
      <BoxStrip states={states} shown={shown} choose={choose} brief={sumOf} />
      {states.filter(({ box }) => box === shown).map((state) => (
        <LargeBox key={state.box} props={props} state={state} rows={rows} width={width - BOX_PADDING} />
      ))}
      <p className="felt-prints">
        {[...props.layout.prints, props.counted === false ? "" : t("felt.shoe", { count: props.view.shoe.remaining })].filter(Boolean).join("  ·  ")}
      </p>
    </div>
  );
}
