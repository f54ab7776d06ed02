/**
 * The current state of one table: the house's last answer, the round as its units describe it, and your pending
 * commands.
 *
 * Units arrive by the stream and signal a change; the page then requests what may be done now. For any number of units,
 * at most one request is in flight, and an older answer never replaces a newer one.
 */
import { ask, newKey, Problem } from "../api/client";
import { openStream, type Stream, type StreamState } from "../api/stream";
import type { Input, Played, TableNow, UnitFrame } from "../api/types";
import { countdownOf, type Countdown } from "./clock";
import { sorted, withChip, withoutLast, worth, type Pile, type Spot } from "./collecting";
import { tableOfHouse, unitOfHouse } from "./of-house";
import { betOf, offersFor, yourLetter } from "./offers";
import { CommandQueue, hasFailed, type Answer, type Order, type Pending, type Refused } from "./queue";
import { afterUnit, afterUnits, NO_ROUND, type RoundState } from "./round";

export interface LiveState {
  now: TableNow | null;
  round: RoundState;
  countdown: Countdown | null;
  stream: StreamState;
  /** The table cannot be shown: it does not exist, or you may not see it. */
  problem: Problem | null;
  /** The house's error if it cannot serve the table; a failed command stays displayed until something happens. */
  said: Problem | null;
  /** The house's notice that it lost displayed units, kept while the round that replaced them is shown. */
  lost: string | null;
  pending: readonly Pending[];
  refused: Refused | null;
  /** Your chips on spots that are not bets yet. */
  collected: readonly Pile[];
  /** Those of them that were returned because bets closed. */
  givenBack: readonly Pile[];
}

const NOTHING: LiveState = {
  now: null,
  round: NO_ROUND,
  countdown: null,
  stream: "connecting",
  problem: null,
  said: null,
  lost: null,
  pending: [],
  refused: null,
  collected: [],
  givenBack: [],
};

/** How many past units are requested: the server's maximum. */
const MOST_UNITS = 256;
const TRY_AGAIN = 1_000;
/** How long the table waits for the stream to report the end of a round. */
const HELD_AT_MOST = 300;

export class LiveTable {
  private state: LiveState = NOTHING;
  private readonly watchers = new Set<() => void>();
  private readonly queue: CommandQueue;
  private stream: Stream | null = null;
  private closed = false;
  private looking: Promise<TableNow | null> | null = null;
  /** The newest unit from the stream. */
  private heard = 0;
  private told = false;
  /** The round as far as the stream has reported it. It is shown together with the table of the same moment. */
  private round: RoundState = NO_ROUND;
  /** The table after a round whose end the stream has not reported yet. */
  private held: TableNow | null = null;

