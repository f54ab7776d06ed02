/** Why something is not possible: what was asked about, and what the house said. */
import type { Problem } from "../api/client";
import { t } from "../text";
import { capitalised, plain } from "./names";
import { rangeWords } from "./spots";

export interface Why {
  about: string;
  /** Nothing while the house is asked, or where it has no objection. */
  problem: Problem | null;
  asking: boolean;
}

/** A refusal in words. What the rule itself says is shown beside them. */
export function refusalWords(problem: Problem, money: (minor: number) => string): string {
  if (problem.kind === "conflict") return t("table.refused.conflict");
  if (problem.wanted !== null && problem.there !== null) {
    return t("table.refused.money", { wanted: money(problem.wanted), there: money(problem.there) });
  }
  const words = sentence(problem).replace(/\.$/, "");
  if (!problem.allowed) return `${words}.`;
  return t("table.refused.allowed", { words, range: rangeWords(problem.allowed, money) });
}

/** The house's own words; the bare name of a refusal is made readable. */
function sentence({ detail, title, refusal }: Problem): string {
  if (refusal && (!detail || detail.startsWith(`${refusal} (`))) return capitalised(plain(refusal));
  return capitalised(detail ?? title);
}
