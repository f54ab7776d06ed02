/** Events in words: one short sentence each, from ids and amounts. */
import type { Rules, TableEvent, UnitFrame, What } from "../api/types";
import { cardName } from "../felt/card";
import { capital, cash, plural, t, type Key } from "../text";
import { word } from "../text/words";
import { movementWords } from "./line-words";
import { totalWord } from "./model";
import { namesOf, plain, type Names } from "./names";
import { isHouse } from "./of-house";

export interface Words {
  currency: string;
  names: Names;
  money(minor: number): string;
  /** You, or a player by the letter of their place. */
  who(patron: string): string;
  /** A wager by its number, if this round placed it. */
  numbered(number: number): string | null;
}

export function wordsOf(rules: Rules, units: UnitFrame[], you: string | null): Words {
  const names = namesOf(rules);
  const numbers = placedIn(units, names.wager);
  const { currency } = rules;
  return {
    currency,
    names,
    money: (minor) => cash(minor, currency),
    who: (patron) => (patron === you ? t("table.line.you") : playerName(patron)),
    numbered: (number) => numbers.get(number) ?? null,
  };
}

/** "Player B", or the house. */
export function playerName(patron: string): string {
  return isHouse(patron) ? patron : t("event.player", { patron });
}

/** The wagers that were placed in a round, by their numbers. */
function placedIn(units: UnitFrame[], name: (wager: string) => string): Map<number, string> {
  const placed = new Map<number, string>();
  for (const { what } of units.flatMap(({ events }) => events)) {
    if (typeof what === "string" || !("wager-placed" in what)) continue;
    const { number, wager } = what["wager-placed"];
    placed.set(number, name(wager));
  }
  return placed;
}

const NAMED_PLACES: Record<string, Key> = {
  dealer: "place.dealer",
  "dealer-low": "place.dealer-low",
  board: "place.board",
  rack: "place.rack",
  next: "place.next",
  player: "place.player",
  banker: "place.banker",
  extra: "place.extra",
  "0": "place.table",
};

export function placeName(place: string): string {
  const named = NAMED_PLACES[place];
  if (named) return t(named);
  const [box, hand] = place.split(".");
  if (!/^\d+$/.test(box ?? "")) return place;
  return hand ? t("place.hand", { box: box!, hand }) : t("place.box", { box: box! });
}

type Told = Exclude<What, string>;
type KindOf<W> = W extends unknown ? keyof W : never;
type Kind = KindOf<Told>;
type DataOf<K extends Kind> = Extract<Told, Record<K, unknown>>[K];
type Sentences = { [K in Kind]?: (data: DataOf<K>, words: Words) => string };

