/** The data for all parts of the page, computed once per change of the table. */
import { useMemo } from "react";
import type { AmountRange, Input, Rules, TableNow, View } from "../api/types";
import type { Coup, Result } from "../felt/model";
import { amount, cash, t } from "../text";
import { trayChips, wholeUnit, type TrayChip } from "./chips";
import { calledWords, handWords, lowWords } from "./hand-words";
import { lettersOf } from "./letters";
import type { LiveState, LiveTable } from "./live";
import { namesOf, type Names } from "./names";
import { betAt, boxOf, firstQuestion, isYours, offersFor, yourLetter, type Offers, type Question } from "./offers";
import { gained, pastOf, type PastRound, type RoundState, type ToldLine, type Total } from "./round";
import { SET_KEYS, setName } from "./set-keys";
import { spotsOf, type Spots } from "./spots";

export interface TableModel {
  live: LiveTable;
  state: LiveState;
  now: TableNow;
  rules: Rules;
  names: Names;
  letters: Map<string, string>;
  you: string | null;
  /** You have chips here, in front of you or on the layout. A place without any is kept for you for a while. */
  seated: boolean;
  offers: Offers;
  /** The decision that comes first, required or optional. */
  question: Question | null;
  spots: Spots;
  chips: TrayChip[];
  /** The posted limits of the required wager. */
  limits: AmountRange | null;
  /** The part of them that is still open to you. */
  mainRange: AmountRange | null;
  /** The minimum of a round: of all required wagers. */
  leastRound: number;
  /** The number of minor units in one major unit. */
  unit: number;
  /** An amount without its currency, as on chips. */
  money(minor: number): string;
  /** An amount as written in sentences. */
  cash(minor: number): string;
  /** Sends a command based on this model. */
  give(input: Input): void;
}

export function useTableModel(live: LiveTable, state: LiveState, now: TableNow, rules: Rules): TableModel {
  const { step = null } = now.view.due;
  const names = useMemo(() => namesOf(rules, step), [rules, step]);
  const letters = useMemo(() => lettersFor(rules), [rules]);
  const { currency } = now.view;
  const money = useMemo(() => (minor: number) => amount(minor, currency), [currency]);
  const sum = useMemo(() => (minor: number) => cash(minor, currency), [currency]);
  const ranges = useMemo(() => rangesOf(rules), [rules]);
  const chips = useMemo(() => trayChips(ranges, currency), [ranges, currency]);
  const offers = useMemo(() => offersFor(now, yourLetter(now)), [now]);
  const { pending, refused, collected } = state;
  const spots = useMemo(
    () => spotsOf({ now, offers, pending, refused, collected, names, money: sum }),
    [now, offers, pending, refused, collected, names, sum],
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
    cash: sum,
    give: (input) => live.give(input, now),
  };
}

/** Keys of choices, and of the actions for a hand set in two. */
function lettersFor(rules: Rules): Map<string, string> {
  const own = rules.layout.kind === SET_HANDS ? Object.values(SET_KEYS) : [];
  const nameOf = namesOf(rules).choice;
  return lettersOf([...own, ...rules.choices.map(({ choice }) => choice)], (choice) => setName(choice) ?? nameOf(choice));
}

/** Tables where patrons set their cards in two hands. */
const SET_HANDS = "set-hands";

/** A patron's debt at the table: it is set aside, and neither staked nor taken away. */
export function owedBy({ owed = [] }: View, patron: string): number {
  return owed.find((one) => one.patron === patron)?.amount ?? 0;
}

function rangesOf(rules: Rules): AmountRange[] {
  return (rules.in_force?.limits ?? []).map(({ min, max, step }) => ({ min, max, step }));
}

function postedLimits(rules: Rules, wager: string): AmountRange | null {
  const posted = rules.in_force?.limits ?? [];
  return posted.find((limits) => limits.wager === wager) ?? posted[0] ?? null;
}

/** The cards on the felt. */
export interface Shown {
  view: View;
  /** The name of the hand at each place. */
  totals: Record<string, string>;
  /** The result of each hand for each patron with wagers on it, you first. */
  results: Record<string, Result[]>;
  /** The result of the hands on the layout, if all bet on them. */
  came: Coup | null;
}

/**
 * The round of the last cards on the layout, which are taken up now. Some games open the next round immediately, others
 * with its first event.
 */
function lastOf({ now: { view }, state }: TableModel): PastRound | null {
  const { round } = state;
  if (view.cards.some(({ place }) => place !== RACK) || (view.dice ?? []).length > 0) return null;
  if (round.round === view.round && (Object.keys(round.cards).length > 0 || round.cups.length > 0)) return pastOf(round);
  return round.before.round === view.round - 1 ? round.before : null;
}

/**
 * The view with its totals. The last cards of a round may be laid, settled and taken up in one moment, too fast to see:
 * they stay visible until you bet again, another patron takes their box, or the next cards come.
 */
