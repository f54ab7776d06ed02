/** The reason why something is not possible: the request, and the house's answer. */
import type { Problem } from "../api/client";
import { problemWords } from "../components/problem-words";
import { t } from "../text";
import { word } from "../text/words";
import { rangeWords } from "./spots";

export interface Why {
  about: string;
  /** Null while the request is pending, or if it would be granted. */
  problem: Problem | null;
  asking: boolean;
}

/** A refusal in words. The text of the rule is shown on request. */
export function refusalWords(game: string, problem: Problem, money: (minor: number) => string): string {
  if (problem.wanted !== null && problem.there !== null) {
    return t("table.refused.money", { wanted: money(problem.wanted), there: money(problem.there) });
  }
  const words = (problem.refusal && word(game, "refusal", problem.refusal)) ?? problemWords(problem);
  return problem.allowed ? t("table.refused.allowed", { words, range: rangeWords(problem.allowed, money) }) : words;
}
