/** The events of a table, unit by unit, reduced to the state that a page shows of the round. */
import type { Coup } from "../felt/model";
import { calledRanks, type Ranks } from "./called-ranks";
import { withCoup } from "./coups";
import { boxOf } from "./offers";
import type { CupView, Line, PlaceView, TableEvent, UnitFrame } from "../api/types";

/** A settlement line. */
export interface ToldLine {
  /** Unit and position in it: a line's own number starts at 1 in every round. */
  id: string;
  unit: number;
  line: Line;
  /** The patron took the wager back by a decision about the hand, so it has no result. */
  withdrawn: boolean;
  /** The patron's hand, and the dealer's or the bank's, when it was settled; absent if not announced. */
  hands: Hands;
}

interface Hands extends Compared {
  /** The low hands, where cards are set in two. */
  low?: Compared;
  /** Compared with the hands of a patron's bank. */
  bank?: boolean;
}

interface Compared {
  own: Total | null;
  dealer: Total | null;
}

/** A stake put on the layout by a bet, not by a decision about cards. */
export interface PlacedBet {
  unit: number;
  number: number;
  patron: string;
  box: number;
  wager: string;
  amount: number;
  forDealers: boolean;
  /** It has left the layout: it can be bet again and not taken back. */
  gone: boolean;
}

/** Money from or to a patron's chips. */
export interface MoneyMove {
  id: string;
  unit: number;
  patron: string;
  kind: "staked" | "taken-back" | "settled" | "withdrawn";
  wager: string;
  hand: string;
  amount: number;
}

export type Total = { value: number; soft: boolean } | ({ called: string } & Partial<Ranks>);

/** An irregularity worth a sentence: what happened, its remedy, a ruling. */
export interface Sentence {
  id: string;
  unit: number;
  round: number | null;
  event: TableEvent;
}

/** An open cup of dice. */
export type Cup = Pick<CupView, "place" | "dice">;

interface LaidCard {
  place: string;
  face: string;
}

export interface PastRound {
  round: number | null;
  lines: ToldLine[];
  moves: MoneyMove[];
  bets: PlacedBet[];
  /** The table at the settlement of the round: one unit may lay the last cards, settle and take up all cards. */
  cards: PlaceView[];
  /** The cups that were open then. */
  cups: Cup[];
  totals: Record<string, Total>;
}

export interface RoundState {
  /** The last included unit; 0 before the first. */
  seq: number;
  /** The unit after which it begins: earlier units are excluded. */
  since: number;
  round: number | null;
  lines: ToldLine[];
  moves: MoneyMove[];
  bets: PlacedBet[];
  /** The previous round, kept while this one has nothing to show, and for rebets. */
  before: PastRound;
  totals: Record<string, Total>;
  /** The cards by number, in their positions before they were taken up at the end. */
  cards: Record<string, LaidCard>;
  /** The lines of each hand's last round, of all patrons with wagers on it. */
  results: Record<string, ToldLine[]>;
  /** The opened cups of this round, and the number of cups opened since the page knows the table. */
  cups: Cup[];
  opened: number;
  dice: number[] | null;
  rolls: number[][];
  /** The wheel's results, the latest first. */
  spins: string[];
  /** The result of each round of this shoe, at tables with two hands that all bet on. */
  coups: Coup[];
  /** The shuffle of this shoe is included, so no round of it is missing. */
  wholeShoe: boolean;
  /** The round is void. */
  isVoid: boolean;
  sentences: Sentence[];
}

/** The number of rolls and sentences that are kept. */
const MOST_ROLLS = 12;
const MOST_SENTENCES = 20;

export const NO_ROUND: RoundState = {
  seq: 0,
  since: 0,
  round: null,
  lines: [],
  moves: [],
  bets: [],
  before: { round: null, lines: [], moves: [], bets: [], cards: [], cups: [], totals: {} },
  totals: {},
  cards: {},
  results: {},
  cups: [],
  opened: 0,
  dice: null,
  rolls: [],
  spins: [],
  coups: [],
  wholeShoe: false,
  isVoid: false,
  sentences: [],
};

