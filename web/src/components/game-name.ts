import type { Game } from "../api/types";
import { capital, t } from "../text";

/** A game's name with whose rules it follows: many have games of the same name. */
export function gameName({ name, jurisdiction }: Pick<Game, "name" | "jurisdiction">): string {
  return t("rules.of", { game: name, jurisdiction: capital(jurisdiction) });
}

/** What a game's rules rest on. */
export function documentOf({ document }: Pick<Game, "document">): string {
  return document === "none" ? t("rules.document.none") : document;
}
