/** An amount within a range: a step down, a typed value, a step up. A typed value is never raised automatically. */
import { useEffect, useId, useState } from "react";
import type { AmountRange } from "../api/types";
import { t } from "../text";
import { allows, nearestTo, stepped } from "./offers";

interface Props {
  label: string;
  range: AmountRange;
  value: number;
  /** The number of minor units in one unit as typed. */
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

/** The suggestions for an invalid amount: the nearest one below and above, with equal emphasis. */
function Nearest({ amounts, money, onTake }: { amounts: number[]; money(value: number): string; onTake(amount: number): void }) {
  return amounts.map((amount) => (
    <button key={amount} type="button" className="btn nearest" onClick={() => onTake(amount)}>
      {t("table.nearest", { amount: money(amount) })}
    </button>
  ));
}
