/** What went wrong, by its kind: never in the server's own words, which are for those who run it. */
import type { Problem } from "../api/client";
import { t, type Key } from "../text";
import { en } from "../text/en";

/** Kinds that only staff meet have the words of the kind that they were split from. */
export function problemWords({ kind, former }: Problem): string {
  const known = [kind, former, "refused"].map((name) => `problem.${name}`).find((key) => key in en);
  return t(known as Key);
}
