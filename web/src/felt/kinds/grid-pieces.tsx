/** The drawing of a grid of numbers: boxes, targets, chips and the marker. */
import { memo } from "react";
import { list, t } from "../../text";
import type { Chips, FeltProps } from "../model";
import { byPatron, chipsKey, Coin, More, spoken, type Purse } from "../pieces";
import { sameChips } from "../same-chips";
import { spotKey } from "../spots";
import { isFlat, type GridBox, type Point, type Target } from "./grid-plan";

export interface BoxProps {
  box: GridBox;
  /** One of the numbers under the pointer. */
  covered: boolean;
  /** It has the marker. */
  hit: boolean;
  /** A colour that is printed as a diamond, where the box is a bet on it. */
  diamond: string | null;
  upright: boolean;
}

export const Box = memo(function Box({ box, covered, hit, diamond, upright }: BoxProps) {
  const { label, color, x, y, width, height } = box;
  // Long words in a narrow box are printed from below.
  const turned = upright && color === null && height > width * 2;
  return (
    <span
      className="felt-number"
      data-color={color ?? undefined}
      data-covered={covered}
      data-hit={hit}
      data-turned={turned}
      data-flat={isFlat(box)}
      style={{ left: x, top: y, width, height }}
    >
      <b data-color={diamond ?? undefined} data-diamond={diamond !== null}>
        {label}
      </b>
    </span>
  );
}, sameBox);

function sameBox(a: BoxProps, b: BoxProps): boolean {
  return a.box === b.box && a.covered === b.covered && a.hit === b.hit && a.diamond === b.diamond && a.upright === b.upright;
}

export interface TargetProps extends Pick<FeltProps, "money" | "wagerName"> {
  target: Target;
  label: string;
  offered: boolean;
  chips: Chips[];
}

/** Every bet in words; if a spot has several wagers, with the kind of each. */
function chipWords({ target, chips, money, wagerName }: TargetProps): string[] {
  const several = target.wagers.length > 1;
  return chips.map((one) => (several ? t("felt.chips.named", { chips: spoken(one, money), wager: wagerName(one.wager) }) : spoken(one, money)));
}

export const TargetButton = memo(function TargetButton(props: TargetProps) {
  const { target, label, offered } = props;
  const { x, y, width, height, wagers, kind } = target;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="felt-target"
      data-spot={spotKey(0, wagers)}
      data-kind={kind}
      data-offered={offered}
      style={{ left: x, top: y, width, height }}
    >
      <span className="vh">{list([label, ...chipWords(props)])}</span>
    </button>
  );
}, sameTarget);

/** `money` and `wagerName` are new objects in every view with the same meaning, so they are not compared. */
function sameTarget(a: TargetProps, b: TargetProps): boolean {
  return a.target === b.target && a.label === b.label && a.offered === b.offered && sameChips(a.chips, b.chips);
}

export interface LyingProps extends Purse {
  wager: string;
  chips: Chips[];
  at: Point;
}

/** Chips at their spot: yours, otherwise another patron's, and the number of further patrons with chips there. */
export const LyingChips = memo(function LyingChips({ wager, chips, at, money, unit }: LyingProps) {
  const [first, ...others] = byPatron(chips);
  if (!first) return null;
  return (
    <span className="felt-lying" data-lies={wager} style={{ left: at.x, top: at.y }}>
      <span>
        <Coin key={chipsKey(first)} chips={first} lettered={!first.own} money={money} unit={unit} />
        {others.length > 0 && <More count={others.length} />}
        {others.map((one) => (
          <i key={chipsKey(one)} data-patron={one.patron} />
        ))}
      </span>
    </span>
  );
}, sameLying);

function sameLying(a: LyingProps, b: LyingProps): boolean {
  return a.wager === b.wager && a.at.x === b.at.x && a.at.y === b.at.y && a.unit === b.unit && sameChips(a.chips, b.chips);
}

/** The marker that the dealer puts on the result. */
export function PointMarker({ box, name }: { box: GridBox; name: string }) {
  return (
    <span className="felt-point" role="img" aria-label={t("felt.point", { number: name })} style={{ left: box.x, top: box.y }}>
      <svg width="18" height="25" viewBox="0 0 22 30" aria-hidden="true">
        <ellipse cx="11" cy="25" rx="9" ry="4" fill="#000" opacity=".4" />
        <path d="M3 23Q3 17 8 15L8.5 7H13.5L14 15Q19 17 19 23Q11 28 3 23Z" fill="#d2ac62" stroke="#6b4f1c" strokeWidth=".8" />
        <circle cx="11" cy="6" r="5" fill="#f0d79a" stroke="#6b4f1c" strokeWidth=".8" />
      </svg>
    </span>
  );
}
