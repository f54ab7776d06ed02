/**
 * The words of games: names of wagers, choices, steps, refusals and all other ids of a table. They are in `words/`, one
 * file for shared words and one for each family, so that a new game needs no change here; a test of the games requires
 * an entry for every word of every game.
 */
import { inLanguage } from "./language";

/** Words by kind and id. */
type Words = Partial<Record<string, Partial<Record<string, string>>>>;
type WordFile = Words & { games?: Partial<Record<string, Words>> };

const files = Object.values(import.meta.glob<WordFile>("../../words/en/*.json", { eager: true, import: "default" }));

function merged(all: (Words | undefined)[]): Words {
  const words: Words = {};
  for (const [kind, ids] of all.flatMap((one) => Object.entries(one ?? {}))) {
    if (kind !== "games") words[kind] = { ...words[kind], ...ids };
  }
  return words;
}

const shared = merged(files);
const byGame = new Map<string, Words>();

function wordsOf(game: string): Words {
  const known = byGame.get(game) ?? merged(files.map(({ games }) => games?.[game]));
  byGame.set(game, known);
  return known;
}

export type WordKind =
  | "due" | "rank" | "face" | "wager" | "choice" | "step" | "marker" | "meter" | "hand" | "row" | "remedy" | "irregularity" | "refusal" | "outcome" | "branch";

/** The word of an id at a table of a game; null without an entry. A word may differ at a certain step. */
export function word(game: string, kind: WordKind, id: string, step?: string | null): string | null {
  const own = wordsOf(game)[kind];
  const all = shared[kind];
  const at = step ? `${id}@${step}` : id;
  const found = own?.[at] ?? all?.[at] ?? own?.[id] ?? all?.[id];
  return found === undefined ? null : inLanguage(found);
}
