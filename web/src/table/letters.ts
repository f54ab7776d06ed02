/** Keys of choices: the first letter of the name that no earlier choice has. */
export function lettersOf(choices: string[], nameOf: (choice: string) => string): Map<string, string> {
  const letters = new Map<string, string>();
  const taken = new Set<string>();
  for (const choice of choices) {
    const letter = [...nameOf(choice).toUpperCase()].find((one) => one >= "A" && one <= "Z" && !taken.has(one));
    if (!letter) continue;
    taken.add(letter);
    letters.set(choice, letter);
  }
  return letters;
}
