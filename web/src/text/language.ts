import { isPseudo } from "./locale";
import { pseudo } from "./pseudo";

/** A text of a catalogue in the language of the reader. */
export function inLanguage(text: string): string {
  return isPseudo ? pseudo(text) : text;
}
