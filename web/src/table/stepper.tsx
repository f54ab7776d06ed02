/** An amount between two ends: one step less, typed in, one step more. What is typed is never made more by itself. */
import { useEffect, useId, useState } from "react";
import type { AmountRange } from "../api/types";
import { t } from "../text";
import { allows, nearestTo, stepped } from "./offers";

interface Props {
  label: string;
  range: AmountRange;
  value: number;
  /** How many of what is counted make one whole, as it is typed. */
  unit: number;
  money(value: number): string;
  onChange(value: number): void;
}

export function Stepper({ label, range, value, unit, money, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(String(value / unit));
  useEffect(() => setTyped(String(value / unit)), [value, unit]);

  const wanted = Math.round(Number.parseFloat(typed) * unit);
  const wrong = !(Number.isFinite(wanted) && allows(range, wanted));

  function read(): void {
    if (!Number.isFinite(wanted)) setTyped(String(value / unit));
    else if (!wrong) onChange(wanted);
  }

  function take(amount: number): void {
    setTyped(String(amount / unit));
    onChange(amount);
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
        aria-invalid={wrong}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={read}
        onKeyDown={(event) => event.key === "Enter" && read()}
      />
      <button type="button" className="btn" aria-label={t("table.more")} disabled={value >= range.max} onClick={() => step(1)}>
        +
      </button>
      {Number.isFinite(wanted) && wrong && <Nearest amounts={nearestTo(range, wanted)} money={money} onTake={take} />}
    </div>
  );
}

/** What may be meant by an amount that cannot be: as much below it as above it, and both look alike. */
function Nearest({ amounts, money, onTake }: { amounts: number[]; money(value: number): string; onTake(amount: number): void }) {
  return amounts.map((amount) => (
    <button key={amount} type="button" className="btn nearest" onClick={() => onTake(amount)}>
      {t("table.nearest", { amount: money(amount) })}
    </button>
  ));
}
