/**
 * A wheel with a ball, and a grid of numbers with chips in boxes, on lines and on crossings. A pointer selects the
 * nearest spot; a touch selects a number, whose bets are chosen by name.
 */
import "./grid.css";
import "./wheel.css";
import { useMemo, useState, type FocusEvent, type PointerEvent } from "react";
import { t } from "../../text";
import { LastResults } from "../last";
import type { FeltProps, Layout } from "../model";
import { unitOf } from "../pieces";
import { Scaled, scaledDown, scaleFor } from "../scaled";
import { Spot } from "../spot";
import { markedNumber, parseSpotKey, wagersAt } from "../spots";
import { useCoarse } from "../use-coarse";
import { useSize, type Size } from "../use-size";
import { useSpots } from "../use-spots";
import { Wheel } from "../wheel";
import { Box, LyingChips, PointMarker, TargetButton } from "./grid-pieces";
import { planGrid, spanOf, type GridPlan, type Room, type Target } from "./grid-plan";
import type { KindProps } from "./kind";
import { useWheel, type WheelNow } from "./use-wheel";
import { Prints } from "./zones";

const PADDING = 14;
/** The minimum size at which every line is a target. */
const LEAST = { width: 720, height: 470 };
const LINE = 24;
/** The grid's part of the height; the wheel has the rest. */
const PART = 0.55;
const MOST_WHEEL = 300;
const PHONE = { cell: 44, most: 420, wheel: 300 };
const STRAY = { width: 96, height: 44 };

interface Measures {
  room: Room;
  wheel: number;
}

function measured(layout: Layout, { width, height }: Size, phone: boolean, coarse: boolean): Measures {
  const span = spanOf(layout, phone);
  if (phone) {
    const across = Math.min(PHONE.most, width - 12);
    const room = { width: across, height: span.down * PHONE.cell, upright: true, outer: { across: across * 0.132, down: PHONE.cell }, line: null };
    return { room, wheel: Math.min(PHONE.wheel, width - 40) };
  }
  const [across, whole] = [Math.max(width, LEAST.width) - 2 * PADDING, Math.max(height, LEAST.height)];
  const high = Math.round(whole * PART);
  const room = { width: across, height: high, upright: false, outer: { across: across / span.across, down: high / (span.down + 0.5) }, line: coarse ? null : LINE };
  return { room, wheel: Math.min(MOST_WHEEL, whole - high - 2.4 * PADDING) };
}

/** The number on which the marker lies. */
function lyingOn({ view, layout }: FeltProps): string | null {
  return view.markers.map((marker) => markedNumber(layout, marker)).find((number) => number !== null) ?? null;
}

