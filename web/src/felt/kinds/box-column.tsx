/** One box on a big screen: its hands, its spots and its patron, all within its strip. */
import { t } from "../../text";
import { cardName, cardRank } from "../card";
import { Hand } from "../hand";
import type { FeltProps, Result } from "../model";
import type { Purse } from "../pieces";
import { ChipsOnSpot, Spot } from "../spot";
import { chipsAt, printed, type SpotPlan } from "../spots";
import { FOLDED_WIDTH, type Strip } from "./arc";
import type { BoxState, HandState } from "./box-states";
import { areRoomy, countSpots, spotSize } from "./rows";

const HAND_PADDING = 5;

/** Longer totals, such as the name of a poker hand, take two lines of smaller letters. */
const LONG_TOTAL = 8;

export function Total({ place, text = "" }: { place: string; text: string | undefined }) {
  return (
    <div className="felt-total" data-total={place} data-long={text.length > LONG_TOTAL}>
      {text}
    </div>
  );
}

function Slot({ hand, card, room }: { hand: HandState; card: number; room: number }) {
  return (
    <div className="felt-slot" data-active={hand.active}>
      <Total place={hand.id} text={hand.total} />
      <Hand cards={hand.cards} width={card} room={room - 2 * HAND_PADDING} />
    </div>
  );
}

interface LineProps extends Pick<Purse, "money"> {
  hand: HandState;
  /** The spot whose chips belong to a single hand; side bets belong to the box. */
  main: SpotPlan | undefined;
}

function HandLine({ hand, main, money }: LineProps) {
  const chips = main ? chipsAt(hand.chips, main) : hand.chips;
  const stake = chips.reduce((sum, one) => sum + one.stake, 0);
  return (
    <li data-active={hand.active}>
      <b>{hand.total}</b>
      <span className="felt-folded-cards" role="img" aria-label={hand.cards.map(({ face }) => cardName(face)).join(", ")}>
        {hand.cards.map(({ face }) => cardRank(face)).join(" ")}
      </span>
      <span>{stake > 0 && money(stake)}</span>
    </li>
  );
}

/** Hands as lines of text, where the arc has no room for more cards. */
function FoldedHands({ hands, main, money }: Omit<LineProps, "hand"> & { hands: HandState[] }) {
  return (
    <ol className="felt-folded">
      {hands.map((hand) => (
        <HandLine key={hand.id} hand={hand} main={main} money={money} />
      ))}
    </ol>
  );
}

interface HandsProps extends Omit<LineProps, "hand"> {
  state: BoxState;
  strip: Strip;
  height: number;
}

function Hands({ state, strip, height, main, money }: HandsProps) {
  const drawn = strip.folded ? state.hands.filter((hand) => hand.active && strip.card > 0) : state.hands;
  const lines = state.hands.filter((hand) => !drawn.includes(hand));
  const room = (strip.width - (lines.length > 0 ? FOLDED_WIDTH : 0)) / drawn.length;
  return (
    <div className="felt-hands" style={{ height }}>
      {drawn.map((hand) => (
        <Slot key={hand.id} hand={hand} card={strip.card} room={room} />
      ))}
      {lines.length > 0 && <FoldedHands hands={lines} main={main} money={money} />}
    </div>
  );
}

interface RowProps extends Purse {
  row: SpotPlan[];
  spots: number;
  state: BoxState;
  spot: FeltProps["spot"];
}

function SpotLine({ row, spots, state, spot, money, unit }: RowProps) {
  const chips = state.hands[0]?.chips ?? [];
  return row.map((plan) => (
    <Spot
      key={plan.wagers[0]}
      box={state.box}
      plan={plan}
      state={spotState(state.box, plan, spot)}
      chips={chipsAt(chips, plan)}
      word={printed(plan, areRoomy(spots)).word}
      money={money}
      unit={unit}
      {...spotSize(plan, spots)}
    />
  ));
}

/** A spot is offered if one of its wagers is; it is named after the first offered wager, otherwise after its own. */
export function spotState(box: number, plan: SpotPlan, spot: FeltProps["spot"]) {
  const states = plan.wagers.map((wager) => spot(box, wager));
  const { offered, label } = states.find((state) => state.offered) ?? states[0] ?? { offered: false, label: plan.name };
  return { offered, label };
}

