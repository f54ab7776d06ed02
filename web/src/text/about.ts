/** What each game is about: its object and how a round goes, a file a game in `words/about`. A test of the games holds every game to having it. */
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
