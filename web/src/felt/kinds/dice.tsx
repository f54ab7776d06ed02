/** Two cups of dice, and zones for what may come: the cups stand in the gap of the grid, on a phone above it. */
import "./baccarat.css";
import "./dice.css";
import type { CSSProperties } from "react";
import { t } from "../../text";
import { Die } from "../die";
import { SHARED_HANDS, type FeltProps, type Layout, type SharedHand } from "../model";
import { endOf } from "./baccarat-hands";
import type { KindProps } from "./kind";
import { Prints, ZoneFrame } from "./zones";

const DIE = { screen: 46, phone: 32 };
/** Zones are few enough to take all the room that there is. */
const MOST_STRETCH = 20;
const LETTERS = { screen: 26, phone: 18 };

function diceOf({ view }: FeltProps, hand: SharedHand): number[] | null {
  const cup = view.dice?.find(({ place }) => place === hand);
  return cup ? cup.dice.split("-").map(Number) : null;
}

export function Cover({ hand, open }: { hand: string; open: boolean }) {
  return (
    <svg className="felt-cup-cover" data-cup={hand} data-open={open} viewBox="0 0 120 92" aria-hidden="true">
      <path d="M24 4h72l14 84H10z" />
      <path className="felt-cup-rim" d="M8 82h104v8H8z" />
      <path className="felt-cup-band" d="M19 34h82l3 18H16z" />
    </svg>
  );
}

function Cup({ props, hand }: { props: FeltProps; hand: SharedHand }) {
  const dice = diceOf(props, hand);
  const end = endOf(hand, props);
  const size = DIE[props.phone ? "phone" : "screen"];
  const shows = dice ? t("felt.cup.shows", { hand: t(`felt.place.${hand}`), dice: dice.join(", ") }) : t("felt.cup.closed", { hand: t(`felt.place.${hand}`) });
  return (
    <div className="felt-shared felt-pair-hand felt-cup" role="group" aria-label={shows} data-hand={hand} data-end={end ?? undefined}>
      <div className="felt-pair-name">{t(`felt.place.${hand}`)}</div>
      <div className="felt-cup-dice" style={{ minHeight: size * 1.7 }}>
        {(dice ?? []).map((pips, at) => (
          <Die key={at} pips={pips} size={size} />
        ))}
        <Cover hand={hand} open={dice !== null} />
      </div>
      <div className="felt-pair-total">
        <b data-total={hand}>{dice && props.totals[hand]}</b>
        {dice && end && <span className="felt-pair-end">{t(`felt.hand.${end}`)}</span>}
      </div>
    </div>
  );
}

function Cups(props: FeltProps) {
  return (
    <div className="felt-cups">
      <span data-bank />
      {SHARED_HANDS.map((hand) => (
        <Cup key={hand} props={props} hand={hand} />
      ))}
    </div>
  );
}

/** The columns and rows in the middle of the first row that no zone has. */
export function gapOf({ grid, zones }: Pick<Layout, "grid" | "zones">): CSSProperties | null {
  const columns = grid?.wide[0] ?? 0;
  const topOf = (column: number) => Math.min(...zones.filter(({ wide: [x, , across] }) => x <= column && column < x + across).map(({ wide: [, y] }) => y));
  const middle = Math.floor(columns / 2);
  const rows = topOf(middle);
  if (!Number.isFinite(rows) || rows === 0) return null;
  let [first, last] = [middle, middle];
  while (first > 0 && topOf(first - 1) >= rows) first -= 1;
  while (last + 1 < columns && topOf(last + 1) >= rows) last += 1;
  return { gridColumn: `${first + 1} / ${last + 2}`, gridRow: `1 / ${rows + 1}` };
}

export function Dice(props: KindProps) {
  const { layout, phone } = props;
  const gap = phone ? null : gapOf(layout);
  return (
    <div className="felt" role="group" aria-label={t("felt.table")} data-phone={phone} data-pair data-cups={gap ? "within" : "above"}>
      {!gap && <Cups {...props} />}
      <Prints layout={layout} />
      <ZoneFrame props={props} stretch={phone ? undefined : MOST_STRETCH} letters={phone ? LETTERS.phone : undefined}>
        {gap && (
          <div className="felt-cups-place" style={gap}>
            <Cups {...props} />
          </div>
        )}
      </ZoneFrame>
    </div>
  );
}
