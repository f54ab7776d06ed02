/**
 * Two hands that all patrons bet on, with a place for each patron: a column of spots below the hands. The results of
 * this shoe are shown beside them, with a note that they have no predictive value.
 */
import "./baccarat.css";
import "./boxes.css";
import { t } from "../../text";
import { SHARED_HANDS, type Coup, type FeltProps } from "../model";
import { unitOf, type Purse } from "../pieces";
import { Road } from "../road";
import { Scaled, scaledDown, scaleFor } from "../scaled";
import { Spot } from "../spot";
import { chipsAt, planRows } from "../spots";
import { useSize, type Size } from "../use-size";
import { useSpots } from "../use-spots";
import { brief, handOf, Owed, SharedHand } from "./baccarat-hands";
import { BaccaratPhone } from "./baccarat-phone";
import { CELL, planTable, type Row, type TablePlan } from "./baccarat-plan";
import { boxTitle, HandResults, spotState } from "./box-column";
import { boxStates, type BoxState } from "./box-states";
import type { KindProps } from "./kind";

/** On a larger screen everything is scaled up. */
const DRAWN_FOR_HEIGHT = 590;

/** Under this width there is no room for large letters. */
const NARROW = 98;

/** The shoe or the discards: a picture and the number of cards, which is unknown for a past round. */
function Stock({ kind, props }: { kind: "shoe" | "rack"; props: FeltProps }) {
  const { remaining, rack } = props.view.shoe;
  const count = kind === "shoe" ? remaining : rack;
  return (
    <div className="felt-pair-stock" data-shoe={kind === "shoe" ? "" : undefined}>
      <svg width={38} height={24} viewBox="0 0 38 24" aria-hidden="true">
        <rect className="felt-line" x={0.7} y={0.7} width={36.6} height={22.6} rx={4} />
        <rect className="felt-stock" x={4} y={kind === "shoe" ? 4 : 12} width={kind === "shoe" ? 26 : 30} height={kind === "shoe" ? 16 : 8} rx={1.5} />
      </svg>
      {props.counted === false ? t(`felt.${kind}.plain`) : t(`felt.${kind}`, { count })}
    </div>
  );
}

/** One road with its description: a record. */
function Side({ props, plan, kind, coups }: { props: FeltProps; plan: TablePlan; kind: "bead" | "big"; coups: readonly Coup[] | null }) {
  return (
    <div className="felt-pair-side" data-side={kind}>
      <Stock kind={kind === "bead" ? "rack" : "shoe"} props={props} />
      {coups && plan.road > 0 && (
        <div className="felt-roads">
          <Road kind={kind} coups={coups} columns={plan.road} cell={CELL} />
          <p>{t("felt.road.note")}</p>
        </div>
      )}
    </div>
  );
}

function Head({ props, plan }: { props: FeltProps; plan: TablePlan }) {
  const { coups, layout } = props;
  return (
    <div className="felt-pair-head" style={{ height: plan.head }}>
      <Side props={props} plan={plan} kind="bead" coups={coups} />
      <div className="felt-pair-middle">
        <span data-bank="" />
        <div className="felt-pair">
          {SHARED_HANDS.map((hand) => (
            <SharedHand key={hand} props={props} hand={hand} card={plan.card} width={plan.hand} />
          ))}
        </div>
        {layout.prints.length > 0 && <p className="felt-prints">{layout.prints.join("  ·  ")}</p>}
      </div>
      <Side props={props} plan={plan} kind="big" coups={coups} />
    </div>
  );
}

/** "3", its patron, and their debt. */
function PlaceName({ state, props, narrow }: { state: BoxState; props: KindProps; narrow: boolean }) {
  const { own, kept, patrons, box } = state;
  const who = own || kept === "yours" ? t("felt.you") : patrons.join(", ");
  return (
    <div className="felt-column-name">
      <i>{box}</i> {who} <Owed box={box} view={props.view} money={props.money} narrow={narrow} />
    </div>
  );
}

interface ColumnProps extends Purse {
  props: KindProps;
  state: BoxState;
  /** Where it lies. */
  x: number;
  y: number;
  width: number;
  rows: Row[];
}

function Column({ props, state, x, y, width, rows, money, unit }: ColumnProps) {
  const chips = state.hands[0]?.chips ?? [];
  return (
    <div
      className="felt-column felt-pair-place"
      role="group"
      aria-label={boxTitle(state)}
      data-own={state.own || state.kept === "yours"}
      data-open={state.patrons.length === 0 && !state.kept}
      style={{ width, transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
    >
      {rows.map(({ spots, words, width: each, height, named }) => (
        <div key={spots[0]?.wagers[0]} className="felt-pair-row" data-narrow={width < NARROW}>
          {spots.map((plan, nth) => (
            <Spot
              key={plan.wagers[0]}
              box={state.box}
              plan={plan}
              state={spotState(state.box, plan, props.spot)}
              chips={chipsAt(chips, plan)}
              word={words[nth] ?? ""}
              note={props.pays(plan.wagers[0] ?? "") ?? undefined}
              hand={handOf(plan.wagers[0] ?? "")}
              wide={named}
              width={each}
              height={height}
              money={money}
              unit={unit}
            />
          ))}
        </div>
      ))}
      <PlaceName state={state} props={props} narrow={width < NARROW} />
      <div className="felt-results">
        <HandResults hand={String(state.box)} results={state.hands[0]?.results ?? []} />
      </div>
    </div>
  );
}

function Drawn({ props, size }: { props: KindProps; size: Size }) {
  const plan = planTable(size, { boxes: props.boxes, rows: planRows(props), brief, prints: props.layout.prints.length > 0 });
  const unit = unitOf(props.view);
  return (
    <div className="felt-stage" style={{ minWidth: plan.width, minHeight: plan.least }}>
      <Head props={props} plan={plan} />
      {boxStates(props).map((state, at) => {
        const x = plan.places[at] ?? 0;
        return <Column key={state.box} props={props} state={state} x={x} y={plan.top} width={plan.place} rows={plan.rows} money={props.money} unit={unit} />;
      })}
    </div>
  );
}

function Table(props: KindProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const handlers = useSpots(frame, props);
  const scale = scaleFor(size, DRAWN_FOR_HEIGHT);
  return (
    <div className="felt" role="group" aria-label={t("felt.table")} data-pair="" {...handlers}>
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

export function Baccarat(props: KindProps) {
  return props.phone ? <BaccaratPhone {...props} /> : <Table {...props} />;
}
