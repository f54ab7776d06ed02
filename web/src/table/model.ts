/** Everything that the parts of the page show, worked out once for every change of the table. */
import { useMemo } from "react";
import type { AmountRange, Input, Rules, TableNow, View } from "../api/types";
import type { Result } from "../felt/model";
import { amount, t } from "../text";
import { trayChips, wholeUnit, type TrayChip } from "./chips";
import { lettersOf } from "./letters";
import type { LiveState, LiveTable } from "./live";
import { namesOf, plain, type Names } from "./names";
import { betAt, firstQuestion, offersFor, yourLetter, type Offers, type Question } from "./offers";
import { gained, type RoundState, type Total } from "./round";
import { spotsOf, type Spots } from "./spots";

export interface TableModel {
  live: LiveTable;
  state: LiveState;
  now: TableNow;
  rules: Rules;
  names: Names;
  letters: Map<string, string>;
  you: string | null;
  /** You have chips here, before you or on the layout. A place without any is kept for you for a while. */
  seated: boolean;
  offers: Offers;
  /** What you may or must decide about first. */
  question: Question | null;
  spots: Spots;
  chips: TrayChip[];
  /** The posted limits of the wager that nobody plays without. */
  limits: AmountRange | null;
  /** What of them is still open to you. */
  mainRange: AmountRange | null;
  /** How many minor units make one whole. */
  unit: number;
  /** An amount without its currency, which the page names once. */
  money(minor: number): string;
  /** Sends what you want, by what this model shows. */
  give(input: Input): void;
}

export function useTableModel(live: LiveTable, state: LiveState, now: TableNow, rules: Rules): TableModel {
  const names = useMemo(() => namesOf(rules), [rules]);
  const letters = useMemo(() => lettersOf(rules.choices), [rules]);
  const { currency } = now.view;
  const money = useMemo(() => (minor: number) => amount(minor, currency), [currency]);
  const ranges = useMemo(() => rangesOf(rules), [rules]);
  const chips = useMemo(() => trayChips(ranges, currency), [ranges, currency]);
  const offers = useMemo(() => offersFor(now, yourLetter(now)), [now]);
  const { pending, refused } = state;
  const spots = useMemo(
    () => spotsOf({ now, offers, pending, refused, names, money }),
    [now, offers, pending, refused, names, money],
  );
  const [needed = ""] = now.needed;
  const limits = useMemo(() => postedLimits(rules, needed), [rules, needed]);
  return {
    live,
    state,
    now,
    rules,
    names,
    letters,
    you: offers.you,
    seated: now.seats.some(({ you, stack, staked }) => you && stack + staked > 0),
    offers,
    question: firstQuestion(offers),
    spots,
    chips,
    limits,
    mainRange: betAt(offers, 0, needed)?.range ?? limits,
    unit: wholeUnit(currency),
    money,
    give: (input) => live.give(input, now),
  };
}

function rangesOf(rules: Rules): AmountRange[] {
  return (rules.in_force?.limits ?? []).map(({ min, max, step }) => ({ min, max, step }));
}

function postedLimits(rules: Rules, wager: string): AmountRange | null {
  const posted = rules.in_force?.limits ?? [];
  return posted.find((limits) => limits.wager === wager) ?? posted[0] ?? null;
}

/** What the felt shows of the cards. */
export interface Shown {
  view: View;
  /** Place and what the hand there is called. */
  totals: Record<string, string>;
  /** Hand and how it ended. */
  results: Record<string, Result>;
}

/**
 * The view with its totals. The last cards of a round may be laid, settled and taken up in one moment, which nobody could
 * see: they stay to be looked at until you bet again or the next cards come.
 */
export function shownOf({ now, state, you, money }: TableModel): Shown {
  const { view } = now;
  const { before, totals, lines } = state.round;
  const results = resultWords(state.round.results, money);
  const bets = view.wagers.some(({ patron }) => patron === you) || state.pending.length > 0;
  const over = view.cards.every(({ place }) => place === RACK) && !bets && before.round === view.round - 1;
  if (!over) return { view, totals: totalWords(totals), results: lines.length > 0 ? results : {} };
  return { view: { ...view, cards: [...view.cards, ...before.cards] }, totals: totalWords(before.totals), results };
}

const RACK = "rack";

function totalWords(totals: RoundState["totals"]): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([place, total]) => [place, totalWord(total)]));
}

export function totalWord(total: Total): string {
  if ("called" in total) return plain(total.called);
  return total.soft ? t("table.total.soft", { value: total.value }) : String(total.value);
}

/** What all lines of a hand come to, in a word and a figure. */
function resultWords(results: RoundState["results"], money: (minor: number) => string): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(results).map(([hand, lines]) => {
      const sum = lines.reduce((total, line) => total + gained(line), 0);
      const kind = sum > 0 ? "win" : sum < 0 ? "lose" : "push";
      return [hand, { kind, text: t(`table.result.${kind}`, { amount: money(Math.abs(sum)) }) }];
    }),
  );
}
