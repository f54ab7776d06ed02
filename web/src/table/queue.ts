/**
 * Sends commands to the house one after another. Each has its own key, so that a repeated send has one effect, and
 * names what its sender had seen. A decision names the question that it answers, and answers no other.
 */
import { betAt, nearestTo, offersFor, takeBackAt, yourLetter } from "./offers";
import type { Problem } from "../api/client";
import type { AmountRange, Input, Played, TableNow } from "../api/types";

export interface Order {
  key: string;
  seen: number;
  /** What a decision answers. */
  question?: number;
  input: Input;
}

export type Answer =
  | { kind: "done"; played: Played }
  | { kind: "problem"; problem: Problem }
  /** It is unknown whether it arrived. */
  | { kind: "unreachable" };

/** The connection to the house, so that the queue can be tested without one. */
export interface Port {
  send(order: Order): Promise<Answer>;
  look(): Promise<TableNow | null>;
  wait(milliseconds: number): Promise<void>;
  newKey(): string;
}

/** Your commands that the house has not answered yet. A stake that is taken back is negative. */
export interface Pending {
  key: string;
  input: Input;
}

/** A failed command, and the reason. */
export interface Refused {
  key: string;
  input: Input;
  problem: Problem;
  /** The same command with the nearest allowed amounts, below and above, if the amount is the reason. */
  instead: Input[];
}

export interface Listener {
  /** What is pending has changed. */
  changed(): void;
  done(played: Played): void;
  refused(refused: Refused): void;
}

interface Command extends Pending {
  seen: number;
  round: number;
  /** It answers a question; bets do not. */
  decides: boolean;
  /** The question; a process of an older build, which may serve the table during an upgrade, does not send it. */
  question: number | undefined;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;

/** A bet may be sent again after a conflict; a decision about other cards may not. */
const MOST_CONFLICTS = 3;

export class CommandQueue {
  private readonly commands: Command[] = [];
  private running = false;
  private stopped = false;
  /** The last unit that one of our commands made: its effects need no announcement. */
  private ownSeq = 0;
  /** The last decision that was sent and not refused: a repetition counts once. */
  private decided: string | null = null;

  constructor(
    private readonly port: Port,
    private readonly listener: Listener,
  ) {}

  get pending(): readonly Pending[] {
    return this.commands;
  }

  /** Adds a command, with the table as its sender saw it. */
  give(input: Input, now: TableNow): void {
    const { seq: seen, question, view } = now;
    const command = { key: this.port.newKey(), input, seen, round: view.round, decides: isDecision(input), question };
    if (command.decides) {
      if (this.decided === wordsOf(command)) return;
      this.decided = wordsOf(command);
    }
    this.commands.push(command);
    this.listener.changed();
    void this.run();
  }

  /** Stops sending, and ignores pending answers. */
  stop(): void {
    this.stopped = true;
    this.commands.length = 0;
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let command = this.commands[0]; command && !this.stopped; command = this.commands[0]) {
      const answer = await this.carryOut(command);
      if (this.stopped) break;
      this.commands.shift();
      this.listener.changed();
      if (answer.kind === "done") this.listener.done(answer.played);
      else this.refuse(command, answer.problem);
    }
    this.running = false;
  }

  private async carryOut(command: Command): Promise<Exclude<Answer, { kind: "unreachable" }>> {
    let order = this.orderOf(command, command.seen);
    for (let conflicts = 0; ; conflicts += 1) {
      const answer = await this.sendUntilAnswered(order);
      if (answer.kind === "done") {
        this.ownSeq = Math.max(this.ownSeq, answer.played.seq);
        return answer;
      }
      if (!isConflict(answer.problem) || conflicts >= MOST_CONFLICTS) return answer;
      const now = await this.port.look();
      if (!now || !mayGiveAgain(command, now)) return answer;
      order = { ...this.orderOf(command, now.seq), key: this.port.newKey() };
    }
  }

  private orderOf(command: Command, seen: number): Order {
    const { key, input, decides, question } = command;
    if (!decides) return { key, seen: Math.max(seen, this.ownSeq), input };
    return question === undefined ? { key, seen, input } : { key, seen, question, input };
  }

  /** Retries with the same key until the house reports the result. */
  private async sendUntilAnswered(order: Order): Promise<Exclude<Answer, { kind: "unreachable" }>> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const answer = await this.port.send(order);
      if (answer.kind === "done") return answer;
      if (answer.kind === "problem" && (this.stopped || !mayRepeat(answer.problem))) return answer;
      await this.port.wait(wait);
    }
  }

  private refuse(command: Command, problem: Problem): void {
    const { key, input } = command;
    if (this.decided === wordsOf(command)) this.decided = null;
    this.listener.refused({ key, input, problem, instead: insteadOf(input, problem.allowed) });
  }
}

/** Bets and changes of them may be sent at any time while bets are open; every other command answers a question. */
function isDecision(input: Input): boolean {
  return !("bet" in input || "take-back" in input || "work" in input);
}

function wordsOf({ question, seen, input }: Command): string {
  return `${question ?? seen} ${JSON.stringify(input)}`;
}

/** A failed command is not retried; one that found the house busy is. */
function mayRepeat(problem: Problem): boolean {
  return (problem.status === 503 && !hasFailed(problem)) || problem.status === 429;
}

export function hasFailed(problem: Problem): boolean {
  return problem.kind === "failed";
}

function isConflict(problem: Problem): boolean {
  return problem.kind === "conflict";
}

/** Only a bet or its return, only in the round it was meant for, and only while it is offered. */
function mayGiveAgain({ input, round }: Command, now: TableNow): boolean {
  if (now.view.round !== round) return false;
  const offers = offersFor(now, yourLetter(now));
  if ("bet" in input) {
    const { box, wager, beneficiary } = input.bet;
    return betAt(offers, box, wager, beneficiary === "dealers") !== null;
  }
  if ("take-back" in input) return takeBackAt(offers, input["take-back"].box, input["take-back"].wager) !== null;
  return false;
}

function insteadOf(input: Input, allowed: AmountRange | null): Input[] {
  if (!allowed) return [];
  if ("bet" in input) {
    const { bet } = input;
    return nearestTo(allowed, bet.stake).map((stake) => ({ bet: { ...bet, stake } }));
  }
  if (!("choose" in input) || !input.choose.amount) return [];
  const { choose } = input;
  return nearestTo(allowed, input.choose.amount).map((amount) => ({ choose: { ...choose, amount } }));
}

/** The stake that a command would add to a spot, or remove if negative; null for other commands. */
export function stakeOf(input: Input): { box: number; wager: string; amount: number } | null {
  if ("bet" in input) return { box: input.bet.box, wager: input.bet.wager, amount: input.bet.stake };
  if (!("take-back" in input)) return null;
  const { box, wager, amount } = input["take-back"];
  return amount ? { box, wager, amount: -amount } : null;
}

/** The chips that have left your hand and that the house has not answered for yet. */
export function goingChips(pending: readonly Pending[]): number {
  return pending.reduce((sum, { input }) => sum + Math.max(0, stakeOf(input)?.amount ?? 0), 0);
}
