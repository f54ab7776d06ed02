/**
 * The description of each game: its object and the course of a round, one file per game in `words/about`. A test of the
 * games requires one for every game.
 */
import { inLanguage } from "./language";

interface About {
  object: string;
  round: string[];
}

const loaded = import.meta.glob<About>("../../words/about/en/*.json", { eager: true, import: "default" });

export function aboutGame(game: string): About | null {
  const found = loaded[`../../words/about/en/${game.replace("/", "-")}.json`];
  return found ? { object: inLanguage(found.object), round: found.round.map(inLanguage) } : null;
}
