import { useEffect, useState, type MouseEvent as ReactMouseEvent } from "react";

/** How long a new question takes no answer: a press in that time was meant for the previous one. */
export const STILL = 400;

/** Whether something has only just come, by a name that it has alone. What a page is opened with is not new. */
export function useFresh(name: string): boolean {
  const [known, setKnown] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(name), STILL);
    return () => clearTimeout(timer);
  }, [name]);
  return known !== name;
}

/** Whether a component has only just come. */
export function useOpening(): boolean {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), STILL);
    return () => clearTimeout(timer);
  }, []);
  return fresh;
}

/** For a click that was meant for what stood there before. */
export function swallow(event: ReactMouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** So far from the first click the second one may fall, in pixels. */
const NEAR = 24;

/** Of two clicks on something that goes with the first, the second is not meant for what lies below it. */
export function ignoreSecond({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): void {
  const stop = (next: MouseEvent) => {
    if (Math.hypot(next.clientX - clientX, next.clientY - clientY) > NEAR) return;
    next.preventDefault();
    next.stopPropagation();
  };
  window.addEventListener("click", stop, { capture: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }), STILL);
}
