/** The chips of every spot: placed, pending, not yet bets, and the last refused ones. */
import type { AmountRange, TableNow, WagerView } from "../api/types";
import type { Chips, SpotState } from "../felt/model";
import { t } from "../text";
import { wantedOf, worth, type Pile } from "./collecting";
import type { Names } from "./names";
import { betAt, type Offers } from "./offers";
import { stakeOf, type Pending, type Refused } from "./queue";

export interface OnTable {
  now: TableNow;
  offers: Offers;
  pending: readonly Pending[];
  refused: Refused | null;
  collected: readonly Pile[];
  names: Names;
  money(minor: number): string;
}

export interface Spots {
  spot(box: number, wager: string): SpotState;
  chipsOn(hand: string): Chips[];
}

export function spotsOf(table: OnTable): Spots {
  const byHand = new Map<string, Chips[]>();
  for (const { spot, chips } of [...laid(table), ...onTheirWay(table), ...waiting(table)]) {
    byHand.set(spot, withChips(byHand.get(spot) ?? [], chips));
  }
  const everywhere = [...byHand.values()].flat();
  return {
    chipsOn: (hand) => byHand.get(hand) ?? [],
    spot: (box, wager) => {
      const offer = betAt(table.offers, box, wager);
      const there = box === 0 ? everywhere : (byHand.get(String(box)) ?? []);
      const chips = there.filter((one) => one.wager === wager);
      return { offered: offer !== null, label: label(table, box, wager, offer?.range ?? null), chips };
    },
  };
}

/**
 * One patron's chips of one wager form one pile: pending chips are on top of placed ones; refused chips, and chips that
 * are not a bet yet, are separate.
 */
function withChips(there: Chips[], chips: Chips): Chips[] {
  if (chips.state === "waiting") return [...there, chips];
  const at = there.findIndex((one) => one.patron === chips.patron && one.wager === chips.wager);
  const below = there[at];
  if (!below) return [...there, chips];
  if (chips.state === "refused") return there;
  const pile = { ...below, stake: below.stake + chips.stake, state: chips.state };
  return there.map((one, index) => (index === at ? pile : one));
}

interface AtSpot {
  spot: string;
  chips: Chips;
}

/** The chips on the layout. Chips that you have taken back stay until the house has returned them. */
function laid({ now, offers, pending }: OnTable): AtSpot[] {
  const returning = pending.flatMap(({ input }) => stakeOf(input) ?? []).filter(({ amount }) => amount < 0);
  const isGoing = ({ patron, spot, wager }: WagerView) =>
    patron === offers.you && returning.some((one) => String(one.box) === spot && one.wager === wager);
  return now.view.wagers.flatMap((wager) => {
    const { patron, wager: kind, stake, lammer, working } = wager;
    if (stake <= 0 && lammer === 0) return [];
    const state: Chips["state"] = isGoing(wager) ? "pending" : "accepted";
    return [{ spot: wager.spot, chips: { patron, own: patron === offers.you, wager: kind, stake, lammer, working, state } }];
  });
}

function onTheirWay({ pending, refused, offers }: OnTable): AtSpot[] {
  const given = pending.map(({ input }) => ({ input, state: "pending" as const }));
  const all = refused ? [...given, { input: refused.input, state: "refused" as const }] : given;
  return all.flatMap(({ input, state }) => {
    const stake = stakeOf(input);
    if (!stake || stake.amount < 0) return [];
    const chips = { patron: offers.you ?? "", own: true, wager: stake.wager, stake: stake.amount, lammer: 0, working: true, state };
    return [{ spot: String(stake.box), chips }];
  });
}

/** Chips that are not a bet yet, with the amount that they must reach. */
function waiting({ collected, offers }: OnTable): AtSpot[] {
  return collected.flatMap((pile) => {
    const range = betAt(offers, pile.box, pile.wager, pile.forDealers)?.range;
    if (!range) return [];
    const stake = worth(pile);
    const { wager } = pile;
    const chips = { patron: offers.you ?? "", own: true, wager, stake, lammer: 0, working: true, state: "waiting" as const };
    return [{ spot: String(pile.box), chips: { ...chips, wanted: wantedOf(range, stake) } }];
  });
}

function label({ names, money }: OnTable, box: number, wager: string, range: AmountRange | null): string {
  const name = names.spot(wager);
  const where = box === 0 ? name : t("table.spot", { box, wager: name });
  return range ? t("table.spot.range", { spot: where, range: rangeWords(range, money) }) : where;
}

/** "5 to 100", "6 to 600 in steps of 6", "10". */
export function rangeWords(range: AmountRange, money: (minor: number) => string): string {
  if (range.min >= range.max) return money(range.max);
  const params = { min: money(range.min), max: money(range.max), step: money(range.step) };
  return range.step > 1 && range.step !== range.min ? t("table.range.step", params) : t("table.range", params);
}
