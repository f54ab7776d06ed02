import { useSyncExternalStore } from "react";

const narrow = window.matchMedia("(max-width: 760px)");

function watch(watcher: () => void): () => void {
  narrow.addEventListener("change", watcher);
  return () => narrow.removeEventListener("change", watcher);
}

/** Whether the screen is a phone's, by the same rule as the style sheets. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}
