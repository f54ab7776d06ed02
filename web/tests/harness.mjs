/**
 * A house for the tests: the real server on its own database, founded, furnished and played at by the API. It ends with
 * the tests, even if they fail.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api, Refused, signedIn, until } from "./api.mjs";
import { binary, croupier, root, servers, sql } from "./services.mjs";

/** Everyone's password. */
export const PASSWORD = "a password as long as they want it";
/** The money that a patron brings, in minor units. */
const MONEY = 100_000_000;

async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Starts `croupier serve`, and waits until it accepts requests. */
async function serve(house) {
  const log = [];
  const [program, ...command] = house.program ?? [binary(), "serve", "--config"];
  const child = spawn(program, [...command, house.config, ...house.arguments], { cwd: root });
  child.stdout.on("data", (text) => log.push(text));
  child.stderr.on("data", (text) => log.push(text));
  const ended = new Promise((end) => child.on("exit", end));
  Object.assign(house, { child, ended, log });
  await until(
    "a house that is ready",
    async () => {
      if (child.exitCode !== null) throw new Error(`croupier serve ended: ${log.join("")}`);
      const answer = await fetch(`${house.base}/ready`).catch(() => null);
      await answer?.arrayBuffer();
      return answer?.ok;
    },
    60_000,
  );
}

/** The settings of a process: everything without a fixed place is in one directory. */
async function prepare() {
  const { postgres, nats } = await servers();
  const name = `pages_${process.pid}_${randomBytes(3).toString("hex")}`;
  await sql(postgres, `create database ${name}`);
  const directory = mkdtempSync(join(tmpdir(), "croupier-pages-"));
  const port = await freePort();
  const database = postgres.replace(/\/[^/]*$/, `/${name}`);
  const config = join(directory, "house.toml");
  const settings = { listen: `127.0.0.1:${port}`, database, nats, "nats-prefix": name, keys: join(directory, "house.keys") };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  // All browsers of the tests come from here, and send their own client addresses: the server trusts this proxy.
  lines.push('proxies = ["127.0.0.1"]', "[limits]", "rate = 1000");
  writeFileSync(config, lines.join("\n"));
  return { directory, config, database, name, postgres, keys: settings.keys, base: `http://127.0.0.1:${port}`, arguments: [] };
}

/** Houses that have not been stopped: they end with this process, however it ends. */
const left = new Set();

process.on("exit", () => {
  for (const { child, postgres, name, directory } of left) {
    child?.kill("SIGKILL");
    spawnSync("psql", ["-qAt", postgres, "-c", `drop database if exists ${name} with (force)`]);
    rmSync(directory, { recursive: true, force: true });
  }
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

/** A running house. */
export class House {
  /** @param {object} facts the output of prepare() */
  constructor(facts) {
    Object.assign(this, facts);
    left.add(this);
  }

  /** Founds a house on an empty database and opens it, with staff only; with another program, if one is named. */
  static async open(program) {
    const house = new House({ ...(await prepare()), program });
    try {
      await house.found();
      return house;
    } catch (error) {
      await house.stop();
      throw error;
    }
  }

  async found() {
    await croupier("keys", "new", "--encryption", this.keys);
    const first = await croupier("found", "Riverfront", "--json", "--database", this.database);
    const second = await croupier("found", "Marina", "--currency", "SGD", "--json", "--database", this.database);
    this.cages = { USD: first.cage, SGD: second.cage };
    await serve(this);
    const { name, password } = first.administrator;
    this.administrator = await signedIn(this.base, name, password);
    this.staff = {};
    for (const role of ["pit", "dealer"]) this.staff[role] = await this.account(role, role);
  }

  async account(role, name) {
    await this.administrator.ask("/v1/accounts", { key: randomUUID(), name, password: PASSWORD, role });
    return signedIn(this.base, name, PASSWORD);
  }

  /** A patron with money in every cage. */
  async patron(name = `patron-${randomBytes(4).toString("hex")}`) {
    const patron = await this.account("patron", name);
    for (const cage of Object.values(this.cages)) {
      const deposit = { key: randomUUID(), seen: 0, person: patron.person, amount: MONEY };
      await this.staff.pit.ask(`/v1/cages/${cage}/deposits`, deposit);
    }
    return patron;
  }

  /**
   * Opens a table by the text of a file. Side bets that draw on a meter are removed: tables opened by the API have no
   * meters.
   */
  async table(file, { name, live = false, bets = 5, decisions = 20 }) {
    let text = file;
    const cage = /^game *= *"singapore/m.test(text) ? this.cages.SGD : this.cages.USD;
    for (;;) {
      const open = { key: randomUUID(), name, file: text, cage, live, "bet-seconds": bets, "decision-seconds": decisions };
      try {
        const { table } = await this.staff.pit.ask("/v1/tables", open);
        return table;
      } catch (error) {
        const wager = error instanceof Refused && /(\S+) draws on a meter/.exec(error.problem.detail)?.[1];
        if (!wager) throw error;
        text = withoutSideBet(text, wager);
      }
    }
  }

  /** Waits until newly opened tables accept play. */
  async ready(tables) {
    const api = new Api(this.base);
    await until("tables that were opened", async () => {
      const all = await api.ask("/v1/tables?limit=500");
      const open = new Set(all.filter((one) => one.reachable).map((one) => one.table));
      return tables.every((table) => open.has(table));
    });
    return tables;
  }

  /** Ends the process; the house stays. */
  async halt(signal = "SIGTERM") {
    if (!this.child || this.child.exitCode !== null) return;
    this.child.kill(signal);
    await this.ended;
  }

  /** Restarts at the same address. */
  async resume() {
    await serve(this);
  }

  /** Ends the house permanently. */
  async stop() {
    await this.halt("SIGKILL");
    await sql(this.postgres, `drop database if exists ${this.name} with (force)`);
    rmSync(this.directory, { recursive: true, force: true });
    left.delete(this);
  }
}

/** A demonstration: a house with meters, which the API cannot open, and with bots. Its facts come from its output. */
export class Demonstration extends House {
  static async open() {
    const house = new Demonstration(await prepare());
    const settings = readFileSync(house.config, "utf8").replace(/^keys.*\n/m, "");
    writeFileSync(house.config, settings);
    house.arguments = ["--demo", "--demo-bets", "40", "--json", "--demo-directory", join(house.directory, "demo")];
    try {
      await serve(house);
      const told = () => /\{[^]*\}/.exec(house.log.join(""))?.[0];
      house.told = JSON.parse(await until("what the demonstration says", told, 60_000));
      return house;
    } catch (error) {
      await house.stop();
      throw error;
    }
  }

  /** One of its visitors. */
  visitor(name) {
    const { password } = this.told.accounts.find((one) => one.name === name);
    return signedIn(this.base, name, password);
  }
}

/** A table file without one of its side bets. */
function withoutSideBet(text, wager) {
  const section = new RegExp(`(^|\\n)\\[side-bets\\.${wager}\\][^[]*`);
  if (!section.test(text)) throw new Error(`${wager} has no section of its own`);
  return text.replace(section, "$1");
}

/** The project's table files, each with its game. */
export function tableFiles() {
  const directory = join(root, "tables");
  const files = readdirSync(directory).filter((name) => name.endsWith(".toml"));
  return files.sort().map((name) => {
    const text = readFileSync(join(directory, name), "utf8");
    return { name: name.replace(".toml", ""), text, game: /^game *= *"(.*)"/m.exec(text)[1] };
  });
}

/** The text of one of them. */
export const tableFile = (name) => tableFiles().find((file) => file.name === name).text;
