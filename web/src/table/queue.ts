/**
 * Commands go to the house one after another. Each has a key of its own, so that sent twice it is carried out once, and
 * names what its sender had seen when they gave it. A decision names the question that it answers: whatever has been answered
 * meanwhile, it answers no other.
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
  /** Nobody knows whether it arrived. */
  | { kind: "unreachable" };

/** The way to the house, so that the queue can be tried without one. */
export interface Port {
  send(order: Order): Promise<Answer>;
  look(): Promise<TableNow | null>;
  wait(milliseconds: number): Promise<void>;
  newKey(): string;
}

/** What you have asked for and the house has not answered yet. A stake that is taken back is negative. */
export interface Pending {
  key: string;
  input: Input;
}

/** Something that was not done, and why. */
export interface Refused {
  key: string;
  input: Input;
  problem: Problem;
  /** The same with the nearest amounts that would be taken, below and above, where amounts are the matter. */
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
  /** It answers a question, as bets do not. */
  decides: boolean;
  /** Which one; a process of an older build, which the table may be at while the house changes over, does not tell it. */
  question: number | undefined;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;

/** A bet may be given again when something came between; what was decided about other cards may not. */
const MOST_CONFLICTS = 3;

export class CommandQueue {
  private readonly commands: Command[] = [];
  private running = false;
  private stopped = false;
  /** The last unit that a command of ours made: its effects nobody needs to be told of. */
  private ownSeq = 0;
  /** The last decision that was given, and was not refused: given twice it is one. */
  private decided: string | null = null;

  constructor(
    private readonly port: Port,
    private readonly listener: Listener,
  ) {}

  get pending(): readonly Pending[] {
    return this.commands;
  }

  /** Adds a command, with the table as the sender saw it. */
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

  /** Nothing more is sent; what is on its way is not listened to any more. */
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

  /** The same key again and again, until the house says what has become of it. */
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

/** Bets and what is done with them may be given at any time while bets are open; everything else answers a question. */
function isDecision(input: Input): boolean {
  return !("bet" in input || "take-back" in input || "work" in input);
}

function wordsOf({ question, seen, input }: Command): string {
  return `${question ?? seen} ${JSON.stringify(input)}`;
}

/** A command that failed is not repeated by itself; one that found the house busy is. */
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

/** What a command would put on a spot, or take from it where the amount is negative; nothing for others. */
export function stakeOf(input: Input): { box: number; wager: string; amount: number } | null {
  if ("bet" in input) return { box: input.bet.box, wager: input.bet.wager, amount: input.bet.stake };
  if (!("take-back" in input)) return null;
  const { box, wager, amount } = input["take-back"];
  return amount ? { box, wager, amount: -amount } : null;
}

/** The chips that have left your hand and that the house has not answered for. */
export function goingChips(pending: readonly Pending[]): number {
  return pending.reduce((sum, { input }) => sum + Math.max(0, stakeOf(input)?.amount ?? 0), 0);
}
