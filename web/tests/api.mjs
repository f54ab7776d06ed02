/**
 * The API as the tests call it beside the pages: by it they prepare what a page is to show, and look up what it should.
 */
import { randomInt, randomUUID } from "node:crypto";

/** An address of its own: the server counts tries to sign in by address, and believes a proxy on this machine. */
export const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until something comes out true, and gives that back. */
export async function until(what, look, milliseconds = 15_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`never came: ${what}`);
    await pause(60);
  }
}

/** An answer that says no. */
export class Refused extends Error {
  constructor(path, status, problem) {
    super(`${path}: ${status} ${problem?.title ?? ""}: ${problem?.detail ?? ""}`);
    Object.assign(this, { status, problem });
  }
}

/** A client. */
export class Api {
  constructor(base, token = null) {
    Object.assign(this, { base, token });
  }

  /** GET, or POST where there is a body. What the house is too busy for is sent again, under the same key. */
  async ask(path, body) {
    const headers = { "content-type": "application/json", "x-forwarded-for": randomAddress() };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    const sent = { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) };
    for (let tried = 0; ; tried += 1) {
      const answer = await fetch(this.base + path, sent);
      if (answer.status === 503 && tried < 40) {
        await answer.arrayBuffer();
        await pause(100);
        continue;
      }
      const text = await answer.text();
      const told = text ? JSON.parse(text) : null;
      if (!answer.ok) throw new Refused(path, answer.status, told);
      return told;
    }
  }

  table(table) {
    return this.ask(`/v1/tables/${table}`);
  }

  /** Says something at a table, by what it shows now. */
  async say(table, input) {
    const { seq } = await this.table(table);
    return this.ask(`/v1/tables/${table}/inputs`, { key: randomUUID(), seen: seq, input });
  }

  /** Every unit after one, as this person may see it. */
  async units(table, after = 0) {
    const all = [];
    for (;;) {
      const more = await this.ask(`/v1/tables/${table}/units?after=${all.at(-1)?.seq ?? after}`);
      if (more.length === 0) return all;
      all.push(...more);
    }
  }

  /** Sits down, and waits for the chips. */
  async buyIn({ table, seat, amount }) {
    const { cage } = await this.table(table);
    const { seen } = await this.ask(`/v1/cages/${cage}/wallet`);
    await this.ask(`/v1/cages/${cage}/buy-ins`, { key: randomUUID(), seen, table, seat, amount });
    await until(`chips at table ${table}`, async () => {
      const { seats } = await this.table(table);
      return seats.some((one) => one.you && one.stack >= amount);
    });
  }

  /** Bets at a table; stakes are in minor units. */
  bet(table, patron, box, wager, stake) {
    return this.say(table, { bet: { patron, box, wager, stake } });
  }

  choose(table, patron, hand, choice, amount) {
    return this.say(table, { choose: { patron, hand, choice, ...(amount && { amount }) } });
  }
}

export async function signedIn(base, name, password) {
  const session = await new Api(base).ask("/v1/session", { name, password });
  return Object.assign(new Api(base, session.token), { person: session.person, name, password });
}
