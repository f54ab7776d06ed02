/**
 * Loads a module of the pages into Node: bundled by Vite, which strips types and resolves imports as for the browser.
 */
import { fileURLToPath } from "node:url";
import { build } from "vite";

export async function load(name) {
  const entry = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const lib = { entry, formats: ["es"], fileName: "module" };
  const built = await build({ configFile: false, logLevel: "silent", build: { write: false, minify: false, lib } });
  const [{ output }] = [built].flat();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

const RANGE = { min: 500, max: 10_000, step: 500 };

/** An offer as the house sends it. */
export function offer(what, more = {}) {
  return { what, by: "A", due: false, closes: null, amount: null, rule: "RULE-1", default: false, text: "", ...more };
}

export function betOffer(box, wager, more = {}) {
  return offer({ bet: { box, wager } }, { amount: RANGE, ...more });
}

/** A table at which A is you. */
export function tableNow(awaits = [], more = {}) {
  const view = { round: 1, wagers: [], hands: [], due: { kind: "bets", text: "" }, awaits, ...more.view };
  return { seq: 10, question: 8, places: [], seats: [{ patron: "A", you: true, stack: 50_000, staked: 0, since: 0 }], until: null, now: 0, ...more, view };
}
