/** Announcements for screen readers: questions and settlements politely, the next step assertively. */
import { useSyncExternalStore } from "react";

type Urgency = "polite" | "assertive";

const said: Record<Urgency, string> = { polite: "", assertive: "" };
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Announces a text. A repeated text is announced again. */
export function announce(text: string, urgency: Urgency = "polite"): void {
  said[urgency] = said[urgency] === text ? `${text}\u00a0` : text;
  watchers.forEach((watcher) => watcher());
}

export function LiveRegion() {
  const polite = useSyncExternalStore(watch, () => said.polite);
  const assertive = useSyncExternalStore(watch, () => said.assertive);
  return (
    <>
      <div className="vh" role="status" aria-live="polite">
        {polite}
      </div>
      <div className="vh" role="alert" aria-live="assertive">
        {assertive}
      </div>
    </>
  );
}
