/** The keys of the buttons for setting a hand; they share the keys of the house's choices. */
import { t } from "../text";

export const SET_KEYS = { set: "set: send", clear: "set: anew" } as const;

/** The names whose letters are the keys. */
export function setName(key: string): string | null {
  if (key === SET_KEYS.set) return t("table.set");
  return key === SET_KEYS.clear ? t("table.set.clear") : null;
}
