/**
 * Twins: two houses with the same events, except for face-down cards. A patron's browser receives the same bytes from
 * both: every message of its socket and every answer.
 *
 * Times and the token are removed before the comparison.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./api.mjs";
import { closePage, openBrowser, openPage, shownSeq } from "./browser.mjs";
import { House } from "./harness.mjs";
import { liveTable } from "./scenes.mjs";

/** The inputs at each table; in the twin some of the hidden cards are others. */
const TABLES = [
  {
    file: "blackjack-main-floor",
    bets: [["A", 1, "main", 500], ["B", 2, "main", 500]],
    cards: { 1: ["5s", "6h", "2d"], 2: ["9s", "Qh"], dealer: ["Kd", "7c"] },
    twin: { dealer: ["Kd", "9c"] },
    choices: [["A", "1", "hit"], ["A", "1", "stand"]],
  },
  {
    file: "ultimate-texas-holdem",
    bets: [["A", 1, "ante", 500], ["A", 1, "blind", 500], ["B", 2, "ante", 500], ["B", 2, "blind", 500]],
    cards: { 1: ["5s", "6h"], 2: ["9s", "Qh"], dealer: ["Kd", "7c"], board: ["2h", "3h", "4c"] },
    twin: { 2: ["As", "Ah"], dealer: ["2s", "7d"] },
    choices: [["A", "1", "check"], ["B", "2", "check"]],
  },
  {
    file: "pai-gow-poker",
    change: (text) => text.replace(/^dealing = .*/m, 'dealing = "shoe"').replace(/^start = .*/m, 'start = "button"'),
    bets: [["A", 1, "main", 500], ["B", 2, "main", 500]],
    cards: { 1: ["5s", "6h", "2d", "Kh", "Kd", "9c", "3s"], 2: ["9s", "Qh", "Qd", "4c", "4h", "7s", "2c"], dealer: ["Kc", "7c", "8d", "8h", "Jc", "Td", "3h"] },
    // These settings differ between the houses.
    twin: { 2: ["As", "Ah", "Ad", "4c", "6d", "Jh", "2c"], dealer: ["Ks", "7d", "7h", "2s", "Js", "Tc", "5h"] },
    choices: [["B", "2", "house-way"]],
  },
];

/** Records everything that a page receives, each answer with its request. */
function record(page) {
  const told = { frames: [], answers: new Map(), pending: [] };
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => told.frames.push(plain(String(payload)))));
  page.on("response", (response) => told.pending.push(note(told.answers, response)));
  return told;
}

async function note(answers, response) {
  const asked = `${response.request().method()} ${new URL(response.url()).pathname}${new URL(response.url()).search}`;
  const body = await response.body().catch(() => Buffer.alloc(0));
  const text = `${response.status()} ${plain(body.toString("latin1"))}`;
  const known = answers.get(asked) ?? [];
  // The number of reads without a change depends on timing.
  if (known.at(-1) !== text) answers.set(asked, [...known, text]);
}

const plain = (text) =>
  text.replace(/"(at|now|until|expires|since)":\d+/g, '"$1":0').replace(/"token":"[^"]*"/g, '"token":""');

/** One house, with all its inputs, and what A's browser received. */
async function observe(browser, isTwin) {
  const house = await House.open();
  try {
    const people = { A: await house.patron("ada"), B: await house.patron("ben") };
    const surveillance = await house.account("surveillance", "eye");
    const all = { told: [], seen: [] };
    for (const script of TABLES) {
      const cards = isTwin ? { ...script.cards, ...script.twin } : script.cards;
      const scene = await liveTable(house, { file: script.file, name: script.file, people: Object.values(people), script: { cards }, change: script.change });
      const page = await openPage(browser, house, { person: people.A });
      const told = record(page);
      await page.goto(`/tables/${scene.table}`);
      await play(script, { ...scene, people, page });
      await closePage(page);
      await Promise.all(told.pending);
      all.told.push(told);
      all.seen.push(plain(JSON.stringify(await surveillance.units(scene.table))));
    }
    return all;
  } finally {
    await house.stop();
  }
}

/** Sends all inputs, and lets the page catch up after each, so that it reads equally often in both houses. */
async function play({ bets, choices }, { table, dealer, people, page }) {
  const caughtUp = async () => {
    const { seq } = await people.A.table(table);
    await until(`unit ${seq} on the page`, async () => (await shownSeq(page)) >= seq);
    await page.waitForLoadState("networkidle");
  };
  const deal = async () => {
    while (await dealer.step()) await caughtUp();
  };
  await caughtUp();
  for (const [patron, box, wager, stake] of bets) {
    await people[patron].bet(table, patron, box, wager, stake);
    await caughtUp();
  }
  const { view } = await dealer.api.table(table);
  await dealer.api.say(table, { step: view.due.step });
  await caughtUp();
  await deal();
  for (const [patron, hand, choice] of choices) {
    await people[patron].choose(table, patron, hand, choice);
    await caughtUp();
    if (choice !== "stand") await deal();
  }
}

test("a hidden card changes no byte that a patron's browser receives", { timeout: 60_000 }, async () => {
  const browser = await openBrowser();
  try {
    const [one, other] = await Promise.all([observe(browser, false), observe(browser, true)]);
    for (const [at, { file }] of TABLES.entries()) {
      assert.notEqual(one.seen[at], other.seen[at], `${file}: the twins are no twins: surveillance sees no difference`);
      const [told, twin] = [one.told[at], other.told[at]];
      assert.ok(told.frames.length > 8, `${file}: only ${told.frames.length} messages were received`);
      assert.deepEqual(told.frames, twin.frames, `${file}: messages`);
      assert.deepEqual([...told.answers.keys()].sort(), [...twin.answers.keys()].sort(), `${file}: what was asked`);
      for (const [asked, answers] of told.answers) assert.deepEqual(answers, twin.answers.get(asked), `${file}: ${asked}`);
    }
  } finally {
    await browser.close();
  }
});
