/** Queries to the server, cached and shared between pages. */
import { QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { ask, Unreachable } from "./client";
import { token, useSession } from "./session";
import type { Cage, Game, Listed, Meter, MyRound, Round, Rules, RuleSummary, Wallet } from "./types";

/** How often the lobby polls, in milliseconds. */
const LOOK_EVERY = 2000;
/** How long rules are cached: a rule book changes only with the program, a table's file only between rounds. */
const RULES_GOOD_FOR = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Whether the machine has a network does not show whether the house can be reached.
      networkMode: "always",
      retry: (failures, error) => error instanceof Unreachable && failures < 2,
      refetchOnWindowFocus: false,
    },
  },
});

function asked<T>(path: string, key: unknown[] = [path]) {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => ask<T>(path, { signal }) });
}

/** Tables per page: the server's maximum. */
const PAGE = 500;

/** All tables, page by page. An unchanged page comes from the browser's cache. */
async function allTables(signal: AbortSignal): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let after = 0; ; ) {
    const page = await ask<Listed[]>(`/v1/tables?after=${after}&limit=${PAGE}`, { signal });
    all.push(...page);
    const last = page.at(-1);
    if (page.length < PAGE || !last) return all;
    after = last.table;
  }
}

const TABLES = queryOptions({ queryKey: ["/v1/tables"], queryFn: ({ signal }) => allTables(signal) });

/** The tables as of the first query. */
export function useTables() {
  return useQuery({ ...TABLES, staleTime: RULES_GOOD_FOR });
}

/** The tables, polled repeatedly. */
export function useTablesNow() {
  return useQuery({ ...TABLES, refetchInterval: LOOK_EVERY });
}

export function useMeters() {
  return useQuery({ ...asked<Meter[]>("/v1/meters"), refetchInterval: LOOK_EVERY });
}

export function useGames() {
  return useQuery({ ...asked<Game[]>("/v1/games"), staleTime: RULES_GOOD_FOR });
}

export function useCages() {
  return useQuery({ ...asked<Cage[]>("/v1/cages"), staleTime: RULES_GOOD_FOR });
}

/** The rules of a game, by its whole id. */
export function useRules(game: string | null) {
  return useQuery({ ...asked<Rules>(`/v1/games/${game}`), staleTime: RULES_GOOD_FOR, enabled: game !== null });
}

/** The rules of a game as in force at a table. */
export function useTableRules(table: number | null) {
  return useQuery({ ...asked<Rules>(`/v1/tables/${table}/rules`), staleTime: RULES_GOOD_FOR, enabled: table !== null });
}

/** Our summary of one paragraph. */
export function useRuleSummary(id: string, enabled = true) {
  return useQuery({ ...asked<RuleSummary>(`/v1/rule?id=${encodeURIComponent(id)}`), staleTime: Infinity, enabled });
}

/** Personal data is cached under the person's number, so that a person never sees the previous person's data. */
function useOwn<T>(path: string | null) {
  const session = useSession();
  return useQuery({
    ...asked<T>(path ?? "", ["own", session?.person ?? null, path]),
    enabled: path !== null && session !== null,
  });
}

export function useWallet(cage: number | null) {
  return useOwn<Wallet>(cage === null ? null : `/v1/cages/${cage}/wallet`);
}

/** Invalidates the cached wallets: money has moved. */
export function walletsChanged(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === "own" && String(queryKey[2]).endsWith("/wallet"),
  });
}

export function useMyRounds(limit: number) {
  return useOwn<MyRound[]>(`/v1/me/rounds?limit=${limit}`);
}

export function useRound(table: number, round: number) {
  return useOwn<Round>(`/v1/tables/${table}/rounds/${round}`);
}

/** Removes all personal data from the cache. */
export function forgetOwn(): void {
  if (token() === null) queryClient.removeQueries({ queryKey: ["own"] });
}
