/**
 * The words of games: what wagers, choices, steps, refusals and whatever else a table says by an id are called. They stand in
 * `words/`, one file for what games share and one for each family, so that a game is added without a change here; a test of
 * the games holds every word of every game to having an entry.
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

/** The word of an id at a table of a game; nothing where there is no entry. A word may be another one at a certain step. */
export function word(game: string, kind: WordKind, id: string, step?: string | null): string | null {
  const own = wordsOf(game)[kind];
  const all = shared[kind];
  const at = step ? `${id}@${step}` : id;
  const found = own?.[at] ?? all?.[at] ?? own?.[id] ?? all?.[id];
  return found === undefined ? null : inLanguage(found);
}
