/**
 * What you may do now, looked up by where you would do it.
 *
 * The house folds alike offers: one of a family names several wagers (`targets`), one of free boxes several boxes
 * (`also-on`). Here they are laid out again, so that a spot of the felt finds its offer by one look.
 */
import type { AmountRange, Await, Awaited, Input, TableNow } from "../api/types";

export interface BetOffer {
  box: number;
  wager: string;
  range: AmountRange;
  rule: string;
  forDealers: boolean;
  /** Offered to your letter only, not to any patron. */
  yours: boolean;
}

export interface CallOffer {
  box: number;
  wager: string;
  on: boolean;
  rule: string;
}

export interface ChoiceOffer {
  hand: string;
  choice: string;
  range: AmountRange | null;
  rule: string;
  isDefault: boolean;
}

/** A hand with an optional or required decision of yours. */
export interface Question {
  hand: string;
  /** The round waits for this decision; otherwise it is optional. */
  asked: boolean;
  choices: ChoiceOffer[];
  /** The cards may be cut, by this rule. */
  cut: string | null;
  /** The hand is to be set in two, by this rule. */
  pick: string | null;
}

export interface Offers {
  you: string | null;
  /** The unit since which you have your place: earlier events concern another person. */
  since: number;
  /** Bets by wager, for a fast lookup: a felt of a hundred spots queries each of them at every change. */
  bets: Map<string, BetOffer[]>;
  takeBacks: { box: number; wager: string; rule: string }[];
  calls: CallOffer[];
  questions: Question[];
  /** Boxes on which you have a wager, or that are offered only to you. */
  ownBoxes: number[];
}

const ANYBODY = "any patron";
/** The hand of a decision about the whole table: a cut. */
const WHOLE_TABLE = "0";

/** The box of a hand: "3.2" lies on box 3. */
export function boxOf(hand: string): number {
  return Number.parseInt(hand, 10) || 0;
}

export function yourLetter(now: TableNow): string | null {
  return now.seats.find((seat) => seat.you)?.patron ?? null;
}

/** Whether an event of a patron is yours: with your letter, and after you took the place. */
export function isYours({ you, since }: Offers, patron: string, unit: number): boolean {
  return patron === you && unit >= since;
}

export function offersFor(now: TableNow, you: string | null): Offers {
  const mine = you === null ? [] : now.view.awaits.filter((offer) => offer.by === you || offer.by === ANYBODY);
  // The game offers a free box to everyone; a kept box is free only for its patron.
  const kept = new Set(now.places.filter((place) => !place.you).map(({ box }) => box));
  const bets = mine.flatMap((offer) => betsOf(offer, you)).filter(({ box, yours }) => yours || !kept.has(box));
  return {
    you,
    since: now.seats.find((seat) => seat.you)?.since ?? 0,
    bets: grouped(bets),
    takeBacks: mine.flatMap((offer) => {
      const at = asked(offer)["take-back"];
      return at ? [{ ...at, rule: offer.rule }] : [];
    }),
    calls: mine.flatMap((offer) => {
      const call = asked(offer).work;
      return call ? [{ ...call, rule: offer.rule }] : [];
    }),
    questions: questionsOf(mine, now),
    ownBoxes: ownBoxes(now, you, bets),
  };
}

function grouped(bets: BetOffer[]): Map<string, BetOffer[]> {
  const byWager = new Map<string, BetOffer[]>();
  for (const bet of bets) {
    const alike = byWager.get(bet.wager);
    if (alike) alike.push(bet);
    else byWager.set(bet.wager, [bet]);
  }
  return byWager;
}

type Told = Exclude<Awaited, string>;
type NameOf<Union> = Union extends unknown ? keyof Union : never;
/** An awaited action, with all its possible fields optional. */
type Asked = { [Name in NameOf<Told>]?: Extract<Told, Record<Name, unknown>>[Name] };

function asked(offer: Await): Asked {
  return typeof offer.what === "string" ? {} : offer.what;
}

function betsOf(offer: Await, you: string | null): BetOffer[] {
  const bet = asked(offer).bet;
  if (!bet || !offer.amount) return [];
  const { amount: range, rule } = offer;
  const wagers = bet.targets?.length ? bet.targets : [bet.wager];
  const boxes = [bet.box, ...(offer["also-on"] ?? [])];
  const forDealers = bet["for-dealers"] === true;
  return boxes.flatMap((box) => wagers.map((wager) => ({ box, wager, range, rule, forDealers, yours: offer.by === you })));
}

