/** Dragging a chip from the tray to a spot, by mouse or finger. */
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from "react";
import type { TrayChip } from "./chips";

export interface Ghost {
  chip: TrayChip;
  x: number;
  y: number;
}

/** The callbacks of a drag: its start and its end. */
export interface Dragging {
  onStart(): void;
  onDrop: Drop;
}

type Drop = (chip: TrayChip, box: number, wagers: string[], spot: Element) => void;

/** Below this many pixels it is a click. */
const STILL = 6;
const TARGET = "data-drop";

export function useDrag(dragging: Dragging) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const told = useRef(dragging);
  told.current = dragging;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function start(chip: TrayChip, event: ReactPointerEvent): void {
    if (event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    const pointer = event.pointerId;
    let moved = false;
    let over: Element | null = null;

    function move(at: PointerEvent): void {
      if (at.pointerId !== pointer) return;
      if (!moved) {
        if (Math.hypot(at.clientX - from.x, at.clientY - from.y) <= STILL) return;
        moved = true;
        told.current.onStart();
      }
      setGhost({ chip, x: at.clientX, y: at.clientY });
      over = highlight(over, spotUnder(at.clientX, at.clientY));
    }

    function end(at: PointerEvent): void {
      if (at.pointerId !== pointer) return;
      const spot = moved && at.type === "pointerup" ? over : null;
      finish();
      if (spot) report(chip, spot);
    }

    function finish(): void {
      highlight(over, null);
      setGhost(null);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      stop.current = null;
    }

    stop.current?.();
    stop.current = finish;
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  function report(chip: TrayChip, spot: Element): void {
    const [box, wagers] = (spot.getAttribute("data-spot") ?? "").split(":");
    if (wagers) told.current.onDrop(chip, Number(box), wagers.split(","), spot);
  }

  return { ghost, start };
}

function spotUnder(x: number, y: number): Element | null {
  return document.elementFromPoint(x, y)?.closest("[data-spot]") ?? null;
}

function highlight(before: Element | null, now: Element | null): Element | null {
  if (before !== now) {
    before?.removeAttribute(TARGET);
    now?.setAttribute(TARGET, "true");
  }
  return now;
}
