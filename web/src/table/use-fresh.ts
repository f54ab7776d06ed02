import { useEffect, useState, type MouseEvent as ReactMouseEvent } from "react";

/** How long a new question ignores answers: a press in that time was meant for the previous one. */
export const STILL = 400;

/** Whether something has just appeared, by its unique key. Content present when the page opens is not fresh. */
export function useFresh(name: string): boolean {
  const [known, setKnown] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(name), STILL);
    return () => clearTimeout(timer);
  }, [name]);
  return known !== name;
}

/** Whether a component has just appeared. */
export function useOpening(): boolean {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), STILL);
    return () => clearTimeout(timer);
  }, []);
  return fresh;
}

/** Ignores a click that was meant for earlier content. */
export function swallow(event: ReactMouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The maximum distance of a second click from the first, in pixels. */
const NEAR = 24;

/** The second click on something that disappears with the first must not hit what is below it. */
export function ignoreSecond({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): void {
  const stop = (next: MouseEvent) => {
    if (Math.hypot(next.clientX - clientX, next.clientY - clientY) > NEAR) return;
    next.preventDefault();
    next.stopPropagation();
  };
  window.addEventListener("click", stop, { capture: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }), STILL);
}
