import { memo } from "react";
import { list } from "../text";
import type { Chips, SpotState } from "./model";
import { byPatron, chipsKey, Coin, More, Piece, spoken, StandingPiece, type Purse } from "./pieces";
import { sameChips } from "./same-chips";
import { spotKey, type SpotPlan } from "./spots";

/** Under this height chips lie as coins with the sum on them. */
const STANDING_FROM = 44;
const MOST_COINS = 3;

interface Pile extends Purse {
  chips: Chips[];
  height: number;
}

function Standing({ chips, height, money, unit }: Pile) {
  const size = chips.length > 1 ? 20 : Math.min(30, height - 28);
  return chips.map((one) => <StandingPiece key={chipsKey(one)} chips={one} size={size} money={money} unit={unit} />);
}

/** `most`: the number that fit; if there are more, the last place shows how many. */
function Coins({ chips, most, money, unit }: Omit<Pile, "height"> & { most: number }) {
  const sums = byPatron(chips);
  const shown = sums.length > most ? sums.slice(0, Math.max(1, most - 1)) : sums;
  return (
    <>
      {shown.map((one) => (
        <Coin key={chipsKey(one)} chips={one} lettered={!one.own && sums.length > 1} money={money} unit={unit} />
      ))}
      {sums.length > shown.length && <More count={sums.length - shown.length} />}
    </>
  );
}

/** Two stacks side by side, such as a wager and what was doubled to it; more are added up. */
function stacksOf(chips: Chips[]): Chips[] {
  return chips.length <= 2 ? chips : byPatron(chips);
}

/**
 * Chips on a spot of a box. Those of one patron are drawn as stacks if there is room, since the box shows their owner.
 */
export function ChipsOnSpot(pile: Pile) {
  const onePatron = new Set(pile.chips.map(({ patron }) => patron)).size === 1;
  return onePatron && pile.height >= STANDING_FROM ? <Standing {...pile} chips={stacksOf(pile.chips)} /> : <Coins {...pile} most={1} />;
}

/** Under this width there is no room for chips with their sum beside them. */
const PIECE_FROM = 84;

/** Chips below the name of a wide spot: one patron's with their sum beside them, those of several as coins. */
function ChipsBelow({ chips, width, money, unit }: Omit<Pile, "height"> & { width: number }) {
  const [only, ...others] = byPatron(chips);
  return (
    <span className="felt-coins">
      {only && others.length === 0 && width >= PIECE_FROM ? (
        <Piece chips={only} size={24} money={money} unit={unit} />
      ) : (
        <Coins chips={chips} most={MOST_COINS} money={money} unit={unit} />
      )}
    </span>
  );
}

export interface SpotProps extends Purse {
  box: number;
  plan: SpotPlan;
  state: Omit<SpotState, "chips">;
  chips: Chips[];
  height: number;
  width: number;
  /** What is printed on it; by default its name. */
  word?: string;
  /** The name stays in place, and chips go below it. */
  wide?: boolean;
  /** The note below the name, where chips leave room for it. */
  note?: string | undefined;
  /** The shared hand that it is a bet on. */
  hand?: string | undefined;
}

/** From this height on a spot has room for its note below its name beside chips. */
const NOTE_FROM = 78;
/** And from this height on without chips. */
const NOTE_ALONE = 56;

/** Whether a spot looks unchanged; `money` and `plan` are new objects in every view with the same meaning. */
function sameSpot(a: SpotProps, b: SpotProps): boolean {
  return (
    a.box === b.box &&
    a.height === b.height &&
    a.width === b.width &&
    a.wide === b.wide &&
    a.word === b.word &&
    a.note === b.note &&
    a.hand === b.hand &&
    a.unit === b.unit &&
    a.plan.label === b.plan.label &&
    a.plan.main === b.plan.main &&
    a.state.offered === b.state.offered &&
    a.state.label === b.state.label &&
    spotKey(a.box, a.plan.wagers) === spotKey(b.box, b.plan.wagers) &&
    sameChips(a.chips, b.chips)
  );
}

export const Spot = memo(function Spot({ box, plan, state, chips, height, width, word = plan.name, wide = false, note, hand, money, unit }: SpotProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="felt-spot"
      data-wide={wide}
      data-spot={spotKey(box, plan.wagers)}
      data-offered={state.offered}
      data-main={plan.main}
      data-hand={hand}
      style={{ height, width }}
    >
      <span className="vh">{list([state.label, ...chips.map((one) => spoken(one, money))])}</span>
      <span className="felt-face" aria-hidden="true">
        {(chips.length === 0 || wide) && <span className="felt-spot-word">{word || box}</span>}
        {note && height >= (chips.length > 0 ? NOTE_FROM : NOTE_ALONE) && <span className="felt-spot-note">{note}</span>}
        {chips.length > 0 && (wide ? <ChipsBelow chips={chips} width={width} money={money} unit={unit} /> : <ChipsOnSpot chips={chips} height={height} money={money} unit={unit} />)}
      </span>
    </button>
  );
}, sameSpot);
