/**
 * Runs all tests of the pages, file after file, the quickest first, and says how long each took.
 *
 *   node tests/run.mjs                 all of them
 *   node tests/run.mjs play axe        some of them
 *   UPDATE_PICTURES=1 node tests/run.mjs pictures
 */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ALL = ["source", "offline", "secrets", "newcomer", "speed", "pseudo", "axe", "pictures", "play"];
const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !ALL.includes(name));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}: one of ${ALL.join(", ")}`);

/** What is measured in milliseconds is measured again where something else kept the machine busy. */
const TRIES = { speed: 3 };

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

function run(name) {
  const args = ["--test", "--test-reporter=spec", join(here, `${name}.test.mjs`)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  return new Promise((ended) => child.on("exit", (code) => ended(code === 0)));
}

const [start, failed] = [Date.now(), []];
for (const name of wanted.length > 0 ? wanted : ALL) {
  const begun = Date.now();
  console.log(`\n== ${name}`);
  let [passed, tries] = [false, 0];
  while (!passed && tries < (TRIES[name] ?? 1)) [passed, tries] = [await run(name), tries + 1];
  if (!passed) failed.push(name);
  console.log(`== ${name}: ${failed.includes(name) ? "FAILED" : "well"} after ${seconds(begun)}`);
}
console.log(`\n${failed.length === 0 ? "all well" : `failed: ${failed.join(", ")}`} after ${seconds(start)}`);
process.exitCode = failed.length === 0 ? 0 : 1;
