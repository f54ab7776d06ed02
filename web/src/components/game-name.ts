import type { Game } from "../api/types";
import { capital, t } from "../text";

/** A game's name with its jurisdiction, since several have games of the same name. */
export function gameName({ name, jurisdiction }: Pick<Game, "name" | "jurisdiction">): string {
  return t("rules.of", { game: name, jurisdiction: capital(jurisdiction) });
}

/** The document of a game's rules. */
export function documentOf({ document }: Pick<Game, "document">): string {
  return document === "none" ? t("rules.document.none") : document;
}
