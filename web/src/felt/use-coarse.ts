import { useSyncExternalStore } from "react";

const coarse = window.matchMedia("(pointer: coarse)");

function watch(watcher: () => void): () => void {
  coarse.addEventListener("change", watcher);
  return () => coarse.removeEventListener("change", watcher);
}

/** Whether what points at the screen is a finger, which hides what it points at. */
export function useCoarse(): boolean {
  return useSyncExternalStore(watch, () => coarse.matches);
}