/** The state after one more unit. Known units change nothing. */
export function afterUnit(state: RoundState, unit: UnitFrame): RoundState {
  if (unit.seq <= state.seq) return state;
  const told = new Set((unit.told ?? []).map(({ event }) => event));
  const kinds = new Set(unit.events.map(kindOf));
  const about = { unit: unit.seq, decided: kinds.has("chosen"), ends: kinds.has("round-ended") };
  let next: RoundState = { ...state, seq: unit.seq };
  let chooser: Chooser | null = null;
  unit.events.forEach((event, index) => {
    chooser = chooserAfter(chooser, event);
    next = afterEvent(next, event, { ...about, chooser, id: `${unit.seq}.${index}`, isTold: told.has(index) });
  });
  return next;
}

export function afterUnits(state: RoundState, units: readonly UnitFrame[]): RoundState {
  return units.reduce(afterUnit, state);
}

interface Chooser {
  patron: string;
  hand: string;
}

/** The patron whose decision is being executed: until an event other than a settlement. */
function chooserAfter(before: Chooser | null, event: TableEvent): Chooser | null {
  const kind = kindOf(event);
  if (kind === "chosen") return payload(event, kind) as Chooser;
  return kind === "settled" ? before : null;
}

interface About {
  id: string;
  unit: number;
  /** The house sent a sentence for it, so it is worth showing. */
  isTold: boolean;
  /** The unit executes a decision: stakes in it are not separate bets. */
  decided: boolean;
  /** The unit ends the round: cards that it takes up stay visible. */
  ends: boolean;
  /** The patron whose decision this event begins to execute. */
  chooser: Chooser | null;
}

interface Staked {
  number: number;
  patron: string;
  hand: string;
  wager: string;
  stake?: number;
  added?: number;
  beneficiary?: string;
}

interface TakenBack {
  number: number;
  patron: string;
  wager: string;
  stake: number;
}

type Reducer = (state: RoundState, payload: never, about: About) => RoundState;

const REDUCERS: Record<string, Reducer> = {
  "round-opened": (state, { round }: { round: number }) => opened(state, round),
  "round-reopened": reopened,
  "wager-placed": staked,
  "stake-added": staked,
  "wager-taken-back": takenBack,
  "card-laid": laid,
  "card-turned": turned,
  "card-moved": moved,
  announced,
  collected,
  rolled,
  "rolled-three": cupOpened,
  spun,
  "wheel-stopped": spun,
  settled,
};

function afterEvent(state: RoundState, event: TableEvent, about: About): RoundState {
  const kind = kindOf(event);
  const reducer = REDUCERS[kind];
  // Events that are shown elsewhere on the page are not repeated.
  const next = withCoup(reducer ? reducer(state, payload(event, kind) as never, about) : state, event.what);
  if (!about.isTold || reducer) return next;
  const { id, unit } = about;
  const sentence = { id, unit, round: state.round, event };
  return { ...next, sentences: [...next.sentences, sentence].slice(-MOST_SENTENCES) };
}

export function kindOf(event: TableEvent): string {
  return typeof event.what === "string" ? event.what : (Object.keys(event.what)[0] ?? "");
}

function payload(event: TableEvent, kind: string): unknown {
  return typeof event.what === "string" ? null : ((event.what as Record<string, unknown>)[kind] ?? null);
}

function opened(state: RoundState, round: number): RoundState {
  return { ...state, round, before: pastOf(state), lines: [], moves: [], bets: [], totals: {}, cards: {}, cups: [] };
}

/** The round at its settlement. */
export function pastOf({ round, lines, moves, bets, totals, cards, cups }: RoundState): PastRound {
  return { round, lines, moves, bets, totals, cups, cards: byPlace(cards) };
}

function byPlace(cards: RoundState["cards"]): PlaceView[] {
  const places = new Map<string, PlaceView>();
  for (const [draw, { place, face }] of Object.entries(cards)) {
    const there = places.get(place) ?? { place, cards: [] };
    places.set(place, { place, cards: [...there.cards, { draw: Number(draw), face }] });
  }
  return [...places.values()];
}

