/**
 * The time limit of the person who must decide. The house sends the deadline and the time of its clock; the page
 * measures the time since then by a monotonic clock.
 */
import type { TableNow } from "../api/types";

export interface Countdown {
  /** The deadline by the house's clock, which identifies the question. */
  until: number;
  /** The deadline, on the scale of `performance.now()`. */
  ends: number;
  /** The remaining time when first seen, in milliseconds. */
  total: number;
}

const MICROSECONDS = 1_000;

/** The remaining seconds that are announced. */
export const ANNOUNCED = [10, 5];

export function countdownOf(now: TableNow, arrived: number, before: Countdown | null): Countdown | null {
  if (now.until === null || now.now === undefined) return null;
  const left = (now.until - now.now) / MICROSECONDS;
  if (left <= 0) return null;
  const ends = arrived + left;
  // A later answer must not extend the time: the answer with the shortest delay is the most accurate.
  if (before?.until === now.until) return { ...before, ends: Math.min(before.ends, ends) };
  return { until: now.until, ends, total: left };
}

export function secondsLeft(countdown: Countdown, at: number): number {
  return Math.max(0, Math.ceil((countdown.ends - at) / 1_000));
}

/** The remaining part of the ring, from 1 to 0. */
export function partLeft(countdown: Countdown, at: number): number {
  return Math.min(1, Math.max(0, (countdown.ends - at) / countdown.total));
}

/** Milliseconds until the displayed second changes. */
export function untilNextSecond(countdown: Countdown, at: number): number {
  const left = countdown.ends - at;
  return left <= 0 ? 1_000 : left % 1_000 || 1_000;
}