/** The target under the pointer or with the focus. */
function usePointed() {
  const [key, setKey] = useState<string | null>(null);
  const point = ({ target }: { target: EventTarget }) =>
    setKey((target instanceof Element && target.closest("[data-spot]")?.getAttribute("data-spot")) || null);
  const handlers = {
    onPointerOver: (event: PointerEvent) => event.pointerType !== "touch" && point(event),
    onPointerLeave: () => setKey(null),
    onBlur: (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && setKey(null),
  };
  return { wagers: key === null ? null : parseSpotKey(key).wagers, point, handlers };
}

function targetState({ spot, layout, faceName }: FeltProps, { wagers, covers, kind }: Target) {
  const all = wagers.flatMap((wager) => wagersAt(layout, wager));
  const states = all.map((wager) => spot(0, wager));
  const [first] = states;
  const named = kind === "number" && wagers.length > 1 ? faceName(covers[0] ?? "") : (first?.label ?? "");
  return { label: named, offered: states.some(({ offered }) => offered), chips: states.flatMap(({ chips }) => chips) };
}

/** The colours that are bets of outside boxes, by label. */
function diamondOf(plan: GridPlan, label: string): string | null {
  const word = label.toLowerCase();
  return plan.boxes.some(({ color }) => color === word) ? word : null;
}

interface NumbersProps {
  props: KindProps;
  plan: GridPlan;
  upright: boolean;
  pointed: string[] | null;
}

function Numbers({ props, plan, upright, pointed }: NumbersProps) {
  const { money, wagerName, faceName, layout, spot } = props;
  const marked = lyingOn(props);
  const under = pointed && plan.targets.find(({ wagers }) => wagers.join() === pointed.join());
  const unit = unitOf(props.view);
  const markedBox = plan.boxes.find(({ color, label }) => color !== null && label === marked);
  return (
    <div className="felt-numbers" style={{ width: plan.width, height: plan.height }}>
      <div aria-hidden="true">
        {plan.boxes.map((box) => (
          <Box
            key={`${box.wager} ${box.label}`}
            box={box}
            upright={upright}
            covered={!!under && (box.wager === null ? under.covers.includes(box.label) : under.wagers.includes(box.wager))}
            hit={box === markedBox}
            diamond={box.wager === null ? null : diamondOf(plan, box.label)}
          />
        ))}
      </div>
      {plan.targets.map((target) => (
        <TargetButton key={`${target.wagers.join()} ${target.x}`} target={target} money={money} wagerName={wagerName} {...targetState(props, target)} />
      ))}
      <div className="felt-lies" aria-hidden="true">
        {[...plan.lies].map(([wager, at]) => {
          const chips = wagersAt(layout, wager).flatMap((one) => spot(0, one).chips);
          return chips.length > 0 && <LyingChips key={wager} wager={wager} chips={chips} at={at} money={money} unit={unit} />;
        })}
      </div>
      {markedBox && <PointMarker box={markedBox} name={faceName(markedBox.label)} />}
    </div>
  );
}

/** The bet under the pointer, and its payout. */
function Told({ props, pointed, touch }: { props: FeltProps; pointed: string[] | null; touch: boolean }) {
  const [wager, ...others] = pointed ?? [];
  if (wager === undefined || touch) {
    return (
      <div className="felt-told">
        <b>{t(touch ? "felt.grid.touch" : "felt.grid.point")}</b>
        <span>{touch ? "" : t("felt.grid.point.more")}</span>
      </div>
    );
  }
  // For several wagers that are too close together the page asks; until then their payouts differ.
  const pays = others.length === 0 ? props.pays(wager) : null;
  return (
    <div className="felt-told">
      <b>{[wager, ...others].map(props.wagerName).join(" / ")}</b>
      <span>{pays && t("felt.grid.pays", { pays })}</span>
    </div>
  );
}

/** Wagers without a place in the layout. */
function Strays({ props }: { props: KindProps }) {
  const { strays, spot, wagerName, money } = props;
  return strays.map((wager) => {
    const { chips, ...state } = spot(0, wager);
    const plan = { wagers: [wager], label: wagerName(wager), name: wagerName(wager), main: false };
    return <Spot key={wager} box={0} plan={plan} state={state} chips={chips} {...STRAY} money={money} unit={unitOf(props.view)} />;
  });
}

interface HeadProps {
  props: KindProps;
  wheel: WheelNow;
  size: number;
  pointed: string[] | null;
  touch: boolean;
}

function Last({ props, wheel: { results, wheel, faceOf } }: Pick<HeadProps, "props" | "wheel">) {
  return <LastResults title={t("felt.spins.numbers")} results={results} wheel={wheel} faceOf={faceOf} nameOf={props.faceName} />;
}

function Head({ props, wheel, size, pointed, touch }: HeadProps) {
  const { results: _, ...drawn } = wheel;
  return (
    <div className="felt-grid-head">
      <Wheel {...drawn} size={size} />
      <div>
        <Told props={props} pointed={pointed} touch={touch} />
        <Last props={props} wheel={wheel} />
        <Prints layout={props.layout} />
        <Strays props={props} />
      </div>
    </div>
  );
}

/** On a phone the wheel comes over the layout while it turns. */
function PhoneHead({ props, wheel, size }: Omit<HeadProps, "pointed" | "touch">) {
  const { results: _, ...drawn } = wheel;
  return (
    <>
      <div className="felt-wheel-over">
        <Wheel {...drawn} size={size} />
      </div>
      <Last props={props} wheel={wheel} />
      <Prints layout={props.layout} />
      <Strays props={props} />
    </>
  );
}

export function Grid(props: KindProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const spots = useSpots(frame, props);
  const { wagers: pointed, point, handlers } = usePointed();
  const coarse = useCoarse();
  const wheel = useWheel(props);
  const { phone, layout } = props;
  const scale = phone ? 1 : scaleFor(size, LEAST.height);
  const inner = scaledDown(size, scale);
  const { room, wheel: diameter } = measured(layout, inner, phone, coarse);
  const plan = useMemo(() => planGrid(layout, room), [layout, room.width, room.height, room.upright, room.line]);
  const onFocus = (event: FocusEvent) => {
    spots.onFocus(event);
    if (event.target.matches(":focus-visible")) point(event);
  };
  const head = { props, wheel, size: diameter };
  return (
    <div className="felt" role="group" aria-label={t("felt.table")} data-phone={phone} data-grid>
      <div className="felt-frame" ref={frame} {...spots} {...handlers} onFocus={onFocus}>
        {size.width > 0 && (
          <Scaled size={size} scale={scale}>
            <div className="felt-stage">
              {phone ? <PhoneHead {...head} /> : <Head {...head} pointed={pointed} touch={coarse} />}
              <Numbers props={props} plan={plan} upright={room.upright} pointed={pointed} />
            </div>
          </Scaled>
        )}
      </div>
    </div>
  );
}
