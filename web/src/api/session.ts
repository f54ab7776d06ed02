/** The session of this tab: the token is kept in sessionStorage and lost with the tab. */
import { useSyncExternalStore } from "react";
import type { Session } from "./types";

export interface SignedIn extends Session {
  name: string;
}

/** Why there is no session: the person signed out, or the token is no longer valid. */
export type Left = "signed-out" | "ended";

const STORED = "croupier.session";

let current: SignedIn | null = read();
let left: Left | null = null;
const watchers = new Set<() => void>();

function read(): SignedIn | null {
  const stored = sessionStorage.getItem(STORED);
  return stored === null ? null : (JSON.parse(stored) as SignedIn);
}

function tell(): void {
  watchers.forEach((watcher) => watcher());
}

export function token(): string | null {
  return current?.token ?? null;
}

export function remember(session: SignedIn): void {
  current = session;
  left = null;
  sessionStorage.setItem(STORED, JSON.stringify(session));
  tell();
}

export function forget(why: Left): void {
  current = null;
  left = why;
  sessionStorage.removeItem(STORED);
  tell();
}

/** Why the last session ended, if one did. */
export function whyLeft(): Left | null {
  return left;
}

export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The signed-in person. */
export function useSession(): SignedIn | null {
  return useSyncExternalStore(watchSession, () => current);
}
