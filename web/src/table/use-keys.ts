/** Keys of the table: digits select a chip or tap a card, letters make a choice. */
import { useEffect } from "react";
import type { TableModel } from "./model";
import { SET_KEYS } from "./set-keys";
import type { Choosing } from "./use-choices";
import type { Placing } from "./use-placing";
import type { Setting } from "./use-setting";

export function useKeys(model: TableModel, placing: Placing, choosing: Choosing, setting: Setting | null, dismiss: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat || isElsewhere(event.target)) return;
      if (event.key === "Escape") return dismiss();
      if (setting && setsBy(model, setting, event.key)) return event.preventDefault();
      const chip = /^[1-9]$/.test(event.key) ? model.chips[Number(event.key) - 1] : undefined;
      const asked = model.question?.asked ? model.question : null;
      const letter = event.key.toUpperCase();
      const choice = asked?.choices.find((offer) => model.letters.get(offer.choice) === letter);
      if (chip) placing.select(chip);
      else if (choice) choosing.choose(choice);
      else return;
      event.preventDefault();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}

/** While a hand is set, digits tap its cards. */
function setsBy({ letters }: TableModel, setting: Setting, key: string): boolean {
  const letter = key.toUpperCase();
  if (/^[1-9]$/.test(key)) setting.tapAt(Number(key) - 1);
  else if (letter === letters.get(SET_KEYS.set)) setting.set();
  else if (letter === letters.get(SET_KEYS.clear)) setting.clear();
  else return false;
  return true;
}

/** Keys in a text field or a dialog do not apply to the table. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [role=dialog]") !== null;
}