  constructor(private readonly table: number) {
    const port = { send: this.send, look: () => this.look(), wait, newKey };
    const changed = () => this.set({ pending: [...this.queue.pending] });
    this.queue = new CommandQueue(port, { changed, done: this.onDone, refused: this.onRefused });
    void this.begin();
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  readonly current = (): LiveState => this.state;

  close(): void {
    this.closed = true;
    this.queue.stop();
    this.stream?.close();
  }

  /** Sends your command, based on the displayed table; the stakes it adds are pending from now on. */
  give(input: Input, shown: TableNow): void {
    this.set({ refused: null, givenBack: [] });
    this.queue.give(input, shown);
  }

  /** Puts a chip on a spot. A complete bet is sent; otherwise the chip waits for more. */
  collect(spot: Spot, chip: number, shown: TableNow): void {
    const collected = withChip(this.state.collected, spot, chip, shown.question);
    this.set({ collected, refused: null, givenBack: [] });
    this.sortChips();
  }

  /** Takes back chips that are not a bet yet: the last one, or all for certain spots. */
  takeLastChip(): void {
    this.set({ collected: withoutLast(this.state.collected) });
  }

  takeChips(isMeant: (spot: Spot) => boolean): void {
    this.set({ collected: this.state.collected.filter((pile) => !isMeant(pile)) });
  }

  /** Returns why something would be refused; null if it would be granted. The query has no effect. */
  async why(input: Input): Promise<Problem | null> {
    try {
      await ask(`${this.path}/asks`, { body: { input } });
      return null;
    } catch (error) {
      return error instanceof Problem ? error : null;
    }
  }

  /** Shows a refusal that a query returned. */
  refuse(input: Input, problem: Problem): void {
    this.set({ refused: { key: newKey(), input, problem, instead: [] } });
  }

  forgetGivenBack(): void {
    if (this.state.givenBack.length > 0) this.set({ givenBack: [] });
  }

  forgetRefused(): void {
    if (this.state.refused) this.set({ refused: null });
  }

  /** Reads the table again, for example after money has moved. */
  readonly lookAgain = (): void => void this.look();

  private get path(): string {
    return `/v1/tables/${this.table}`;
  }

  private async begin(): Promise<void> {
    while (!this.closed) {
      const now = await this.look();
      if (now && (await this.catchUp(now.seq))) return this.listen();
      if (this.state.problem) return;
      await wait(TRY_AGAIN);
    }
  }

  /** The units of the last rounds, so that a page opened in the middle of one shows its results so far. */
  private async catchUp(seq: number): Promise<boolean> {
    const after = Math.max(0, seq - MOST_UNITS);
    try {
      const units = await ask<UnitFrame[]>(`${this.path}/units?after=${after}&limit=${MOST_UNITS}`);
      this.heard = Math.max(after, units.at(-1)?.seq ?? 0);
      this.round = afterUnits({ ...NO_ROUND, seq: after, since: after }, units.map(unitOfHouse));
      this.set({ round: this.round });
      return true;
    } catch {
      return false;
    }
  }

  private listen(): void {
    if (this.closed) return;
    const { table, onFrame, onState, onLost } = this;
    this.stream = openStream({ table, after: this.heard, onFrame, onState, onLost });
  }

  /** The house has lost displayed units: the page's state is no longer valid, and it requests everything again. */
  private readonly onLost = (lost: string): void => {
    this.stream?.close();
    this.heard = 0;
    this.round = NO_ROUND;
    this.set({ now: null, round: NO_ROUND, lost });
    void this.begin();
  };

  private readonly onFrame = (frame: UnitFrame): void => {
    this.heard = frame.seq;
    this.round = afterUnit(this.round, unitOfHouse(frame));
    if (this.held && this.held.seq <= frame.seq) this.release(this.held);
    if (!this.isBehind()) this.set({ round: this.round });
    // Units that arrive together are processed together, and ignored if the answer to a command has covered them.
    nextFrame(() => this.isBehind() && this.lookAgain());
  };

  private isBehind(): boolean {
    return (this.state.now?.seq ?? 0) < this.heard;
  }

  private readonly onState = (stream: StreamState): void => {
    this.set({ stream });
    if (stream === "open") this.lookAgain();
  };

  /** At most one request is in flight; callers meanwhile get its answer, or that of one more. */
  private look(): Promise<TableNow | null> {
    this.looking ??= this.lookUntilNewest().finally(() => (this.looking = null));
    return this.looking;
  }

  private async lookUntilNewest(): Promise<TableNow | null> {
    while (!this.closed) {
      const now = await this.lookOnce();
      if (!now || now.seq >= this.heard) return now;
    }
    return null;
  }

  private async lookOnce(): Promise<TableNow | null> {
    try {
      const now = await ask<TableNow>(this.path);
      this.show(now);
      return now;
    } catch (error) {
      if (error instanceof Problem) this.set(isOfTheHouse(error) ? { said: error } : { problem: error });
      return null;
    }
  }

  private show(told: TableNow): void {
    const now = tableOfHouse(told);
    const { now: before, stream } = this.state;
    if (before && now.seq < before.seq) return;
    // The answer may arrive before the stream. The result of a round is shown with its end and not after it.
    if (before && before.view.round !== now.view.round && stream === "open" && now.seq > this.heard) this.hold(now);
    else this.release(now);
  }

  private hold(now: TableNow): void {
    this.held = now;
    setTimeout(() => this.held === now && this.release(now), HELD_AT_MOST);
  }

  private release(now: TableNow): void {
    const { now: before, countdown } = this.state;
    this.held = null;
    if (before && now.seq < before.seq) return;
    const said = stays(this.state.said, before?.seq === now.seq);
    const lost = before && before.view.round !== now.view.round ? null : this.state.lost;
    this.set({ now, round: this.round, problem: null, said, lost, countdown: countdownOf(now, performance.now(), countdown) });
    this.sortChips();
  }

  /** Sends chips that form a bet under the current offers, and returns those that can no longer form one. */
  private sortChips(): void {
    const { now, collected } = this.state;
    const you = now && yourLetter(now);
    if (!now || !you || collected.length === 0) return;
    const { whole, waiting, back } = sorted(collected, now, offersFor(now, you));
    this.set({ collected: waiting, ...(back.length > 0 && { givenBack: back }) });
    for (const pile of whole) this.queue.give(betOf(you, pile, worth(pile)), now);
  }

  private readonly send = async (order: Order): Promise<Answer> => {
    try {
      return { kind: "done", played: await ask<Played>(`${this.path}/inputs`, { body: order }) };
    } catch (error) {
      // A truncated answer gives as little information as none.
      if (!(error instanceof Problem)) return { kind: "unreachable" };
      if (isOfTheHouse(error)) this.set({ said: error });
      return { kind: "problem", problem: error };
    }
  };

  private readonly onDone = ({ table }: Played): void => {
    this.set({ said: null });
    if (table) this.show(table);
    else this.lookAgain();
  };

  private readonly onRefused = (refused: Refused): void => {
    this.set({ refused, said: stays(this.state.said, true) });
    this.lookAgain();
  };

  /** Notifies once for all changes of one instant. */
  private set(change: Partial<LiveState>): void {
    if (this.closed) return;
    this.state = { ...this.state, ...change };
    if (this.told) return;
    this.told = true;
    queueMicrotask(() => {
      this.told = false;
      this.watchers.forEach((watcher) => watcher());
    });
  }
}

/** Whether the error is a failure of the house and not of the request. */
function isOfTheHouse({ status }: Problem): boolean {
  return status >= 500 || status === 429;
}

/**
 * The part of the house's error that remains once it serves the table again: a failure, until something has happened.
 */
function stays(said: Problem | null, isUnchanged: boolean): Problem | null {
  return said && isUnchanged && hasFailed(said) ? said : null;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A hidden page gets no animation frames, and must stay up to date nevertheless. */
function nextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, 50);
  else requestAnimationFrame(run);
}
