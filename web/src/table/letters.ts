/** Keys of choices: the first letter of the name that no choice before it has. */
import type { Rules } from "../api/types";

export function lettersOf(choices: Rules["choices"]): Map<string, string> {
  const letters = new Map<string, string>();
  const taken = new Set<string>();
  for (const { choice, name } of choices) {
    const letter = [...name.toUpperCase()].find((one) => one >= "A" && one <= "Z" && !taken.has(one));
    if (!letter) continue;
    taken.add(letter);
    letters.set(choice, letter);
  }
  return letters;
}