function questionsOf(mine: Await[], now: TableNow): Question[] {
  const byHand = new Map<string, Question>();
  const at = (hand: string): Question => {
    const known = byHand.get(hand) ?? { hand, asked: false, choices: [], cut: null, pick: null };
    byHand.set(hand, known);
    return known;
  };
  for (const offer of mine) {
    const { choose, pick } = asked(offer);
    const isCut = offer.what === "cut";
    if (!isCut && !pick && !choose?.choice) continue;
    const question = at(pick?.hand ?? choose?.hand ?? WHOLE_TABLE);
    question.asked ||= offer.due;
    if (choose?.choice) question.choices.push(choiceOf(offer, choose.hand, choose.choice));
    if (isCut) question.cut = offer.rule;
    if (pick) question.pick = offer.rule;
  }
  return [...byHand.values()].sort((one, other) => rank(other, now) - rank(one, now));
}

/**
 * The hand that the house asks about comes first, then one to be set, then the others that the round waits for. If two
 * hands are set one after the other, the second may be surrendered meanwhile, so it is not the one in question.
 */
function rank(question: Question, now: TableNow): number {
  return (question.asked ? 1 : 0) + (question.pick ? 2 : 0) + (now.view.due.hand === question.hand ? 4 : 0);
}

function choiceOf(offer: Await, hand: string, choice: string): ChoiceOffer {
  return { hand, choice, range: offer.amount, rule: offer.rule, isDefault: offer.default };
}

function ownBoxes(now: TableNow, you: string | null, bets: BetOffer[]): number[] {
  const laid = now.view.wagers.filter((wager) => wager.patron === you).map((wager) => boxOf(wager.spot));
  const offered = bets.filter((bet) => bet.yours).map((bet) => bet.box);
  const kept = now.places.filter((place) => place.you).map(({ box }) => box);
  return [...new Set([...laid, ...offered, ...kept])].sort((one, other) => one - other);
}

/** The question to you, or otherwise one that you may answer; null if there is none. */
export function firstQuestion(offers: Offers): Question | null {
  return offers.questions[0] ?? null;
}

/**
 * The offer of a bet at a spot. In a layout without boxes, box 0 stands for your own place if you have one, otherwise
 * for the first free one.
 */
export function betAt(offers: Offers, box: number, wager: string, forDealers = false): BetOffer | null {
  const alike = (offers.bets.get(wager) ?? []).filter((bet) => bet.forDealers === forDealers);
  const exact = alike.find((bet) => bet.box === box);
  if (exact || box !== 0) return exact ?? null;
  return alike.find((bet) => bet.yours) ?? alike[0] ?? null;
}

export function takeBackAt(offers: Offers, box: number, wager: string): { box: number; wager: string; rule: string } | null {
  return offers.takeBacks.find((one) => one.wager === wager && (box === 0 || one.box === box)) ?? null;
}

export function callsAt(offers: Offers, box: number, wager: string): CallOffer[] {
  return offers.calls.filter((one) => one.wager === wager && (box === 0 || one.box === box));
}

/** Whether a range accepts an amount: a multiple of the step, or the maximum. */
export function allows(range: AmountRange, amount: number): boolean {
  return amount === range.max || (amount >= range.min && amount < range.max && amount % range.step === 0);
}

/** The allowed amounts nearest to a requested one, the lower one first; only the requested one if it is allowed. */
export function nearestTo(range: AmountRange, wanted: number): number[] {
  const step = Math.max(range.step, 1);
  const below = wanted >= range.max ? range.max : Math.floor(wanted / step) * step;
  const above = Math.min(Math.ceil(Math.max(wanted, range.min) / step) * step, range.max);
  return [...new Set([below, above])].filter((amount) => allows(range, amount));
}

/** The minimum of a range. */
export function leastOf(range: AmountRange): number {
  return nearestTo(range, range.min)[0] ?? range.max;
}

/** One step up or down within a range; the amount stays at its ends. */
export function stepped(range: AmountRange, amount: number, by: 1 | -1): number {
  const step = Math.max(range.step, 1);
  const next = by > 0 ? Math.floor(amount / step) * step + step : Math.ceil(amount / step) * step - step;
  return Math.min(Math.max(next, range.min), range.max);
}

/** The command of a bet. */
export function betOf(patron: string, { box, wager, forDealers }: Pick<BetOffer, "box" | "wager" | "forDealers">, stake: number): Input {
  const bet = { patron, box, wager, stake };
  return { bet: forDealers ? { ...bet, beneficiary: "dealers" } : bet };
}
