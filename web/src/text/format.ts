/** Money and times, as the reader's locale writes them. Amounts are whole minor units, times microseconds since 1970. */
import { locale } from "./locale";

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** The number of decimals of a currency. */
export function minorDigits(currency: string): number {
  const format = numberFormat(currency, { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount with its currency: "$1,250.00". */
export function money(minor: number, currency: string): string {
  return numberFormat(currency, { style: "currency", currency }).format(minor / 10 ** minorDigits(currency));
}

/** An amount without its currency and without empty decimals: "1,250", "12.50". */
export function amount(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const shown = minor % 10 ** digits === 0 ? 0 : digits;
  const options = { minimumFractionDigits: shown, maximumFractionDigits: shown };
  return numberFormat(`amount ${shown}`, options).format(minor / 10 ** digits);
}

/** An amount with its currency and without empty decimals, for sentences: "$1,250", "$12.50". */
export function cash(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const shown = minor % 10 ** digits === 0 ? 0 : digits;
  const options = { minimumFractionDigits: shown, maximumFractionDigits: shown };
  return numberFormat(`cash ${currency} ${shown}`, { style: "currency", currency, currencyDisplay: "narrowSymbol", ...options }).format(minor / 10 ** digits);
}

const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const times = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Day and time of day. */
export function dateTime(micros: number): string {
  return dateTimes.format(micros / 1000);
}

/** Time of day to the second. */
export function time(micros: number): string {
  return times.format(micros / 1000);
}
