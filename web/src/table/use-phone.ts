import { useSyncExternalStore } from "react";

const narrow = window.matchMedia("(max-width: 760px)");

function watch(watcher: () => void): () => void {
  narrow.addEventListener("change", watcher);
  return () => narrow.removeEventListener("change", watcher);
}

/** Whether the screen is that of a phone, as the style sheets have it. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}
