/** A card that you turn yourself: pull it up slowly from its lower edge, and release it early to leave it face down. */
import { useRef, useState, type MouseEvent, type PointerEvent } from "react";
import { t } from "../text";
import { Card, cardHeight } from "./card";

/** The visible part from which on it stays up. */
const ENOUGH = 0.75;

interface Props {
  /** As it will lie there: "9h". */
  face: string;
  width: number;
  sideways: boolean;
  turn(): void;
}

function movesNothing(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function SqueezedCard({ face, width, sideways, turn }: Props) {
  const [pulled, setPulled] = useState(0);
  const from = useRef<number | null>(null);
  const height = sideways ? width : cardHeight(width);

  function seen(event: PointerEvent): number {
    return from.current === null ? 0 : Math.min(1, Math.max(0, (from.current - event.clientY) / height));
  }

  function begin(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0 || movesNothing()) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = event.clientY;
  }

  function end(event: PointerEvent): void {
    if (from.current === null) return;
    const enough = event.type === "pointerup" && seen(event) >= ENOUGH;
    from.current = null;
    setPulled(enough ? 1 : 0);
    if (enough) turn();
  }

  /** By a key, and with reduced motion also by a click. */
  function click(event: MouseEvent): void {
    event.stopPropagation();
    if (event.detail === 0 || movesNothing()) turn();
  }

  const edge = `${((1 - pulled) * 100).toFixed(1)}%`;
  return (
    <button
      type="button"
      className="felt-squeeze"
      aria-label={t("felt.squeeze")}
      data-pulled={pulled > 0}
      onPointerDown={begin}
      onPointerMove={(event) => from.current !== null && setPulled(seen(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={click}
    >
      <Card face="??" width={width} sideways={sideways} />
      {pulled > 0 && (
        <span className="felt-squeeze-front" aria-hidden="true" style={{ clipPath: `inset(${edge} 0 0 0)` }}>
          <Card face={face} width={width} sideways={sideways} />
        </span>
      )}
      <span className="felt-squeeze-edge" aria-hidden="true" style={{ top: edge }} />
    </button>
  );
}
