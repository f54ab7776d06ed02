/**
 * Handles the keys and pointers of all spots in one place: a spot is only a button with `data-spot`, so it need not be
 * rendered again when a handler changes.
 */
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from "react";
import type { FeltProps } from "./model";
import { nearest, type Direction } from "./nearest";
import { parseSpotKey } from "./spots";

const LONG_PRESS = 500;
/** A finger that moves further than this drags or scrolls. */
const STILL = 10;

const DIRECTIONS: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

function spotAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-spot]") : null;
}

function allSpots(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-spot]")];
}

/** One spot is in the Tab order: the last focused one, otherwise the first. */
function keepOneInTabOrder(root: HTMLElement, wanted?: HTMLElement) {
  const spots = allSpots(root);
  const chosen = wanted ?? spots.find((spot) => spot.tabIndex === 0) ?? spots[0];
  for (const spot of spots) spot.tabIndex = spot === chosen ? 0 : -1;
}

function moveFocus(root: HTMLElement, from: HTMLElement, direction: Direction) {
  const others = allSpots(root).filter((spot) => spot !== from);
  const next = nearest(from.getBoundingClientRect(), others.map((spot) => spot.getBoundingClientRect()), direction);
  if (next !== null) others[next]?.focus();
}

interface Press {
  timer: number;
  x: number;
  y: number;
}

type Reports = Pick<FeltProps, "onPlace" | "onRemove">;

export function useSpots<E extends HTMLElement>(root: RefObject<E | null>, { onPlace, onRemove }: Reports) {
  const press = useRef<Press | null>(null);
  // A long press has already removed chips: the click or menu event after it is ignored.
  const pressed = useRef(false);

  useLayoutEffect(() => {
    if (root.current) keepOneInTabOrder(root.current);
  });

  const endPress = () => {
    if (press.current) window.clearTimeout(press.current.timer);
    press.current = null;
  };
  useEffect(() => endPress, []);

  const remove = (spot: HTMLElement) => {
    const { box, wagers } = parseSpotKey(spot.dataset.spot ?? "");
    onRemove(box, wagers);
  };

  return {
    onClick(event: MouseEvent) {
      const spot = spotAt(event.target);
      if (!spot || pressed.current) return;
      const { box, wagers } = parseSpotKey(spot.dataset.spot ?? "");
      onPlace(box, wagers, spot);
    },
    onContextMenu(event: MouseEvent) {
      const spot = spotAt(event.target);
      if (!spot) return;
      event.preventDefault();
      const touched = press.current !== null;
      endPress();
      if (!pressed.current) remove(spot);
      pressed.current ||= touched;
    },
    onPointerDown(event: PointerEvent) {
      pressed.current = false;
      const spot = spotAt(event.target);
      if (!spot || event.pointerType === "mouse") return;
      const timer = window.setTimeout(() => {
        pressed.current = true;
        remove(spot);
      }, LONG_PRESS);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const { current } = press;
      if (current && Math.hypot(event.clientX - current.x, event.clientY - current.y) > STILL) endPress();
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    onKeyDown(event: KeyboardEvent) {
      pressed.current = false;
      const spot = spotAt(event.target);
      if (!spot || !root.current || event.altKey || event.ctrlKey || event.metaKey) return;
      const direction = DIRECTIONS[event.key];
      if (direction) moveFocus(root.current, spot, direction);
      else if (event.key === "Backspace" || event.key === "Delete") remove(spot);
      else return;
      event.preventDefault();
    },
    onFocus(event: { target: EventTarget }) {
      const spot = spotAt(event.target);
      if (spot && root.current) keepOneInTabOrder(root.current, spot);
    },
  };
}
