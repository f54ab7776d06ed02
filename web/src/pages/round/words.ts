/** Events in words, where the server has none for them: it tells what was settled, rolled, announced and went wrong. */
import type { Rules, TableEvent, UnitFrame, What } from "../../api/types";
import { cardName } from "../../felt/card";
import { capital, money, plural, t, type Key } from "../../text";

export interface Words {
  currency: string;
  money(minor: number): string;
  wager(id: string): string;
  choice(id: string): string;
  /** A wager by its number, where this round told of it. */
  numbered(number: number): string | null;
}

export function wordsOf(rules: Rules, units: UnitFrame[]): Words {
  const wagers = new Map(rules.wagers.map(({ wager, name }) => [wager, name]));
  const choices = new Map(rules.choices.map(({ choice, name }) => [choice, name]));
  const wagerName = (id: string) => wagers.get(id) ?? id;
  const numbers = placedIn(units, wagerName);
  return {
    currency: rules.currency,
    money: (minor) => money(minor, rules.currency),
    wager: wagerName,
    choice: (id) => choices.get(id) ?? id,
    numbered: (number) => numbers.get(number) ?? null,
  };
}

/** The wagers that were placed in a round, by their numbers: whose and of which kind. */
function placedIn(units: UnitFrame[], name: (wager: string) => string): Map<number, string> {
  const placed = new Map<number, string>();
  for (const { what } of units.flatMap(({ events }) => events)) {
    if (typeof what === "string" || !("wager-placed" in what)) continue;
    const { number, patron, wager } = what["wager-placed"];
    placed.set(number, t("event.wagerOf", { patron, wager: name(wager) }));
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

/** An id as words, where nothing has a name for it. */
function plain(id: string): string {
  return id.replaceAll("-", " ");
}

type Told = Exclude<What, string>;
type KindOf<W> = W extends unknown ? keyof W : never;
type Kind = KindOf<Told>;
type DataOf<K extends Kind> = Extract<Told, Record<K, unknown>>[K];
type Sentences = { [K in Kind]?: (data: DataOf<K>, words: Words) => string };

const SENTENCES: Sentences = {
  shuffled: ({ all }) => t(all ? "event.shuffled" : "event.shuffled.part"),
  cut: ({ depth }) => t("event.cut", { depth }),
  "cut-declined": ({ patron }) => t("event.cut-declined", { patron }),
  "round-opened": ({ round }) => t("event.round-opened", { round }),
  "round-ended": ({ round }) => t("event.round-ended", { round }),
  "round-reopened": ({ round }) => t("event.round-reopened", { round }),
  "wager-placed": ({ patron, hand, wager, stake }, words) =>
    t("event.wager-placed", { patron, amount: words.money(stake), wager: words.wager(wager), hand: placeName(hand) }),
  "stake-added": ({ patron, hand, wager, added }, words) =>
    t("event.stake-added", { patron, amount: words.money(added), wager: words.wager(wager), hand: placeName(hand) }),
  "wager-taken-back": ({ patron, wager, stake }, words) =>
    t("event.wager-taken-back", { patron, amount: words.money(stake), wager: words.wager(wager) }),
  "wager-works": ({ patron, wager, on }, words) =>
    t(on ? "event.wager-works.on" : "event.wager-works.off", { patron, wager: words.wager(wager) }),
  "wager-stays": ({ patron, wager }, words) => t("event.wager-stays", { patron, wager: words.wager(wager) }),
  "wager-moved": ({ patron, from, to }, words) =>
    t("event.wager-moved", { patron, from: words.wager(from), to: words.wager(to) }),
  marked: ({ id, value }) =>
    t(value === 0 ? "event.marked.off" : "event.marked", { marker: capital(plain(id)), value }),
  stepped: ({ step, by }) => t("event.stepped", { step: capital(plain(step)), rank: plain(by) }),
  "card-laid": ({ place, face }) =>
    face === "??"
      ? t("event.card-laid.down", { place: placeName(place) })
      : t("event.card-laid", { card: capital(cardName(face)), place: placeName(place) }),
  "card-turned": ({ place, face }) => t("event.card-turned", { card: capital(cardName(face)), place: placeName(place) }),
  "card-seen": ({ place }) => t("event.card-seen", { place: placeName(place) }),
  "card-moved": ({ from, to }) => t("event.card-moved", { from: placeName(from), to: placeName(to) }),
  // Into the rack go all that lie on the table.
  collected: ({ place, cards }) =>
    place === "rack" ? plural("event.cleared", cards) : plural("event.collected", cards, { place: placeName(place) }),
  "meter-granted": ({ meter, amount }, words) =>
    t("event.meter-granted", { meter: plain(meter), amount: words.money(amount) }),
  answered: ({ yes }) => t(yes ? "event.answered.yes" : "event.answered.no"),
  asked: ({ patron, hand }) => t("event.asked", { patron, hand: placeName(hand) }),
  chosen: ({ patron, hand, choice, lapsed }, words) =>
    capital(t(lapsed ? "event.chosen.lapsed" : "event.chosen", { patron, choice: words.choice(choice), hand: placeName(hand) })),
  picked: ({ patron, hand }) => t("event.picked", { patron, hand: placeName(hand) }),
  decided: ({ number, outcome }, words) =>
    t("event.decided", {
      wager: words.numbered(number) ?? t("event.wagerNumber", { number }),
      outcome: t(`outcome.${outcome}`),
    }),
  duty: ({ by }) => t("event.duty", { rank: plain(by) }),
  approved: ({ by, yes }) => t(yes ? "event.approved.yes" : "event.approved.no", { who: plain(by) }),
  ruled: ({ by }) => t("event.ruled", { rank: plain(by) }),
  "terms-changed": () => t("event.terms-changed"),
  admission: ({ patron, admitted }) => t(admitted ? "event.admitted" : "event.not-admitted", { patron }),
  left: ({ patron }) => t("event.left", { patron }),
};

const PLAIN_KINDS: Record<string, Key> = {
  "cut-card-reached": "event.cut-card-reached",
  "dealer-changed": "event.dealer-changed",
};

/** An event in our words; its kind alone where there is no sentence for it. */
export function sentenceOf({ what }: TableEvent, words: Words): string {
  if (typeof what === "string") {
    const key = PLAIN_KINDS[what];
    return key ? t(key) : capital(plain(what));
  }
  const kind = Object.keys(what)[0] as Kind;
  // Which data belong to which kind is known to the table above, not to the compiler at this place.
  const sentence = SENTENCES[kind] as ((data: unknown, words: Words) => string) | undefined;
  const data = (what as Record<string, unknown>)[kind];
  return sentence ? sentence(data, words) : capital(plain(kind));
}
