/** Keys of what a hand that is set in two wants beside the choices of the house: they stand among those of the choices. */
import { t } from "../text";

export const SET_KEYS = { set: "set: send", clear: "set: anew" } as const;

/** The names that their keys are letters of; nothing for what the house names. */
export function setName(key: string): string | null {
  if (key === SET_KEYS.set) return t("table.set");
  return key === SET_KEYS.clear ? t("table.set.clear") : null;
}
