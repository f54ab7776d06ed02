import { useSyncExternalStore } from "react";

const coarse = window.matchMedia("(pointer: coarse)");

function watch(watcher: () => void): () => void {
  coarse.addEventListener("change", watcher);
  return () => coarse.removeEventListener("change", watcher);
}

/** Whether the pointer is a finger, which hides its target. */
export function useCoarse(): boolean {
  return useSyncExternalStore(watch, () => coarse.matches);
}
