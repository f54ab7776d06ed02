/** Dragging a card from one hand to the other, by mouse or finger. A pointer that hardly moves is a click. */
import { useRef, useState, type MouseEvent, type PointerEvent } from "react";

/** Below this many pixels it is a click. */
const STILL = 6;
/** Within this time, in milliseconds, two presses of one card count as one, as do two at a place that the first card has left. */
const TWICE = 250;
const NEAR = 24;

interface Moved {
  draw: number;
  /** The distance, in layout pixels. */
  x: number;
  y: number;
}

interface Held {
  draw: number;
  pointer: number;
  x: number;
  y: number;
  /** The scale factor of the felt. */
  scale: number;
}

/** The hand below a point: the card itself lies above it. */
function handAt(x: number, y: number): string | null {
  const frame = document.elementsFromPoint(x, y).find((element) => element.matches(".felt-set-frame"));
  return frame instanceof HTMLElement ? (frame.dataset.hand ?? null) : null;
}

export function useCardDrag(drop: (draw: number, hand: string) => void) {
  const [moved, setMoved] = useState<Moved | null>(null);
  const held = useRef<Held | null>(null);
  const dragged = useRef(false);
  const last = useRef({ draw: -1, at: 0, x: 0, y: 0 });

  function move(event: PointerEvent): void {
    const from = held.current;
    if (!from || event.pointerId !== from.pointer) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    dragged.current ||= Math.hypot(x, y) > STILL;
    if (dragged.current) setMoved({ draw: from.draw, x: x / from.scale, y: y / from.scale });
  }

  function end(event: PointerEvent): void {
    const from = held.current;
    if (!from || event.pointerId !== from.pointer) return;
    held.current = null;
    setMoved(null);
    const hand = dragged.current && event.type === "pointerup" ? handAt(event.clientX, event.clientY) : null;
    if (hand !== null) drop(from.draw, hand);
  }

  const handlers = (draw: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const { currentTarget: card, clientX: x, clientY: y, pointerId: pointer } = event;
      card.setPointerCapture(pointer);
      dragged.current = false;
      held.current = { draw, pointer, x, y, scale: card.offsetWidth > 0 ? card.getBoundingClientRect().width / card.offsetWidth : 1 };
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: () => (dragged.current = false),
  });

  /** Whether a press of a card counts: not at the end of a drag, nor as the second half of a double click. */
  function isPress(draw: number, { clientX: x, clientY: y, detail }: MouseEvent): boolean {
    const before = last.current;
    const at = performance.now();
    // A key press has no position.
    const isNear = detail > 0 && Math.hypot(x - before.x, y - before.y) < NEAR;
    const again = at - before.at < TWICE && (before.draw === draw || isNear);
    last.current = { draw, at, x, y };
    return !dragged.current && !again;
  }

  return { moved, handlers, isPress };
}
