/**
 * The amount of a progressive meter. Between two answers of the house it grows from one to the other and never beyond.
 */
import { useEffect, useRef, useState } from "react";
import type { Meter } from "../api/types";
import { capital, money } from "../text";
import { word } from "../text/words";

/** Shorter than the time between two answers. */
const GROWS_FOR = 900;

export function MeterFigure({ meter }: { meter: Meter }) {
  const shown = useGrowing(meter.amount);
  if (shown === null) return null;
  return (
    <div className="meter">
      <b>{money(shown, meter.currency)}</b> <span className="lab">{meterName(meter)}</span>
    </div>
  );
}

/** A house names its meters by the ids of its file; an id without an entry is shown unchanged. */
function meterName({ name }: Meter): string {
  const id = name.replace(/^meter /, "");
  return word("", "meter", id) ?? capital(id.replaceAll("-", " "));
}

function useGrowing(told: number | null): number | null {
  const [shown, setShown] = useState(told);
  const from = useRef(told);
  useEffect(() => {
    const begin = from.current;
    from.current = told;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // After a payout the amount drops immediately.
    if (told === null || begin === null || told <= begin || still) {
      setShown(told);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function grow(now) {
      const part = Math.min(1, Math.max(0, (now - began) / GROWS_FOR));
      setShown(Math.floor(begin + (told - begin) * part));
      if (part < 1) frame = requestAnimationFrame(grow);
    });
    return () => cancelAnimationFrame(frame);
  }, [told]);
  return shown;
}
