/** An amount between two ends: one step less, typed in, one step more. */
import { useEffect, useId, useState } from "react";
import type { AmountRange } from "../api/types";
import { t } from "../text";
import { nearestAllowed, stepped } from "./offers";

interface Props {
  label: string;
  range: AmountRange;
  value: number;
  /** How many of what is counted make one whole, as it is typed. */
  unit: number;
  onChange(value: number): void;
}

export function Stepper({ label, range, value, unit, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(String(value / unit));
  useEffect(() => setTyped(String(value / unit)), [value, unit]);

  function read(): void {
    const wanted = Math.round(Number.parseFloat(typed) * unit);
    const next = Number.isFinite(wanted) ? nearestAllowed(range, wanted) : value;
    setTyped(String(next / unit));
    onChange(next);
  }

  const step = (by: 1 | -1) => onChange(stepped(range, value, by));
  return (
    <div className="stepper">
      <label htmlFor={id}>{label}</label>
      <button type="button" className="btn" aria-label={t("table.less")} disabled={value <= range.min} onClick={() => step(-1)}>
        −
      </button>
      <input
        id={id}
        className="field amount"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={read}
        onKeyDown={(event) => event.key === "Enter" && read()}
      />
      <button type="button" className="btn" aria-label={t("table.more")} disabled={value >= range.max} onClick={() => step(1)}>
        +
      </button>
    </div>
  );
}
