/**
 * What the tests need from the machine: the built server, PostgreSQL and NATS as `.ci/services` runs them.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The root of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The server under test: CROUPIER_BINARY, or cargo's last build for tests. */
export function binary() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const places = [process.env.CROUPIER_BINARY, join(target, "checked/croupier"), join(target, "release/croupier")];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error("no croupier is built: set CROUPIER_BINARY, or build target/checked/croupier");
  return found;
}

/**
 * The addresses of PostgreSQL and NATS.
 * @returns {Promise<{postgres: string, nats: string}>}
 */
export async function servers() {
  const { CROUPIER_TEST_POSTGRES: postgres, CROUPIER_TEST_NATS: nats } = process.env;
  if (postgres && nats) return { postgres, nats };
  const { stdout } = await run(join(root, ".ci/services"), ["env"]);
  const said = (name) => new RegExp(`${name}=(\\S+)`).exec(stdout)?.[1];
  return { postgres: said("CROUPIER_TEST_POSTGRES"), nats: said("CROUPIER_TEST_NATS") };
}

/** Runs a statement on a database. */
export async function sql(address, statement) {
  const { stdout } = await run("psql", ["-qAt", "-v", "ON_ERROR_STOP=1", address, "-c", statement]);
  return stdout.trim();
}

/** Runs `croupier` to completion, and parses its JSON output if there is any. */
export async function croupier(...args) {
  const { stdout } = await run(binary(), args, { cwd: root });
  return stdout.startsWith("{") ? JSON.parse(stdout) : stdout;
}
