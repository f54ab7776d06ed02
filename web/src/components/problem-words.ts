/** What went wrong, by its kind: never in the server's own words, which are for those who run it. */
import type { Problem } from "../api/client";
import { t, type Key } from "../text";
import { en } from "../text/en";

export function problemWords({ kind }: Problem): string {
  const key = `problem.${kind}`;
  return t((key in en ? key : `problem.${"refused"}`) as Key);
}
