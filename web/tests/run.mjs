/**
 * Runs the tests of the pages and prints the duration of each file: first, alone, those that measure milliseconds; then
 * the others in two lanes, since pages mostly wait.
 *
 *   node tests/run.mjs                 all of them
 *   node tests/run.mjs unmeasured      all that may run on a busy machine
 *   node tests/run.mjs play axe        some of them
 *   PAGES_SEED=7 node tests/run.mjs    one size or way of every page and table, the other one with PAGES_SEED=8
 *   PLAY_TWICE=1 node tests/run.mjs play    every click and every key of every game twice in a row
 *   SHOWS=skipped node tests/run.mjs play   with motion, every beat skipped
 *   UPDATE_PICTURES=1 node tests/run.mjs pictures
 */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ALONE = ["speed", "motion"];
const LANES = [["source", "play", "pictures"], ["questions", "seat", "bank", "offline", "secrets", "newcomer", "pseudo", "axe"]];
const ALL = [...ALONE, ...LANES.flat()];
const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2).flatMap((name) => (name === "unmeasured" ? LANES.flat() : [name]));
const unknown = wanted.filter((name) => !ALL.includes(name));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}: one of ${ALL.join(", ")}`);

/** Measurements in milliseconds are repeated if other work on the machine disturbed them. */
const TRIES = { speed: 3, motion: 3 };

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** The output of a file is printed when it has ended, so that two of them do not mix. */
function run(name) {
  const args = ["--test", "--test-force-exit", "--test-reporter=spec", join(here, `${name}.test.mjs`)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => printed.push(bytes));
  return new Promise((ended) => child.on("close", (code) => ended([code === 0, Buffer.concat(printed).toString()])));
}

const [start, failed] = [Date.now(), []];

async function lane(names) {
  for (const name of names.filter((one) => wanted.length === 0 || wanted.includes(one))) {
    const begun = Date.now();
    let [passed, printed, tries] = [false, "", 0];
    while (!passed && tries < (TRIES[name] ?? 1)) [[passed, printed], tries] = [await run(name), tries + 1];
    if (!passed) failed.push(name);
    console.log(`\n== ${name}\n${printed}== ${name}: ${passed ? "well" : "FAILED"} after ${seconds(begun)}${tries > 1 ? `, ${tries} tries` : ""}`);
  }
}

await lane(ALONE);
await Promise.all(LANES.map(lane));
console.log(`\n${failed.length === 0 ? "all well" : `failed: ${failed.join(", ")}`} after ${seconds(start)}`);
process.exitCode = failed.length === 0 ? 0 : 1;
