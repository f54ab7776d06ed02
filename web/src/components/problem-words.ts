/** Problems in words, by kind. The server's own texts are not used: they are for its operators. */
import type { Problem } from "../api/client";
import { t, type Key } from "../text";
import { en } from "../text/en";

/** Kinds that only staff meet use the words of the kind from which they were split. */
export function problemWords({ kind, former }: Problem): string {
  const known = [kind, former, "refused"].map((name) => `problem.${name}`).find((key) => key in en);
  return t(known as Key);
}
