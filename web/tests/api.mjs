/** The API as the tests call it directly: to prepare what a page shows, and to look up what it should show. */
import { randomInt, randomUUID } from "node:crypto";

/** A separate address per client: the server counts sign-in attempts by address, and trusts a proxy on this machine. */
export const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until a function returns something true, and returns that. */
export async function until(what, look, milliseconds = 15_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`never came: ${what}`);
    await pause(60);
  }
}

/** An error answer. */
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

  /** GET, or POST with a body. A request that the house is too busy for is retried with the same key. */
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

  /** Sends an input to a table, based on its current state. */
  async say(table, input) {
    const { seq } = await this.table(table);
    return this.ask(`/v1/tables/${table}/inputs`, { key: randomUUID(), seen: seq, input });
  }

  /** All units after a given one, as this person may see them. */
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
