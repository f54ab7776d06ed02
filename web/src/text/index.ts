/**
 * All words of the pages: the keys of a catalogue, and in `words.ts` the words for ids of games. Names of games and
 * tables and the notes of rules come from the server and are data.
 */
import { en } from "./en";
import { inLanguage } from "./language";
import { locale } from "./locale";

export type Key = keyof typeof en;
type Counted<K> = K extends `${infer Stem}.other` ? Stem : never;
/** A text that depends on a count: it has the keys `stem.one` and `stem.other`. */
export type CountedKey = Counted<Key>;
export type Params = Record<string, string | number>;

function fill(template: string, params: Params): string {
  return inLanguage(template).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? count(value) : value;
  });
}

/** The text of a key, with `{name}` filled in. */
export function t(key: Key, params: Params = {}): string {
  return fill(en[key], params);
}

const plurals = new Intl.PluralRules(locale);

/** The text of a key that depends on a count, which it includes as `{count}`. */
export function plural(stem: CountedKey, number: number, params: Params = {}): string {
  const exact = `${stem}.${plurals.select(number)}`;
  const key = (exact in en ? exact : `${stem}.other`) as Key;
  return t(key, { count: number, ...params });
}

const counts = new Intl.NumberFormat(locale);

/** A plain number with separators. */
export function count(value: number): string {
  return counts.format(value);
}

const lists = new Intl.ListFormat(locale, { style: "short", type: "unit" });

/** Words joined by commas. */
export function list(words: string[]): string {
  return lists.format(words);
}

const choices = new Intl.ListFormat(locale, { style: "long", type: "disjunction" });

/** Alternatives, with "or" before the last one. */
export function either(words: string[]): string {
  return choices.format(words);
}

/** A word with a capital, for the beginning of a sentence or a name. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

export { amount, cash, dateTime, minorDigits, money, time } from "./format";
export { locale } from "./locale";
