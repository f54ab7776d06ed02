/** Finds the entries of the rules that match a search. */
import type { Duty, Irregularity, Option, Paragraph, PayTable, Rules, RulesWager } from "../../api/types";

export interface Shown {
  wagers: RulesWager[];
  paytables: PayTable[];
  options: Option[];
  irregularities: Irregularity[];
  duties: Duty[];
  paragraphs: Paragraph[];
  found: number;
}

export function searched(rules: Rules, wanted: string): Shown {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: string[]) => {
    const text = texts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const nameOf = new Map(rules.wagers.map(({ wager, name }) => [wager, name]));
  const shown = {
    wagers: rules.wagers.filter(({ name, pays, cites }) => has(name, ...pays, ...cites)),
    paytables: rules.paytables.filter(({ code, wager, lines, cites }) =>
      has(code, nameOf.get(wager) ?? wager, ...lines.map(({ name }) => name), ...cites),
    ),
    options: rules.options.filter(({ name, allowed, value, cites }) => has(name, allowed, value, ...cites)),
    irregularities: rules.irregularities.filter(({ what, remedy, decides, rule }) => has(what, remedy, decides, rule)),
    duties: rules.duties.filter(({ id, due, by, what }) => has(id, due, by, what)),
    paragraphs: rules.paragraphs.filter(({ id, note }) => has(id, note)),
  };
  const found = Object.values(shown).reduce((sum, entries) => sum + entries.length, 0);
  return { ...shown, found };
}
