/** Everything that the parts of the page show, worked out once for every change of the table. */
import { useMemo } from "react";
import type { AmountRange, Input, Rules, TableNow, View } from "../api/types";
import type { Result } from "../felt/model";
import { amount, t } from "../text";
import { trayChips, wholeUnit, type TrayChip } from "./chips";
import { handWords } from "./hand-words";
import { lettersOf } from "./letters";
import type { LiveState, LiveTable } from "./live";
import { namesOf, plain, type Names } from "./names";
import { betAt, boxOf, firstQuestion, isYours, offersFor, yourLetter, type Offers, type Question } from "./offers";
import { gained, type RoundState, type ToldLine, type Total } from "./round";
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
  /** The least that plays a round: of every wager that nobody plays without. */
  leastRound: number;
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
  const { pending, refused, collected } = state;
  const spots = useMemo(
    () => spotsOf({ now, offers, pending, refused, collected, names, money }),
    [now, offers, pending, refused, collected, names, money],
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
    leastRound: now.needed.reduce((sum, wager) => sum + (postedLimits(rules, wager)?.min ?? 0), 0),
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
  /** Hand and how it ended for each patron who had wagers on it, you first. */
  results: Record<string, Result[]>;
}

/**
 * The view with its totals. The last cards of a round may be laid, settled and taken up in one moment, which nobody could
 * see: they stay to be looked at until you bet again, somebody else takes their box, or the next cards come.
 */
export function shownOf(model: TableModel): Shown {
  const { now, state, you } = model;
  const { view } = now;
  const { before, totals, lines } = state.round;
  const results = resultsOf(model);
  const bets = view.wagers.some(({ patron }) => patron === you) || state.pending.length > 0;
  const over = view.cards.every(({ place }) => place === RACK) && !bets && before.round === view.round - 1;
  if (!over) {
    const named = Object.fromEntries(view.hands.map((hand) => [hand.place, handWords(hand)]));
    return { view: marked(model), totals: { ...totalWords(totals), ...named }, results: lines.length > 0 ? results : {} };
  }
  const taken = new Set(view.wagers.map(({ spot }) => boxOf(spot)).filter((box) => box > 0));
  const left = before.cards.filter(({ place }) => !taken.has(boxOf(place)));
  const called = Object.entries(before.totals).filter(([place]) => !taken.has(boxOf(place)));
  return { view: { ...view, cards: [...view.cards, ...left] }, totals: totalWords(Object.fromEntries(called)), results };
}

/** The view with a mark on the cards that make your hand, where some are there that do not. */
function marked({ now: { view }, question, you }: TableModel): View {
  const yours = view.wagers.filter(({ patron }) => patron === you).map(({ spot }) => spot);
  const hand = view.hands.find(({ place }) => place === (question?.hand ?? yours[0]));
  if (!hand || "total" in hand.is) return view;
  const there = view.cards.filter(({ place }) => place === hand.place || place === BOARD).flatMap(({ cards }) => cards);
  const made = new Set(hand.cards);
  if (there.every(({ draw }) => made.has(draw))) return view;
  const cards = view.cards.map((one) => ({ ...one, cards: one.cards.map((card) => ({ ...card, made: made.has(card.draw) })) }));
  return { ...view, cards };
}

const BOARD = "board";
const RACK = "rack";

function totalWords(totals: RoundState["totals"]): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([place, total]) => [place, totalWord(total)]));
}

export function totalWord(total: Total): string {
  if ("called" in total) return plain(total.called);
  return total.soft ? t("table.total.soft", { value: total.value }) : String(total.value);
}

/** What the lines of a hand come to for each patron, in a word and a figure. */
function resultsOf({ state, offers, money }: TableModel): Record<string, Result[]> {
  return Object.fromEntries(
    Object.entries(state.round.results).map(([hand, lines]) => {
      const owners = [...new Set(lines.map(ownerOf))];
      // A box that one patron has says whose it is.
      const alone = owners.length === 1 && boxOf(hand) > 0;
      const results = owners.map((owner) => resultOf(lines.filter((told) => ownerOf(told) === owner), alone, offers, money));
      return [hand, results.sort((one, other) => Number(other.own) - Number(one.own))];
    }),
  );

  /** A letter is one person's until somebody else takes the place. */
  function ownerOf({ line, unit }: ToldLine): string {
    return isYours(offers, line.patron, unit) ? "" : line.patron;
  }
}

function resultOf(lines: ToldLine[], alone: boolean, offers: Offers, money: (minor: number) => string): Result {
  const [first] = lines as [ToldLine, ...ToldLine[]];
  const { patron } = first.line;
  const own = isYours(offers, patron, first.unit);
  const sum = lines.reduce((total, { line }) => total + gained(line), 0);
  const kind = sum > 0 ? "win" : sum < 0 ? "lose" : evenKind(lines);
  const amount = money(Math.abs(sum));
  if (own) return { kind, own, text: t(`table.result.you.${kind}`, { amount }) };
  return { kind, own, text: alone ? t(`table.result.box.${kind}`, { amount }) : t(`table.result.who.${kind}`, { who: patron, amount }) };
}

/** Nothing won and nothing lost may be several things. */
function evenKind(lines: ToldLine[]): "push" | "withdrawn" | "returned" | "even" {
  const ended = lines.filter(({ line }) => line.outcome !== null);
  if (ended.length === 0) return "even";
  if (ended.every(({ withdrawn }) => withdrawn)) return "withdrawn";
  if (ended.every(({ line }) => line.outcome === "returned")) return "returned";
  return ended.every(({ line }) => line.outcome === "pushes" || line.outcome === "returned") ? "push" : "even";
}
