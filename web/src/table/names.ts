/** Names of wagers and choices, as the rule book has them. */
import type { Rules } from "../api/types";
import { t } from "../text";
import { boxOf } from "./offers";

export interface Names {
  wager(wager: string): string;
  /** The name with the word that is printed on the spot before it, for whoever speaks what he sees. */
  spot(wager: string): string;
  choice(choice: string): string;
}

/** Ids are written with dashes so that they are one word; whoever reads them needs none. */
export function plain(id: string): string {
  return id.replaceAll("-", " ");
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function namesOf(rules: Rules): Names {
  const wagers = new Map(rules.wagers.map(({ wager, name }) => [wager, name]));
  const choices = new Map(rules.choices.map(({ choice, name }) => [choice, name]));
  const printed = new Map(rules.layout.rows.flat().map(({ wager, label }) => [wager, label]));
  const nameOf = (wager: string) => wagers.get(wager) ?? capitalised(plain(wager));
  return {
    wager: nameOf,
    spot: (wager) => {
      const [name, word] = [nameOf(wager), printed.get(wager)];
      return !word || name.includes(word) ? name : t("table.spot.printed", { word, wager: name });
    },
    choice: (choice) => capitalised(choices.get(choice) ?? plain(choice)),
  };
}

/** "Box 3", "Box 3, hand 2"; nothing for what concerns the whole table. */
export function handName(hand: string): string {
  const [box, number] = hand.split(".");
  if (boxOf(hand) === 0) return "";
  return number ? t("table.hand", { box: box ?? "", hand: number }) : t("table.box", { box: box ?? "" });
}