const SENTENCES: Sentences = {
  shuffled: ({ all }) => t(all ? "event.shuffled" : "event.shuffled.part"),
  cut: () => t("event.cut"),
  "cut-declined": ({ patron }, { who }) => t("event.cut-declined", { who: who(patron) }),
  "round-opened": ({ round }) => t("event.round-opened", { round }),
  "round-ended": ({ round }) => t("event.round-ended", { round }),
  "round-reopened": ({ round }) => t("event.round-reopened", { round }),
  "wager-placed": ({ patron, hand, wager, stake }, words) =>
    t("event.wager-placed", { who: words.who(patron), amount: words.money(stake), wager: words.names.wager(wager), hand: placeName(hand) }),
  "stake-added": ({ patron, hand, wager, added }, words) =>
    t("event.stake-added", { who: words.who(patron), amount: words.money(added), wager: words.names.wager(wager), hand: placeName(hand) }),
  "wager-taken-back": ({ patron, wager, stake }, words) =>
    t("event.wager-taken-back", { who: words.who(patron), amount: words.money(stake), wager: words.names.wager(wager) }),
  "wager-works": ({ patron, wager, on }, words) =>
    t(on ? "event.wager-works.on" : "event.wager-works.off", { who: words.who(patron), wager: words.names.wager(wager) }),
  "wager-stays": ({ patron, wager }, words) => t("event.wager-stays", { who: words.who(patron), wager: words.names.wager(wager) }),
  "wager-moved": ({ patron, from, to }, words) =>
    t("event.wager-moved", { who: words.who(patron), from: words.names.wager(from), to: words.names.wager(to) }),
  marked: ({ id, value }, { names }) => {
    const marker = word(names.game, "marker", id) ?? capital(plain(id));
    const number = names.marked({ id, value });
    if (number !== null) return t("event.marked", { marker, value: number });
    return t(value === 0 ? "event.marked.off" : "event.marked", { marker, value });
  },
  stepped: ({ step }, { names }) => t("event.stepped", { step: word(names.game, "step", step) ?? capital(plain(step)) }),
  "card-laid": ({ place, face }) =>
    face === "??"
      ? t("event.card-laid.down", { place: placeName(place) })
      : t("event.card-laid", { card: capital(cardName(face)), place: placeName(place) }),
  "card-turned": ({ place, face }) => t("event.card-turned", { card: capital(cardName(face)), place: placeName(place) }),
  "card-seen": ({ place }) => t("event.card-seen", { place: placeName(place) }),
  "card-moved": ({ from, to }) => t("event.card-moved", { from: placeName(from), to: placeName(to) }),
  // All cards on the table go into the rack.
  collected: ({ place, cards }) =>
    place === "rack" ? plural("event.cleared", cards) : plural("event.collected", cards, { place: placeName(place) }),
  rolled: (dice) => rolled(String(dice)),
  "number-drawn": ({ number }) => t("event.number-drawn", { number }),
  "rolled-three": ({ place, dice }) => t("event.rolled-three", { hand: capital(placeName(place)), dice }),
  spun: (pocket, { names }) => t("event.spun", { result: names.face(String(pocket)) }),
  "wheel-stopped": (section, { names }) => t("event.wheel-stopped", { result: names.face(String(section)) }),
  announced: ({ place, is }) => t("event.announced", { place: placeName(place), hand: totalWord("total" in is ? is.total : is) }),
  "meter-granted": ({ meter, amount }, words) =>
    t("event.meter-granted", { meter: word(words.names.game, "meter", meter) ?? capital(plain(meter)), amount: words.money(amount) }),
  answered: ({ yes }) => t(yes ? "event.answered.yes" : "event.answered.no"),
  asked: ({ patron, hand }, { who }) => t("event.asked", { who: who(patron), hand: placeName(hand) }),
  chosen: ({ patron, hand, choice, lapsed }, { who, names }) =>
    t(lapsed ? "event.chosen.lapsed" : "event.chosen", { who: who(patron), choice: names.choice(choice), hand: placeName(hand) }),
  picked: ({ patron, hand }, { who }) => t("event.picked", { who: who(patron), hand: placeName(hand) }),
  decided: ({ number, outcome }, words) =>
    t("event.decided", {
      wager: words.numbered(number) ?? t("event.wagerNumber", { number }),
      outcome: word(words.names.game, "outcome", outcome) ?? plain(outcome),
    }),
  settled: (line, words) =>
    t("event.settled", { who: words.who(line.patron), wager: words.names.wager(line.wager), movement: movementWords(line, false, words.money).text }),
  irregular: ({ kind, place }, { names }) => atPlace("event.irregular", word(names.game, "irregularity", kind) ?? capital(plain(kind)), place),
  remedied: ({ remedy, place }, { names }) => atPlace("event.remedied", word(names.game, "remedy", remedy) ?? capital(plain(remedy)), place),
  duty: ({ by }, words) => t("event.duty", { rank: capital(rankWord(by, words)) }),
  approved: ({ by, yes }, words) => t(yes ? "event.approved.yes" : "event.approved.no", { rank: capital(rankWord(by, words)) }),
  ruled: ({ by }, words) => t("event.ruled", { rank: capital(rankWord(by, words)) }),
  "terms-changed": () => t("event.terms-changed"),
  admission: ({ patron, admitted }, { who }) => t(admitted ? "event.admission.yes" : "event.admission.no", { who: who(patron) }),
  left: ({ patron }, { who }) => t("event.left", { who: who(patron) }),
};

function rankWord(rank: string, { names }: Words): string {
  return word(names.game, "rank", rank) ?? plain(rank);
}

function rolled(dice: string): string {
  const total = dice.split("-").reduce((sum, pips) => sum + Number(pips), 0);
  return t("event.rolled", { dice, total });
}

/** A sentence with its place, if it has one. */
function atPlace(key: "event.irregular" | "event.remedied", what: string, place: string | null | undefined): string {
  return place ? t("event.atPlace", { place: capital(placeName(place)), what }) : t(key, { what });
}

const PLAIN_KINDS: Record<string, Key> = {
  "cut-card-reached": "event.cut-card-reached",
  "dealer-changed": "event.dealer-changed",
};

/** An event in our words; its kind alone if there is no sentence for it. */
export function sentenceOf({ what }: TableEvent, words: Words): string {
  if (typeof what === "string") {
    const key = PLAIN_KINDS[what];
    return key ? t(key) : capital(plain(what));
  }
  const kind = Object.keys(what)[0] as Kind;
  // The table above determines the data of each kind; the compiler cannot infer it here.
  const sentence = SENTENCES[kind] as ((data: unknown, words: Words) => string) | undefined;
  const data = (what as Record<string, unknown>)[kind];
  return sentence ? sentence(data, words) : capital(plain(kind));
}
