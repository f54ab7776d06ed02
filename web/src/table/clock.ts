/**
 * The time of the person who is asked. The house says when it runs out and what its clock shows; how much of
 * the difference has
 * passed since is measured here, by a clock that nobody can set.
 */
import type { TableNow } from "../api/types";

export interface Countdown {
  /** The house's own time, by which one question is told from the next. */
  until: number;
  /** When it runs out, on the scale of `performance.now()`. */
  ends: number;
  /** How long it was when it was first seen, in milliseconds. */
  total: number;
}

const MICROSECONDS = 1_000;

/** Seconds left at which they are said aloud. */
export const ANNOUNCED = [10, 5];

export function countdownOf(now: TableNow, arrived: number, before: Countdown | null): Countdown | null {
  if (now.until === null || now.now === undefined) return null;
  const left = (now.until - now.now) / MICROSECONDS;
  if (left <= 0) return null;
  const ends = arrived + left;
  // A later look must not make the time longer: the answer that took the shortest way is the truest.
  if (before?.until === now.until) return { ...before, ends: Math.min(before.ends, ends) };
  return { until: now.until, ends, total: left };
}

export function secondsLeft(countdown: Countdown, at: number): number {
  return Math.max(0, Math.ceil((countdown.ends - at) / 1_000));
}

/** How much of the ring is left, from 1 to 0. */
export function partLeft(countdown: Countdown, at: number): number {
  return Math.min(1, Math.max(0, (countdown.ends - at) / countdown.total));
}

/** Milliseconds until the shown second changes. */
export function untilNextSecond(countdown: Countdown, at: number): number {
  const left = countdown.ends - at;
  return left <= 0 ? 1_000 : left % 1_000 || 1_000;
}