/** The first card of a round removes the last results from the felt. */
function laid(state: RoundState, { draw, place, face }: LaidCard & { draw: number }): RoundState {
  const results = Object.keys(state.cards).length === 0 ? {} : state.results;
  const totals = without(state.totals, place);
  return { ...state, results, totals, cards: { ...state.cards, [draw]: { place, face } } };
}

/** An announcement about a hand is valid for its cards at that time. */
function without(totals: RoundState["totals"], place: string): RoundState["totals"] {
  const { [place]: _, ...rest } = totals;
  return rest;
}

function turned(state: RoundState, { draw, place, face }: LaidCard & { draw: number }): RoundState {
  return { ...state, totals: without(state.totals, place), cards: { ...state.cards, [draw]: { place, face } } };
}

function moved(state: RoundState, { draw, to }: { draw: number; to: string }): RoundState {
  const card = state.cards[draw];
  if (!card) return state;
  return { ...state, totals: without(state.totals, card.place), cards: { ...state.cards, [draw]: { ...card, place: to } } };
}

function reopened(state: RoundState, { round }: { round: number }): RoundState {
  if (state.before.round !== round) return { ...state, round };
  const { lines, moves, bets } = state.before;
  return { ...state, round, lines, moves, bets };
}

function staked(state: RoundState, event: Staked, { id, unit, decided }: About): RoundState {
  const { number, patron, hand, wager } = event;
  const amount = event.stake ?? event.added ?? 0;
  const forDealers = event.beneficiary === "dealers";
  const bet = { unit, number, patron, box: boxOf(hand), wager, amount, forDealers, gone: false };
  const move: MoneyMove = { id, unit, patron, kind: "staked", wager, hand, amount: -amount };
  const moves = [...state.moves, move];
  if (decided) return { ...state, moves };
  // The next bettor has the box: its earlier results are dropped.
  const results = state.lines.length === 0 ? withoutBox(state.results, boxOf(hand)) : state.results;
  return { ...state, moves, results, bets: [...state.bets, bet] };
}

function withoutBox(results: RoundState["results"], box: number): RoundState["results"] {
  return Object.fromEntries(Object.entries(results).filter(([hand]) => boxOf(hand) !== box));
}

function takenBack(state: RoundState, event: TakenBack, { id, unit }: About): RoundState {
  const { number, patron, wager, stake } = event;
  const box = state.bets.find((bet) => bet.number === number)?.box ?? 0;
  const move: MoneyMove = { id, unit, patron, kind: "taken-back", wager, hand: String(box), amount: stake };
  return { ...state, moves: [...state.moves, move], bets: withoutLast(state.bets, number, stake) };
}

/** A return removes the stakes that were added last. */
function withoutLast(bets: PlacedBet[], number: number, amount: number): PlacedBet[] {
  const left = [...bets];
  let rest = amount;
  for (let at = left.length - 1; at >= 0 && rest > 0; at -= 1) {
    const bet = left[at];
    if (!bet || bet.number !== number) continue;
    const part = Math.min(rest, bet.amount);
    rest -= part;
    if (part === bet.amount) left.splice(at, 1);
    else left[at] = { ...bet, amount: bet.amount - part };
  }
  return left;
}

function announced(state: RoundState, { place, is }: { place: string; is: { total?: Total; called?: string } }): RoundState {
  const total = is.total ?? namedBy(state, place, is.called ?? "");
  return { ...state, totals: { ...state.totals, [place]: total } };
}

/** The number of a hand's own cards: five, or two beside five. */
const WHOLE = 5;
const LOW = 2;
const DEALER_LOW = "dealer-low";
/** The place of a box's low hand. */
const lowOf = (hand: string) => `${hand}.2`;

/** The announced hand, with ranks from its own cards if no shared cards belong to it. */
function namedBy({ cards }: RoundState, place: string, called: string): Total {
  const faces = Object.values(cards).filter((card) => card.place === place).map(({ face }) => face);
  const isLow = faces.length === LOW && (place === DEALER_LOW || place.endsWith(".2"));
  return { called, ...(faces.length === WHOLE || isLow ? calledRanks(called, faces) : null) };
}

