import { memo, useId } from "react";
import { list, t } from "../../text";
import { Die, Puck } from "../die";
import type { Chips, FeltProps, SpotState } from "../model";
import { More, Piece, spoken, type Purse } from "../pieces";
import { sameChips } from "../same-chips";
import { spotKey } from "../spots";
import { CHIP, zonePieces, type ZonePiece } from "./zone-pieces";
import { areaOf, labelRoom, type Zone, type ZoneRoom } from "./zone-plan";

/** Letters of a zone grow with it, within these sizes. */
const LABEL = { least: 13, most: 24 };
const PUCK = 30;

function labelSize(zone: Zone, { width, height, form }: ZoneRoom, marked: boolean): number {
  if (form === "line") return LABEL.least;
  const room = (marked ? width - PUCK : width) * 0.5;
  const fits = Math.min(height * 0.26, labelRoom(zone, height), room / Math.max(1, zone.label.length * 0.62));
  return Math.round(Math.max(LABEL.least, Math.min(LABEL.most, fits)));
}

interface HeadProps {
  zone: Zone;
  room: ZoneRoom;
  marked: boolean;
  /** Chips lie there. */
  taken: boolean;
}

function Head({ zone, room, marked, taken }: HeadProps) {
  const beside = taken && room.form === "line";
  return (
    <span className="felt-zone-head" data-beside={beside}>
      <span className="felt-zone-title">
        {zone.label && (
          <b className="felt-zone-label" style={{ fontSize: labelSize(zone, room, marked) }}>
            {zone.label}
          </b>
        )}
        {marked && <Puck on size={PUCK} />}
      </span>
      {zone.dice.length > 0 && (
        <span className="felt-zone-dice">
          {zone.dice.map((pair, at) => (
            <span key={at}>
              {pair.map((pips, die) => (
                <Die key={die} pips={pips} size={22} />
              ))}
            </span>
          ))}
        </span>
      )}
      {zone.note && !beside && <span className="felt-zone-note">{zone.note}</span>}
    </span>
  );
}

function ZoneChip({ piece: { chips, caption }, money, unit }: { piece: ZonePiece } & Purse) {
  return (
    <span className="felt-zone-piece">
      {caption && <i>{caption}</i>}
      <Piece chips={chips} size={CHIP} money={money} unit={unit} />
    </span>
  );
}

/** Every bet in words, also those that are drawn as "+3". */
function AllChips({ id, chips, money, wagerName }: { id: string; chips: Chips[] } & Pick<FeltProps, "money" | "wagerName">) {
  return (
    <ul className="vh" id={id}>
      {chips.map((one) => (
        <li key={`${one.patron} ${one.wager}`}>{t("felt.chips.named", { chips: spoken(one, money), wager: wagerName(one.wager) })}</li>
      ))}
    </ul>
  );
}

export interface ZoneCellProps extends Purse, Pick<FeltProps, "wagerName"> {
  zone: Zone;
  /** Its own and those whose chips lie on theirs. */
  wagers: string[];
  room: ZoneRoom;
  phone: boolean;
  marked: boolean;
  /** Of its wagers: the state of the one that is offered, or of the first. */
  state: Omit<SpotState, "chips">;
  chips: Chips[];
}

function nameOf({ zone, wagers, state, marked }: ZoneCellProps): string {
  const words = wagers.length > 1 ? [zone.label, zone.note ?? ""] : [state.label];
  return list([...words, marked ? t("felt.marker.on") : ""].filter(Boolean));
}

/** `money` and `wagerName` are made anew with every view and say the same. */
function sameZone(a: ZoneCellProps, b: ZoneCellProps): boolean {
  return (
    a.zone === b.zone &&
    a.phone === b.phone &&
    a.marked === b.marked &&
    a.unit === b.unit &&
    a.room.width === b.room.width &&
    a.room.height === b.room.height &&
    a.room.form === b.room.form &&
    a.state.offered === b.state.offered &&
    a.state.label === b.state.label &&
    sameChips(a.chips, b.chips)
  );
}

export const ZoneCell = memo(function ZoneCell(props: ZoneCellProps) {
  const { zone, wagers, room, phone, marked, state, chips, money, unit, wagerName } = props;
  const listId = useId();
  const [column, row, across, down] = areaOf(zone, phone);
  const { shown, more } = zonePieces(zone, chips, room, money);
  return (
    <div className="felt-zone-cell" style={{ gridColumn: `${column + 1} / span ${across}`, gridRow: `${row + 1} / span ${down}` }}>
      <button
        type="button"
        tabIndex={-1}
        className="felt-zone"
        data-spot={spotKey(0, wagers)}
        data-offered={state.offered}
        data-form={room.form}
        aria-describedby={chips.length > 0 ? listId : undefined}
      >
        <span className="vh">{nameOf(props)}</span>
        <span className="felt-face" aria-hidden="true">
          <Head zone={zone} room={room} marked={marked} taken={chips.length > 0} />
          <span className="felt-zone-chips">
            {shown.map((piece) => (
              <ZoneChip key={`${piece.chips.patron} ${piece.chips.wager}`} piece={piece} money={money} unit={unit} />
            ))}
            {more > 0 && <More count={more} />}
          </span>
        </span>
      </button>
      {chips.length > 0 && <AllChips id={listId} chips={chips} money={money} wagerName={wagerName} />}
    </div>
  );
}, sameZone);
