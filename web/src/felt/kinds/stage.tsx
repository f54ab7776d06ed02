/** The big screen of every kind with boxes: the dealer above, words on arcs, boxes on the ellipse. */
import "./boxes.css";
import { t } from "../../text";
import { cardHeight } from "../card";
import type { FeltProps } from "../model";
import { unitOf } from "../pieces";
import { Scaled, scaledDown, scaleFor } from "../scaled";
import { legendOf, planRows } from "../spots";
import { useSize, type Size } from "../use-size";
import { useSpots } from "../use-spots";
import { ceiling, leastWidth, sag, STRIP_GAP, strips, type BoxNeed, type Obstacle, type Strip } from "./arc";
import { BoxColumn } from "./box-column";
import { boxStates, type BoxState } from "./box-states";
import { PlaceHand, Rack, sharedPlaces, Shoe } from "./dealer";
import type { KindProps } from "./kind";
import { Prints, printedLines, printsObstacle } from "./prints";
import { areRoomy, countSpots, packRows } from "./rows";

const MARGIN = 14;
const CARD = 60;
const BOARD_CARD = 46;
const DEALER_ROOM = 230;
const BOARD_ROOM = 250;
const DEALER_BOTTOM = 14 + cardHeight(CARD) + 26;
const FURNITURE = { width: 100, bottom: 104 };
/** Total and frame of a hand; name and result. */
const AROUND_CARDS = 30 + 14;
const NAMES_HEIGHT = 20 + 32;
/** The largest cards: smaller ones where the felt is too low for them. */
const DENSITIES = [84, 76, 68, 60, 54, 48, 42, 36, 30];
const BELOW_PRINT = 10;
const DRAWN_FOR_HEIGHT = 600;
/** On a felt much higher than necessary the arc is not bent further than this. */
const DEEPEST = 120;

export interface StageKind {
  /** Spots lie between the dealer and the cards. */
  spotsFirst: boolean;
  /** Shared cards lie beside the dealer's. */
  board: boolean;
}

interface Furniture {
  rack: number;
  shoe: number;
}

/** The centres of rack and shoe: on both sides of the dealer, or both on one side if the board is on the other. */
function furniture(width: number, board: boolean): Furniture {
  const middle = width / 2;
  const near = DEALER_ROOM / 2 + FURNITURE.width / 2;
  if (board) return { shoe: middle - near, rack: middle - near - FURNITURE.width };
  const far = Math.max(near + 10, width * 0.24);
  return { rack: middle - far, shoe: middle + far };
}

function standing(x: number, width: number, bottom: number): Obstacle {
  return { left: x - width / 2, right: x + width / 2, bottom: () => bottom };
}

function obstacles(width: number, board: boolean, lines: number): Obstacle[] {
  const { rack, shoe } = furniture(width, board);
  const boardAt = width / 2 + (DEALER_ROOM + BOARD_ROOM) / 2;
  return [
    standing(width / 2, DEALER_ROOM, DEALER_BOTTOM),
    standing(rack, FURNITURE.width, FURNITURE.bottom),
    standing(shoe, FURNITURE.width, FURNITURE.bottom),
    ...(board ? [standing(boardAt, BOARD_ROOM, DEALER_BOTTOM)] : []),
    ...printsObstacle(lines, DEALER_BOTTOM, width),
  ];
}


interface Plan {
  width: number;
  least: number;
  hands: number;
  strips: Strip[];
  tops: number[];
}

interface Wanted {
  states: BoxState[];
  /** The size of the rows of spots. */
  rows: { width: number; height: number };
  lines: number;
  board: boolean;
}

/** A hand that is drawn to has no more room than others, so that boxes do not shift as cards come. */
const LEAST_CARDS = 3;

/** The number of cards for which every hand has room: as many as every dealt hand has. */
function cardsToHold(states: BoxState[]): number {
  const dealt = states.flatMap(({ hands }) => hands.map(({ cards }) => cards.length)).filter((count) => count > 0);
  return dealt.length === 0 ? LEAST_CARDS : Math.max(LEAST_CARDS, Math.min(...dealt));
}

/** Whether a box is yours, also when its round is over. */
function isYours({ own, kept, hands }: BoxState): boolean {
  return own || kept === "yours" || hands.some(({ results }) => results.some((result) => result.own));
}

