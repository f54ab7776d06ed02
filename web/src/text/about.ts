/** What each game is about: its object and how a round goes, in `words/about`. A test of the games holds every game to having it. */
import { inLanguage } from "./language";

interface About {
  object: string;
  round: string[];
}

const loaded = import.meta.glob<Partial<Record<string, About>>>("../../words/about/en.json", { eager: true, import: "default" });

export function aboutGame(game: string): About | null {
  const found = Object.values(loaded)[0]?.[game];
  return found ? { object: inLanguage(found.object), round: found.round.map(inLanguage) } : null;
}
