import { memo, useId } from "react";
import { list, t } from "../../text";
import { Die, Puck } from "../die";
import type { Chips, FeltProps, SpotState } from "../model";
import { chipsKey, CoinWithMarks, More, Piece, spoken, type Purse } from "../pieces";
import { sameChips } from "../same-chips";
import { spotKey } from "../spots";
import { CHIP, zonePieces, type ZonePiece, type ZonePieces } from "./zone-pieces";
import { areaOf, type Zone, type ZoneRoom } from "./zone-plan";
import { numbersOf, type Arm, type Numbered } from "./zone-shapes";

/** Between a label and the puck beside it. */
const PUCK_GAP = 6;

interface HeadProps {
  zone: Zone;
  room: ZoneRoom;
  puck: number;
  /** Chips lie there. */
  taken: boolean;
}

function Head({ zone, room, puck, taken }: HeadProps) {
  const beside = taken && room.form === "line";
  return (
    <span className="felt-zone-head" data-beside={beside}>
      <span className="felt-zone-title">
        {zone.label && (
          <b className="felt-zone-label" style={{ fontSize: room.label }}>
            {zone.label}
          </b>
        )}
        {puck > 0 && <Puck on size={puck - PUCK_GAP} />}
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
      {zone.note && room.form !== "numbers" && !(taken && (beside || !room.note)) && <span className="felt-zone-note">{zone.note}</span>}
    </span>
  );
}

/** Numbers in a row: those that pay more are ringed, with what they pay beside them. */
function Numbers({ numbers }: { numbers: Numbered[] }) {
  return (
    <span className="felt-zone-numbers">
      {numbers.map(({ number, pays }) => (
        <span key={number} data-ringed={pays !== null}>
          <b>{number}</b>
          {pays && <i>{pays}</i>}
        </span>
      ))}
    </span>
  );
}

/** The part of a line that goes up along the edge; a click there is one on the line. */
function ArmOfLine({ arm, label }: { arm: Arm; label: string }) {
  return (
    <span className="felt-zone-arm" style={arm}>
      <b>{label}</b>
    </span>
  );
}

function ZoneChip({ piece: { chips, caption }, coins, ...purse }: { piece: ZonePiece; coins: boolean } & Purse) {
  return (
    <span className="felt-zone-piece">
      {caption && <i>{caption}</i>}
      {coins ? <CoinWithMarks chips={chips} {...purse} /> : <Piece chips={chips} size={CHIP} {...purse} />}
    </span>
  );
}

function ZoneChips({ pieces: { shown, more, coins }, ...purse }: { pieces: ZonePieces } & Purse) {
  return (
    <span className="felt-zone-chips" data-coins={coins}>
      {shown.map((piece) => (
        <ZoneChip key={chipsKey(piece.chips)} piece={piece} coins={coins} {...purse} />
      ))}
      {more > 0 && <More count={more} />}
    </span>
  );
}

/** Every bet in words, also those that are drawn as "+3". */
function AllChips({ id, chips, money, wagerName }: { id: string; chips: Chips[] } & Pick<FeltProps, "money" | "wagerName">) {
  return (
    <ul className="vh" id={id}>
      {chips.map((one) => (
        <li key={chipsKey(one)}>{t("felt.chips.named", { chips: spoken(one, money), wager: wagerName(one.wager) })}</li>
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
  /** The width of the puck that lies there, or nought. */
  puck: number;
  arm: Arm | null;
  /** It lies in the bend of a line. */
  inBend: boolean;
  /** Of its wagers: the state of the one that is offered, or of the first. */
  state: Omit<SpotState, "chips">;
  chips: Chips[];
}

function nameOf({ zone, wagers, state, puck }: ZoneCellProps): string {
  const words = wagers.length > 1 ? [zone.label, zone.note ?? ""] : [state.label];
  return list([...words, puck > 0 ? t("felt.marker.on") : ""].filter(Boolean));
}

/** `money` and `wagerName` are new in every view and say the same. */
function sameZone(a: ZoneCellProps, b: ZoneCellProps): boolean {
  return (
    a.zone === b.zone &&
    a.phone === b.phone &&
    a.puck === b.puck &&
    a.unit === b.unit &&
    a.room.width === b.room.width &&
    a.room.height === b.room.height &&
    a.room.form === b.room.form &&
    a.room.label === b.room.label &&
    a.room.note === b.room.note &&
    a.arm?.width === b.arm?.width &&
    a.arm?.height === b.arm?.height &&
    a.inBend === b.inBend &&
    a.state.offered === b.state.offered &&
    a.state.label === b.state.label &&
    sameChips(a.chips, b.chips)
  );
}

export const ZoneCell = memo(function ZoneCell(props: ZoneCellProps) {
  const { zone, wagers, room, phone, puck, arm, inBend, state, chips, money, unit, wagerName } = props;
  const listId = useId();
  const [column, row, across, down] = areaOf(zone, phone);
  const numbers = room.form === "numbers" ? numbersOf(zone) : null;
  return (
    <div className="felt-zone-cell" style={{ gridColumn: `${column + 1} / span ${across}`, gridRow: `${row + 1} / span ${down}` }}>
      <button
        type="button"
        tabIndex={-1}
        className="felt-zone"
        data-spot={spotKey(0, wagers)}
        data-offered={state.offered}
        data-form={room.form}
        data-narrow={room.narrow}
        data-line={arm !== null}
        data-bend={inBend}
        style={arm ? { paddingLeft: arm.width } : undefined}
        aria-describedby={chips.length > 0 ? listId : undefined}
      >
        <span className="vh">{nameOf(props)}</span>
        <span className="felt-face" aria-hidden="true">
          {arm && <ArmOfLine arm={arm} label={zone.label} />}
          {numbers && <Numbers numbers={numbers} />}
          <Head zone={zone} room={room} puck={puck} taken={chips.length > 0} />
          <ZoneChips pieces={zonePieces(zone, chips, room, money)} money={money} unit={unit} />
        </span>
      </button>
      {chips.length > 0 && <AllChips id={listId} chips={chips} money={money} wagerName={wagerName} />}
    </div>
  );
}, sameZone);
