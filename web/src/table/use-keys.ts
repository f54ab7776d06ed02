/** Keys of the table: figures choose a chip, letters a choice. */
import { useEffect } from "react";
import type { TableModel } from "./model";
import type { Choosing } from "./use-choices";
import type { Placing } from "./use-placing";

export function useKeys(model: TableModel, placing: Placing, choosing: Choosing, dismiss: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat || isElsewhere(event.target)) return;
      if (event.key === "Escape") return dismiss();
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

/** Keys in a text field or a dialog are not for the table. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [role=dialog]") !== null;
}
