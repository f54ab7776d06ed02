/** Requests to the server: typed, with the token of the signed-in person, and problems as errors that say why. */
import { forget, token } from "./session";
import { useSyncExternalStore } from "react";
import type { AmountRange, ProblemBody } from "./types";

/** An error answer of the server, with its reason. */
export class Problem extends Error {
  /** The stable id of the kind: "refused", "conflict", "failed". */
  readonly kind: string;
  /** The kind of earlier versions, which several kinds shared. */
  readonly former: string | null;
  readonly title: string;
  readonly status: number;
  readonly detail: string | null;
  readonly refusal: string | null;
  readonly rules: string[];
  readonly allowed: AmountRange | null;
  readonly wanted: number | null;
  readonly there: number | null;
  readonly since: number | null;

  constructor(body: ProblemBody) {
    super(body.detail ?? body.title);
    this.name = "Problem";
    this.kind = body.type.replace("/problems/", "");
    this.former = body["former-type"]?.replace("/problems/", "") ?? null;
    this.title = body.title;
    this.status = body.status;
    this.detail = body.detail ?? null;
    this.refusal = body.refusal ?? null;
    this.rules = body.rules ?? [];
    this.allowed = body.allowed ?? null;
    this.wanted = body.wanted ?? null;
    this.there = body.there ?? null;
    this.since = body.since ?? null;
  }
}

/** No answer arrived: the server or the connection is down. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

let reachable = true;
const watchers = new Set<() => void>();

function setReachable(now: boolean): void {
  if (reachable === now) return;
  reachable = now;
  watchers.forEach((watcher) => watcher());
}

function watchReachable(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether the last request reached the server. */
export function useReachable(): boolean {
  return useSyncExternalStore(watchReachable, () => reachable);
}

/** The number of attempts before the caller gets the error that the house is busy or the rate limit is exceeded. */
const TRIES = 4;
const LATER = [503, 429];

interface Options {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  signal?: AbortSignal;
}

/** Sends a request. While the house is busy, the same body with the same key is sent again. */
export async function ask<T>(path: string, { method, body, signal }: Options = {}): Promise<T> {
  const headers = new Headers();
  const bearer = token();
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const request: RequestInit = {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  };
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(path, request);
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    const problem = await problemOf(response);
    // The token is no longer valid. Signing in without a token can be answered 401 too.
    if (problem.status === 401 && bearer && bearer === token()) forget("ended");
    if (!LATER.includes(problem.status) || problem.kind === "failed" || attempt === TRIES) throw problem;
    await pause(Number(response.headers.get("Retry-After") ?? 1) * 1000, signal);
  }
}

async function send(path: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, request);
    setReachable(true);
    return response;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    setReachable(false);
    throw new Unreachable(path);
  }
}

/** A proxy may answer without a problem document of ours. */
async function problemOf(response: Response): Promise<Problem> {
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  if (isProblem) return new Problem((await response.json()) as ProblemBody);
  return new Problem({ type: "http", title: response.statusText || String(response.status), status: response.status });
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** A new key for a command; a command sent twice with one key has one effect. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  // Without a secure channel browsers lack randomUUID: builds a version 4 UUID.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
