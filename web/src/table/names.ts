/** Names for the ids of a table: from the catalogue of words, and for an unknown game from the house. */
import type { Marker, Rules } from "../api/types";
import { markedNumber } from "../felt/spots";
import { capital, t } from "../text";
import { word } from "../text/words";
import { boxOf } from "./offers";

export interface Names {
  game: string;
  wager(wager: string): string;
  /** The name preceded by the word printed on the spot, for voice control. */
  spot(wager: string): string;
  choice(choice: string): string;
  /** A face of the wheel. */
  face(face: string): string;
  /** The number of a marker; null if it marks none. */
  marked(marker: Pick<Marker, "id" | "value">): string | null;
  /** A row of a pay table; null if its name adds nothing to the wager's. */
  row(row: string): string | null;
}

/** Ids have dashes to be one word; readers need none. */
export function plain(id: string): string {
  return id.replaceAll("-", " ");
}

/** `step`: the step that closes the current question; some choices are named by it. */
export function namesOf(rules: Pick<Rules, "game" | "wagers" | "choices" | "layout">, step: string | null = null): Names {
  const { game } = rules;
  const wagers = new Map(rules.wagers.map(({ wager, name }) => [wager, name]));
  const choices = new Map(rules.choices.map(({ choice, name }) => [choice, name]));
  const faceOf = (face: string) => word(game, "face", face) ?? capital(plain(face));
  const printed = new Map(rules.layout.rows.flat().map(({ wager, label }) => [wager, label]));
  const nameOf = (wager: string) => word(game, "wager", wager) ?? wagers.get(wager) ?? capital(plain(wager));
  return {
    game,
    wager: nameOf,
    spot: (wager) => {
      const [name, label] = [nameOf(wager), printed.get(wager)];
      return !label || name.includes(label) ? name : t("table.spot.printed", { word: label, wager: name });
    },
    face: faceOf,
    marked: (marker) => {
      const number = markedNumber(rules.layout, marker);
      return number === null ? null : faceOf(number);
    },
    choice: (choice) => word(game, "choice", choice, step) ?? capital(choices.get(choice) ?? plain(choice)),
    row: (row) => word(game, "row", row),
  };
}

/** "Box 3", "Box 3, hand 2"; empty for the whole table. */
export function handName(hand: string): string {
  const [box, number] = hand.split(".");
  if (boxOf(hand) === 0) return "";
  return number ? t("table.hand", { box: box ?? "", hand: number }) : t("table.box", { box: box ?? "" });
}
