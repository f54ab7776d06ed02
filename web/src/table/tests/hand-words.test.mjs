import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

// The catalogue asks the browser for its language.
const browser = { location: new URL("https://house.example/"), navigator: { languages: ["en"] }, document: { documentElement: {} } };
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });

const { handInFull, handWords } = await load("hand-words.ts");
const called = (kind, ranks, kickers = "") => ({ place: "1", is: { called: kind }, ranks, kickers, cards: [] });

test("hands are named by kind and ranks, and by the card that decides", () => {
  assert.equal(handInFull(called("pair", "9", "A73")), "pair of nines, ace kicker");
  assert.equal(handInFull(called("pair", "9")), "pair of nines", "of two cards");
  assert.equal(handInFull(called("high-card", "", "AK")), "ace high");
  assert.equal(handInFull(called("two-pairs", "KT", "7")), "kings and tens, seven kicker");
  assert.equal(handInFull(called("full-house", "T", "7")), "full house, tens over sevens");
  assert.equal(handInFull(called("straight", "9")), "straight to the nine");
  assert.equal(handInFull(called("royal-flush", "A")), "royal flush");
  assert.equal(handWords({ ...called(""), is: { total: { value: 17, soft: true } } }), "soft 17");
  assert.equal(handWords({ ...called(""), is: { total: { value: 17, soft: false } } }), "17");
  assert.equal(handWords(called("a-kind-of-another-game", "")), "a kind of another game");
});
