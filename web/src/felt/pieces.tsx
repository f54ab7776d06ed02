/** Chips as they lie on a spot or in a zone: own ones as chips with their sum, others' as lettered discs with theirs. */
import { locale, t } from "../text";
import { LetterDisc, Lammer, Stack } from "./chip";
import { largestWithin } from "./denominations";
import type { Chips, FeltProps, View } from "./model";

export type Purse = Pick<FeltProps, "money"> & { /** Minor units in one major unit. */ unit: number };

const units = new Map<string, number>();

/** As in ISO 4217. */
export function unitOf({ currency }: View): number {
  const known = units.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat(locale, { style: "currency", currency }).resolvedOptions();
  units.set(currency, 10 ** maximumFractionDigits);
  return 10 ** maximumFractionDigits;
}

/** One patron's chips added up: off if all are off, pending or refused if one is. */
function merged(chips: Chips[]): Chips {
  const [first, ...rest] = chips as [Chips, ...Chips[]];
  return rest.reduce(
    (sum, one) => ({
      ...sum,
      stake: sum.stake + one.stake,
      lammer: sum.lammer + one.lammer,
      working: sum.working || one.working,
      state: one.state === "accepted" ? sum.state : one.state,
    }),
    first,
  );
}

/** Chips by patron, own first; chips that are not a bet yet are separate. */
export function byPatron(chips: Chips[]): Chips[] {
  const bets = chips.filter(({ state }) => state !== "waiting");
  const patrons = [...new Set(bets.map(({ patron }) => patron))];
  const sums = patrons.map((patron) => merged(bets.filter((one) => one.patron === patron)));
  return [...sums, ...chips.filter(({ state }) => state === "waiting")].sort((a, b) => Number(b.own) - Number(a.own));
}

/** The key of chips among all others on the same spot. */
export function chipsKey({ patron, wager, state }: Chips): string {
  return `${patron} ${wager}${state === "waiting" ? " waiting" : ""}`;
}

/** "10"; "10/15" of chips that wait. */
export function sumOf({ stake, wanted }: Chips, money: Purse["money"]): string {
  return wanted === undefined ? money(stake) : t("felt.chips.of", { sum: money(stake), wanted: money(wanted) });
}

function withStates(said: string, one: Chips, money: Purse["money"]): string {
  const off = one.working ? said : t("felt.chips.off", { chips: said });
  const lammer = one.lammer > 0 ? t("felt.chips.lammer", { chips: off, sum: money(one.lammer) }) : off;
  if (one.state === "waiting") return t("felt.chips.waiting", { chips: lammer, wanted: money(one.wanted ?? 0) });
  return one.state === "accepted" ? lammer : t(`felt.chips.${one.state}`, { chips: lammer });
}

/** A description in words: "you 10, off". */
export function spoken(one: Chips, money: Purse["money"]): string {
  const sum = money(one.stake);
  const said = one.own ? t("felt.chips.own", { sum }) : t("felt.chips.other", { patron: one.patron, sum });
  return withStates(said, one, money);
}

/** The same as marks on or beside the chips. */
function Marks({ chips, money }: { chips: Chips } & Pick<Purse, "money">) {
  return (
    <span className="felt-marks">
      {!chips.working && <Lammer word={t("felt.marker.off")} />}
      {chips.lammer > 0 && <Lammer word={money(chips.lammer)} />}
      {chips.state === "refused" && <span className="felt-refused">✕</span>}
    </span>
  );
}

interface PieceProps extends Purse {
  chips: Chips;
  size: number;
}

/** Chips and their sum beside each other. */
export function Piece({ chips, size, money, unit }: PieceProps) {
  return (
    <span className="felt-piece" data-patron={chips.patron} data-state={chips.state} data-own={chips.own}>
      {chips.own ? <Stack amount={chips.stake / unit} size={size} within={size + 1} /> : <LetterDisc letter={chips.patron} size={size} />}
      <b>{sumOf(chips, money)}</b>
      <Marks chips={chips} money={money} />
    </span>
  );
}

/** Chips with their sum below, on their own spot. */
export function StandingPiece({ chips, size, money, unit }: PieceProps) {
  return (
    <span className="felt-piece felt-piece-standing" data-patron={chips.patron} data-state={chips.state} data-own={chips.own}>
      <Stack amount={chips.stake / unit} size={size} />
      <b>{sumOf(chips, money)}</b>
      <Marks chips={chips} money={money} />
    </span>
  );
}

type CoinProps = Omit<PieceProps, "size"> & { lettered: boolean; marked?: boolean };

/** Chips as a coin in the colour of the largest chip, with the sum on it: for spots with little room. */
export function Coin({ chips, lettered, marked = true, money, unit }: CoinProps) {
  const { face, ink, edge } = largestWithin(chips.stake / unit);
  const colours = lettered || chips.state === "waiting" ? undefined : { background: face, color: ink, borderColor: edge };
  return (
    <span className="felt-coin" data-patron={chips.patron} data-state={chips.state} data-lettered={lettered} style={colours}>
      {lettered && `${chips.patron} `}
      {sumOf(chips, money)}
      {marked && <Marks chips={chips} money={money} />}
    </span>
  );
}

/** A coin and its marks side by side, where there is room on the felt and not on the coin. */
export function CoinWithMarks({ chips, ...purse }: Omit<PieceProps, "size">) {
  return (
    <>
      <span className="felt-coin-line">
        <Coin chips={chips} lettered={!chips.own} marked={false} {...purse} />
      </span>
      <Marks chips={chips} money={purse.money} />
    </>
  );
}

export function More({ count }: { count: number }) {
  return <span className="felt-more">{t("felt.chips.more", { count })}</span>;
}