/** The tops of the columns, and the minimum height of the felt for them. */
function planDensity(frame: Size, { states, rows, lines, board }: Wanted, largest: number): Plan {
  const alike = { cards: cardsToHold(states), spots: rows.width, largest };
  const needs = states.map((state): BoxNeed => ({ ...alike, hands: state.hands.length, own: isYours(state), active: state.active }));
  const hands = AROUND_CARDS + cardHeight(largest);
  const column = hands + rows.height + NAMES_HEIGHT;
  const width = Math.max(frame.width, leastWidth(needs, MARGIN));
  const placed = strips(needs, width, MARGIN);
  const above = obstacles(width, board, lines);
  const ceilings = placed.map((strip) => ceiling(strip, above, width / 2) + BELOW_PRINT);
  const middle = ceiling({ x: width / 2, width: 1, card: 0, folded: false }, above, width / 2) + BELOW_PRINT;
  const least = Math.max(middle, ...ceilings) + column + MARGIN;
  const deep = middle + Math.min(DEEPEST, Math.max(0, frame.height - least));
  const tops = placed.map(({ x }, at) => Math.max(ceilings[at] ?? 0, MARGIN + (deep - MARGIN) * sag(x, width / 2, width / 2)));
  return { width, least, hands, strips: placed, tops };
}

/** The largest cards with which the boxes fit the frame. A frame without its own height takes any size. */
function planStage(frame: Size, wanted: Wanted): Plan {
  const plans = DENSITIES.map((largest) => planDensity(frame, wanted, largest));
  const fits = plans.find(({ least }) => frame.height === 0 || least <= frame.height);
  return fits ?? plans[plans.length - 1]!;
}

function Legend({ entries }: { entries: ReturnType<typeof legendOf> }) {
  if (entries.length === 0) return null;
  return (
    <dl className="felt-legend" aria-label={t("felt.legend")}>
      {entries.map(({ short, name }) => (
        <div key={`${short} ${name}`}>
          <dt>{short}</dt>
          <dd>{name}</dd>
        </div>
      ))}
    </dl>
  );
}

function DealerRow({ props, board }: { props: FeltProps; board: boolean }) {
  const places = sharedPlaces(props);
  return (
    <div className="felt-dealer">
      <div className="felt-dealer-hands" style={{ width: DEALER_ROOM }}>
        {places.map((place) => (
          <PlaceHand key={place} props={props} place={place} card={CARD} room={(DEALER_ROOM - 20) / places.length} />
        ))}
      </div>
      {board && (
        <div className="felt-board" style={{ width: BOARD_ROOM }}>
          {props.view.cards.some(({ place }) => place === "board") && (
            <PlaceHand props={props} place="board" card={BOARD_CARD} room={BOARD_ROOM} />
          )}
        </div>
      )}
    </div>
  );
}

/** The maximum width of a box's rows: its equal share of the felt. */
function shareOf(width: number, boxes: number): number {
  return Math.min(180, (width - 2 * MARGIN + STRIP_GAP) / boxes - STRIP_GAP);
}

export function Stage({ props, kind }: { props: KindProps; kind: StageKind }) {
  const [frame, size] = useSize<HTMLDivElement>();
  const handlers = useSpots(frame, props);
  const rows = planRows(props);
  const scale = scaleFor(size, DRAWN_FOR_HEIGHT);
  return (
    <div className="felt" role="group" aria-label={t("felt.table")} {...handlers}>
      <div className="felt-frame" ref={frame}>
        {size.width > 0 && (
          <Scaled size={size} scale={scale}>
            <Drawn props={props} kind={kind} rows={rows} size={scaledDown(size, scale)} />
          </Scaled>
        )}
      </div>
      <Legend entries={legendOf(rows, areRoomy(countSpots(rows)))} />
    </div>
  );
}

interface DrawnProps {
  props: FeltProps;
  kind: StageKind;
  rows: ReturnType<typeof planRows>;
  size: Size;
}

function Drawn({ props, kind, rows, size }: DrawnProps) {
  const states = boxStates(props);
  const packed = packRows(rows, shareOf(size.width, props.boxes));
  const lines = printedLines(props.layout.prints, size.width);
  const plan = planStage(size, { states, rows: packed, lines: lines.length, board: kind.board });
  const { rack, shoe } = furniture(plan.width, kind.board);
  return (
    <div className="felt-stage" style={{ minWidth: plan.width, minHeight: plan.least }}>
      <svg className="felt-ground" width="100%" height="100%">
        <Rack discards={props.counted === false ? null : props.view.shoe.rack} x={rack} />
        <Shoe remaining={props.counted === false ? null : props.view.shoe.remaining} x={shoe} />
        <Prints lines={lines} top={DEALER_BOTTOM} width={plan.width} />
      </svg>
      <DealerRow props={props} board={kind.board} />
      {states.map((state, at) => {
        const strip = plan.strips[at];
        return strip && (
          <BoxColumn
            key={state.box}
            state={state}
            strip={strip}
            y={plan.tops[at] ?? 0}
            handsHeight={plan.hands}
            rows={rows}
            spot={props.spot}
            spotsFirst={kind.spotsFirst}
            money={props.money}
            unit={unitOf(props.view)}
          />
        );
      })}
    </div>
  );
}
