/** A grid of named zones that all patrons share, with the dice above it. */
import "./zones.css";
import type { ReactNode } from "react";
import { t } from "../../text";
import { Die, Puck } from "../die";
import type { FeltProps } from "../model";
import { unitOf } from "../pieces";
import { Scaled, scaledDown, scaleFor } from "../scaled";
import { wagersAt } from "../spots";
import { useSize } from "../use-size";
import { useSpots } from "../use-spots";
import type { KindProps } from "./kind";
import { ZoneCell } from "./zone-cell";
import { armOf, isInBend } from "./zone-shapes";
import { gridOf, leastRows, stretched, sum, zoneRoom, type Tracks, type Zone } from "./zone-plan";

/** On a much higher felt the rows are not stretched further than this. */
const MOST_STRETCH = 1.5;
/** The puck in the zone of its number, with the gap before it. */
const PUCK = { screen: 36, phone: 30 };

function lies(props: FeltProps, { marker }: Zone): boolean {
  return !!marker && props.view.markers.some(({ id, value }) => id === marker.id && value === marker.value);
}

/** Whether the layout has places for a marker that is on none of them now. */
function markerIsOff(props: FeltProps): boolean {
  const marked = props.layout.zones.filter(({ marker }) => props.view.markers.some(({ id }) => id === marker?.id));
  return marked.length > 0 && !marked.some((zone) => lies(props, zone));
}

/** A zone is offered if one of its wagers is. */
function zoneState({ layout, spot }: FeltProps, zone: Zone) {
  const wagers = zone.wagers.flatMap(({ wager }) => wagersAt(layout, wager));
  const states = wagers.map((wager) => spot(0, wager));
  const { offered, label } = states.find((state) => state.offered) ?? states[0] ?? { offered: false, label: zone.label };
  return { wagers, state: { offered, label }, chips: states.flatMap(({ chips }) => chips) };
}

function Roll({ dice }: { dice: number[] }) {
  const total = dice.reduce((sum, pips) => sum + pips, 0);
  return (
    <li>
      <span className="vh">{t("felt.roll", { dice: dice.join(" + "), total })}</span>
      <span className="felt-roll-dice" aria-hidden="true">
        {dice.map((pips, at) => (
          <Die key={at} pips={pips} size={20} />
        ))}
      </span>
      <b aria-hidden="true">{total}</b>
    </li>
  );
}

function Rolls({ props }: { props: FeltProps }) {
  const { dice, lastRolls, phone } = props;
  return (
    <div className="felt-rolls">
      <div className="felt-dice" role="group" aria-label={t("felt.dice")}>
        {dice?.map((pips, at) => <Die key={at} pips={pips} size={phone ? 36 : 40} />)}
        {dice ? <b>{dice.reduce((sum, pips) => sum + pips, 0)}</b> : <span>{t("felt.dice.none")}</span>}
      </div>
      {markerIsOff(props) && <Puck on={false} size={36} />}
      <ol aria-label={t("felt.rolls")}>
        {lastRolls.map((roll, at) => (
          <Roll key={lastRolls.length - at} dice={roll} />
        ))}
      </ol>
    </div>
  );
}

function Cells({ props, tracks }: { props: FeltProps; tracks: Tracks }) {
  return tracks.zones.map((zone) => {
    const puck = lies(props, zone) ? PUCK[props.phone ? "phone" : "screen"] : 0;
    return (
      <ZoneCell
        key={zone.id}
        zone={zone}
        room={zoneRoom(zone, tracks, puck)}
        phone={props.phone}
        puck={puck}
        arm={armOf(zone, tracks)}
        inBend={isInBend(zone, tracks)}
        money={props.money}
        unit={unitOf(props.view)}
        wagerName={props.wagerName}
        {...zoneState(props, zone)}
      />
    );
  });
}

interface FrameProps {
  props: KindProps;
  /** The maximum stretch of the rows. */
  stretch?: number;
  /** The largest letters, for zones with much room. */
  letters?: number;
  /** What lies in the grid besides zones. */
  children?: ReactNode;
}

/** Only the grid, as large as its container. */
export function ZoneFrame({ props, stretch = MOST_STRETCH, letters, children }: FrameProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const handlers = useSpots(frame, props);
  const grid = gridOf(props);
  const scale = props.phone ? 1 : scaleFor(size, sum(leastRows(grid, size.width, false)) + 4);
  const inner = scaledDown(size, scale);
  const least = leastRows(grid, inner.width - 2, props.phone);
  const rows = stretched(least, inner.height - 2, stretch);
  const style = {
    gridTemplateColumns: `repeat(${grid.columns}, 1fr)`,
    gridTemplateRows: rows.map((row) => `${row}px`).join(" "),
  };
  return (
    <div className="felt-frame" ref={frame} {...handlers}>
      {size.width > 0 && (
        <Scaled size={size} scale={scale}>
          <div className="felt-stage" style={{ minHeight: sum(least) + 2 }}>
            <div className="felt-grid" style={style}>
              <Cells props={props} tracks={{ zones: grid.zones, column: inner.width / grid.columns, rows, phone: props.phone, letters }} />
              {children}
            </div>
          </div>
        </Scaled>
      )}
    </div>
  );
}

export function Prints({ layout: { prints } }: Pick<FeltProps, "layout">) {
  return prints.length > 0 && <p className="felt-prints">{prints.join("  ·  ")}</p>;
}

export function Zones(props: KindProps) {
  return (
    <div className="felt" role="group" aria-label={t("felt.table")} data-phone={props.phone}>
      <Rolls props={props} />
      <Prints layout={props.layout} />
      <ZoneFrame props={props} />
    </div>
  );
}