export function shownOf(model: TableModel): Shown {
  const { now, state, you } = model;
  const { view } = now;
  const { totals, lines } = state.round;
  const results = resultsOf(model);
  const cameIn = (round: number | null) => state.round.coups.find((coup) => coup.round === round) ?? null;
  const bets = view.wagers.some(({ patron }) => patron === you) || state.pending.length > 0;
  const last = lastOf(model);
  if (!last || bets) {
    const cups = (view.dice ?? []).map(({ place, value }) => [place, String(value)] as const);
    const named = Object.fromEntries([...cups, ...view.hands.map((hand) => [hand.place, isLow(model, hand.place) ? lowWords(hand) : handWords(hand)] as const)]);
    // The announcements and results of cards that are taken up go with them.
    const isOver = last?.round === view.round;
    const called = isOver ? {} : totalWords(totals);
    return { view: marked(model), totals: { ...called, ...named }, results: lines.length > 0 ? results : {}, came: isOver ? null : cameIn(view.round) };
  }
  const taken = new Set(view.wagers.map(({ spot }) => boxOf(spot)).filter((box) => box > 0));
  const left = last.cards.filter(({ place }) => !taken.has(boxOf(place)));
  const called = Object.entries(last.totals).filter(([place]) => !taken.has(boxOf(place)));
  // The count of the dice is in the totals.
  const dice = last.cups.map((cup) => ({ ...cup, value: 0 }));
  return { view: { ...view, cards: [...view.cards, ...left], dice }, totals: totalWords(Object.fromEntries(called)), results, came: cameIn(last.round) };
}

/** Whether a place has the low hand of cards that are set in two. */
function isLow({ rules }: TableModel, place: string): boolean {
  return rules.layout.kind === SET_HANDS && (place === "dealer-low" || place.endsWith(".2"));
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

export function totalWords(totals: RoundState["totals"]): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([place, total]) => [place, totalWord(total)]));
}

export function totalWord(total: Total): string {
  if ("called" in total) return calledWords(total);
  return total.soft ? t("table.total.soft", { value: total.value }) : String(total.value);
}

function resultsOf({ state, offers, cash: money }: TableModel): Record<string, Result[]> {
  // A letter belongs to one person until another takes the place.
  return resultsBy(state.round.results, ({ line, unit }) => isYours(offers, line.patron, unit), money);
}

/** The total of a hand's lines for each patron, in a word and a figure. */
export function resultsBy(all: RoundState["results"], isOwn: (told: ToldLine) => boolean, money: (minor: number) => string): Record<string, Result[]> {
  const ownerOf = (told: ToldLine) => (isOwn(told) ? "" : told.line.patron);
  return Object.fromEntries(
    Object.entries(all).map(([hand, lines]) => {
      const owners = [...new Set(lines.map(ownerOf))];
      // The box of a single patron shows its owner.
      const alone = owners.length === 1 && boxOf(hand) > 0;
      const results = owners.map((owner) => resultOf(lines.filter((told) => ownerOf(told) === owner), alone, owner === "", money));
      return [hand, results.sort((one, other) => Number(other.own) - Number(one.own))];
    }),
  );
}

/** Your total result of the last cards or the last roll; null if none of your wagers ended. */
export function ownResult({ state, offers, cash }: TableModel): (Result & { lines: ToldLine[] }) | null {
  const lines = Object.values(state.round.results).flat().filter(({ line, unit }) => isYours(offers, line.patron, unit));
  return lines.length > 0 ? { ...resultOf(lines, true, true, cash), lines } : null;
}

function resultOf(lines: ToldLine[], alone: boolean, own: boolean, money: (minor: number) => string): Result {
  const [first] = lines as [ToldLine, ...ToldLine[]];
  const { patron } = first.line;
  const sum = lines.reduce((total, { line }) => total + gained(line), 0);
  const kind = sum > 0 ? "win" : sum < 0 ? "lose" : evenKind(lines);
  const amount = money(Math.abs(sum));
  if (own) return { kind, own, text: t(`table.result.you.${kind}`, { amount }) };
  return { kind, own, text: alone ? t(`table.result.box.${kind}`, { amount }) : t(`table.result.who.${kind}`, { who: patron, amount }) };
}

/** A net result of zero can have several reasons. */
function evenKind(lines: ToldLine[]): "push" | "withdrawn" | "returned" | "even" {
  const ended = lines.filter(({ line }) => line.outcome !== null);
  if (ended.length === 0) return "even";
  if (ended.every(({ withdrawn }) => withdrawn)) return "withdrawn";
  if (ended.every(({ line }) => line.outcome === "returned")) return "returned";
  return ended.every(({ line }) => line.outcome === "pushes" || line.outcome === "returned") ? "push" : "even";
}