/** Cards that are taken up have no total any more; a unit that names the rack takes up all of the layout's. */
function collected(state: RoundState, { place }: { place: string }, { ends }: About): RoundState {
  if (ends) return state;
  if (place === "rack") return { ...state, totals: {}, cards: {} };
  const cards = Object.fromEntries(Object.entries(state.cards).filter(([, card]) => card.place !== place));
  return { ...state, totals: without(state.totals, place), cards };
}

function rolled(state: RoundState, text: string): RoundState {
  const dice = text.split("-").map(Number);
  return { ...state, dice, rolls: [dice, ...state.rolls].slice(0, MOST_ROLLS), results: {} };
}

/** The first cup of a round removes the last results from the felt. */
function cupOpened(state: RoundState, { place, dice }: Cup): RoundState {
  const results = state.cups.length === 0 ? {} : state.results;
  return { ...state, results, opened: state.opened + 1, cups: [...state.cups, { place, dice }] };
}

function spun(state: RoundState, face: string): RoundState {
  return { ...state, spins: [face, ...state.spins].slice(0, MOST_ROLLS), results: {} };
}

function settled(state: RoundState, line: Line, { id, unit, chooser }: About): RoundState {
  const amount = received(line);
  const { patron, wager, hand } = line;
  const withdrawn = line.outcome === "returned" && chooser?.patron === patron && chooser.hand === hand;
  const told = { id, unit, line, withdrawn, hands: handsOf(state, line) };
  const move: MoneyMove = { id, unit, patron, kind: withdrawn ? "withdrawn" : "settled", wager, hand, amount };
  return {
    ...state,
    lines: [...state.lines, told],
    // A wager that is paid and stays up has no stake in its line.
    bets: line.stake > 0 ? state.bets.map((bet) => (bet.number === line.number ? { ...bet, gone: true } : bet)) : state.bets,
    moves: amount === 0 ? state.moves : [...state.moves, move],
    results: { ...state.results, [hand]: [...(state.results[hand] ?? []), told] },
  };
}

/** The hand of a line and its opponent; a patron's bank has none. */
function handsOf(state: RoundState, line: Line): Hands {
  const { patron, hand } = line;
  const ofBank = (one: Line) => one.kind === "bank" && one.patron === patron && one.hand === hand;
  if ([line, ...state.lines.map((told) => told.line)].some(ofBank)) return { own: null, dealer: null };
  const at = (place: string) => state.totals[place] ?? null;
  const bank = bankHand(state, line);
  const [high, low] = bank ? [bank, lowOf(bank)] : ["dealer", DEALER_LOW];
  const lows = { own: at(lowOf(hand)), dealer: at(low) };
  return { own: at(hand), dealer: at(high), ...(lows.own && lows.dealer && { low: lows }), ...(bank && { bank: true }) };
}

/** The place of the bank's hand that a line was settled against: its holder has stakes at no other place. */
function bankHand({ moves }: RoundState, { against }: Line): string | null {
  const banker = typeof against === "object" && "bank" in against ? against.bank : null;
  return moves.find(({ patron, kind }) => patron === banker && kind === "staked")?.hand ?? null;
}

/** The change of the patron's chips by a line; negative if it takes from them. */
export function received(line: Line): number {
  // A collected amount was set aside when it was deferred.
  if (line.kind === "collection") return 0;
  const toPatron = line.beneficiary === undefined || line.beneficiary === "patron" ? line.paid + line.returned : 0;
  return toPatron - line.charged;
}

/** The amount at risk in a line: of a bank, its holder's contribution, since others' losses are added to it later. */
export function risked({ kind, stake, basis }: Line): number {
  return kind === "bank" ? basis : stake;
}

/** A patron's net result of a line, including the stake. */
export function gained(line: Line): number {
  return received(line) - (line.outcome === null ? 0 : risked(line));
}