/** After a split, the chips of a hand lie below its own cards, in the row of their spot. */
function SplitRow(props: RowProps) {
  const { row, spots, state, money, unit } = props;
  const height = Math.max(...row.map((plan) => spotSize(plan, spots).height));
  return (
    <div className="felt-row felt-row-split">
      {state.hands.map((hand, at) => (
        <div key={hand.id} className="felt-row-hand">
          {at === 0 ? (
            <SpotLine {...props} />
          ) : (
            <div className="felt-place" style={{ height, width: height }} data-main={height > 44}>
              <ChipsOnSpot chips={row.flatMap((plan) => chipsAt(hand.chips, plan))} height={height} money={money} unit={unit} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function holdsSplitChips(row: SpotPlan[], state: BoxState): boolean {
  return state.hands.slice(1).some((hand) => row.some((plan) => chipsAt(hand.chips, plan).length > 0));
}

function SpotRows({ rows, folded, ...rest }: Omit<RowProps, "row" | "spots"> & { rows: SpotPlan[][]; folded: boolean }) {
  const spots = countSpots(rows);
  return (
    <div className="felt-rows">
      {rows.map((row, at) =>
        !folded && holdsSplitChips(row, rest.state) ? (
          <SplitRow key={at} row={row} spots={spots} {...rest} />
        ) : (
          <div key={at} className="felt-row">
            <SpotLine row={row} spots={spots} {...rest} />
          </div>
        ),
      )}
    </div>
  );
}

/** "You"; "A, C" if several patrons share a box; empty if the box shows its patron. */
export function ownersOf({ own, patrons }: BoxState): string {
  if (own) return t("felt.you");
  return patrons.length > 1 ? patrons.join(", ") : "";
}

/** The owner of a box, if there is room for a word. */
export function briefOwner(state: BoxState): string {
  if (state.patrons.length > 0) return ownersOf(state) || t("felt.taken");
  if (state.kept === "yours") return t("felt.you");
  return t(state.kept ? "felt.kept" : "felt.open");
}

export function boxTitle(state: BoxState): string {
  const { box, patrons, kept } = state;
  if (patrons.length === 0) return t(kept ? `felt.box.${kept}` : "felt.box.open", { box });
  const who = ownersOf(state);
  return who ? t("felt.box.of", { who, box }) : t("felt.box", { box });
}

/** Under this width a column has no room for the whole title. */
const NARROW = 98;

function shortTitle(state: BoxState): string {
  const { box } = state;
  const who = state.kept === "yours" ? t("felt.you") : ownersOf(state);
  return who ? t("felt.box.short", { who, box }) : t("felt.box", { box });
}

function Results({ state, folded }: { state: BoxState; folded: boolean }) {
  return (
    <div className="felt-results" data-folded={folded}>
      {state.hands.map(({ id, results }) => (
        <HandResults key={id} hand={id} results={results} />
      ))}
    </div>
  );
}

/** Each patron's own, one below the other. */
export function HandResults({ hand, results }: { hand: string; results: Result[] }) {
  return (
    <span className="felt-hand-results" data-results={hand}>
      {results.map(({ text, kind, own }) => (
        <span key={text} className="felt-result" data-kind={kind} data-own={own} title={text}>
          {text}
        </span>
      ))}
    </span>
  );
}

export interface ColumnProps extends Purse {
  state: BoxState;
  strip: Strip;
  y: number;
  /** The height that is reserved for hands. */
  handsHeight: number;
  rows: SpotPlan[][];
  spot: FeltProps["spot"];
  /** Spots lie between the dealer and the cards, not behind the cards. */
  spotsFirst: boolean;
}

export function BoxColumn({ state, strip, y, handsHeight, rows, spot, spotsFirst, money, unit }: ColumnProps) {
  const title = boxTitle(state);
  const main = rows.flat().find((plan) => plan.main);
  const hands = <Hands state={state} strip={strip} height={handsHeight} main={main} money={money} />;
  const name = <div className="felt-column-name">{strip.width < NARROW ? shortTitle(state) : title}</div>;
  return (
    <div
      className="felt-column"
      role="group"
      aria-label={title}
      data-own={state.own || state.kept === "yours"}
      data-spots-first={spotsFirst}
      data-open={state.patrons.length === 0 && !state.kept}
      style={{ width: strip.width, transform: `translate(${Math.round(strip.x - strip.width / 2)}px, ${Math.round(y)}px)` }}
    >
      {!spotsFirst && hands}
      <SpotRows rows={rows} folded={strip.folded} state={state} spot={spot} money={money} unit={unit} />
      {name}
      {spotsFirst && hands}
      <Results state={state} folded={strip.folded} />
    </div>
  );
}
