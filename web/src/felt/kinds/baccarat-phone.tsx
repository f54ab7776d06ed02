/** A phone's view of the two hands: below them all places in a strip, one of them large, and the roads on request. */
import "./phone-boxes.css";
import { t } from "../../text";
import { SHARED_HANDS, type FeltProps } from "../model";
import { unitOf } from "../pieces";
import { Road } from "../road";
import { Spot } from "../spot";
import { chipsAt, planRows, type SpotPlan } from "../spots";
import { useSize } from "../use-size";
import { useSpots } from "../use-spots";
import { handOf, Owed, SharedHand } from "./baccarat-hands";
import { wordOf } from "./baccarat-plan";
import { boxTitle, HandResults, spotState } from "./box-column";
import { boxStates, type BoxState } from "./box-states";
import type { KindProps } from "./kind";
import { BoxStrip } from "./phone-boxes";
import { useShownBox } from "./use-shown-box";

const PADDING = 24;
const GAP = 8;
const HAND_PADDING = 16;
/** The width of two cards and one across, relative to a card's width. */
const SPAN = 3.63;
const SPOT = { side: 64, main: 84 };
const CELL = 18;

/**
 * The main spots, each of which has its own row in the layout, share the last row like the hands above them. Spots
 * about both hands come first: between two rows of halves no arrow key would reach them.
 */
function phoneRows(rows: SpotPlan[][]): SpotPlan[][] {
  const side = rows.filter((row) => row.length > 1);
  const main = rows.filter((row) => row.length === 1).flat();
  const hands = SHARED_HANDS.flatMap((hand) => main.filter(({ wagers: [wager = ""] }) => handOf(wager) === hand));
  const others = main.filter((plan) => !hands.includes(plan)).map((plan) => [plan]);
  return [...others, ...side, hands].filter((row) => row.length > 0);
}

interface PlaceProps {
  props: KindProps;
  state: BoxState;
  rows: SpotPlan[][];
  width: number;
}

function LargePlace({ props, state, rows, width }: PlaceProps) {
  const chips = state.hands[0]?.chips ?? [];
  const results = state.hands[0]?.results ?? [];
  return (
    <section className="felt-large felt-pair-place" aria-label={boxTitle(state)} data-own={state.own || state.kept === "yours"}>
      <h3>
        {boxTitle(state)} <Owed box={state.box} view={props.view} money={props.money} />
      </h3>
      {phoneRows(rows).map((row, at, all) => (
        <div key={row[0]?.wagers[0]} className="felt-pair-row">
          {row.map((plan) => (
            <Spot
              key={plan.wagers[0]}
              box={state.box}
              plan={plan}
              state={spotState(state.box, plan, props.spot)}
              chips={chipsAt(chips, plan)}
              word={wordOf(plan)}
              note={props.pays(plan.wagers[0] ?? "") ?? undefined}
              hand={handOf(plan.wagers[0] ?? "")}
              wide
              width={Math.floor((width - GAP * (row.length - 1)) / row.length)}
              height={at === all.length - 1 ? SPOT.main : SPOT.side}
              money={props.money}
              unit={unitOf(props.view)}
            />
          ))}
        </div>
      ))}
      {results.length > 0 && <HandResults hand={String(state.box)} results={results} />}
    </section>
  );
}

function Roads({ coups, width }: { coups: NonNullable<FeltProps["coups"]>; width: number }) {
  // Before the felt is measured there is no room at all.
  const columns = Math.max(0, Math.floor((width - 24) / CELL));
  return (
    <details className="felt-roads">
      <summary>{t("felt.roads")}</summary>
      <Road kind="bead" coups={coups} columns={columns} cell={CELL} />
      <Road kind="big" coups={coups} columns={columns} cell={CELL} />
      <p>{t("felt.road.note")}</p>
    </details>
  );
}

export function BaccaratPhone(props: KindProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const handlers = useSpots(frame, props);
  const states = boxStates(props);
  const rows = planRows(props);
  const { shown, choose } = useShownBox(states, rows, props);
  const width = Math.max(0, size.width - PADDING);
  const hand = (width - GAP) / 2;
  const card = Math.max(28, Math.floor((hand - HAND_PADDING) / SPAN));
  const sumOf = ({ hands }: BoxState) => {
    const sum = hands.flatMap(({ chips }) => chips).reduce((all, { stake }) => all + stake, 0);
    return sum > 0 ? props.money(sum) : "";
  };
  return (
    <div className="felt felt-phone" role="group" aria-label={t("felt.table")} data-pair="" ref={frame} {...handlers}>
      <div className="felt-pair">
        <span data-bank="" />
        {SHARED_HANDS.map((name) => (
          <SharedHand key={name} props={props} hand={name} card={card} width={hand} />
        ))}
      </div>
      <BoxStrip states={states} shown={shown} choose={choose} brief={sumOf} />
      {states.filter(({ box }) => box === shown).map((state) => (
        <LargePlace key={state.box} props={props} state={state} rows={rows} width={width - 26} />
      ))}
      {props.coups && <Roads coups={props.coups} width={width} />}
      <p className="felt-prints">
        {[...props.layout.prints, props.counted === false ? "" : t("felt.shoe", { count: props.view.shoe.remaining })].filter(Boolean).join("  ·  ")}
      </p>
    </div>
  );
}
