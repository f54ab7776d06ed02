import { useLocationProperty } from "wouter/use-browser-location";

/** The id of the paragraph in the address. */
export function useAnchor(): string | null {
  const hash = useLocationProperty(() => location.hash);
  return hash.length > 1 ? decodeURIComponent(hash.slice(1)) : null;
}
