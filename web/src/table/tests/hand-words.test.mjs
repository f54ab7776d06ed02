import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

// The catalogue asks the browser for its language.
const browser = { location: new URL("https://house.example/"), navigator: { languages: ["en"] }, document: { documentElement: {} } };
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });

const { calledWords, handInFull, handWords, lowWords } = await load("hand-words.ts");
const { calledRanks } = await load("called-ranks.ts");
const called = (kind, ranks, kickers = "") => ({ place: "1", is: { called: kind }, ranks, kickers, cards: [] });

test("hands are named by kind and ranks, and by the card that decides", () => {
  assert.equal(handInFull(called("pair", "9", "A73")), "pair of nines, ace kicker");
  assert.equal(handInFull(called("pair", "9")), "pair of nines", "of two cards");
  assert.equal(handInFull(called("high-card", "", "AK")), "ace high");
  assert.equal(handInFull(called("two-pairs", "KT", "7")), "kings and tens, seven kicker");
  assert.equal(handInFull(called("full-house", "T", "7")), "full house, tens over sevens");
  assert.equal(handInFull(called("straight", "9")), "straight to the nine");
  assert.equal(handInFull(called("royal-flush", "A")), "royal flush");
  assert.equal(lowWords(called("high-card", "", "AK")), "ace-king", "a low hand is its two cards");
  assert.equal(lowWords(called("pair", "9")), "pair of nines");
  assert.equal(handWords({ ...called(""), is: { total: { value: 17, soft: true } } }), "soft 17");
  assert.equal(handWords({ ...called(""), is: { total: { value: 17, soft: false } } }), "17");
  assert.equal(handWords(called("a-kind-of-another-game", "")), "a kind of another game");
});

const words = (called, faces) => calledWords({ called, ...calledRanks(called, faces.split(" ")) });

test("what is paired and the highest card are named by the cards", () => {
  assert.equal(words("pair", "9h 9c As Kd 2c"), "pair of nines");
  assert.equal(words("pair", "Jk Ac 9s 4d 2c"), "pair of aces", "the joker is an ace");
  assert.equal(words("two-pairs", "4h 4c Ts Td 2c"), "tens and fours");
  assert.equal(words("full-house", "4h 4c 4s Td Tc"), "full house, fours over tens");
  assert.equal(words("high-card", "Kd Js 9h 4c 2s"), "king high");
  assert.equal(words("high-card", "Jd (As)"), "ace-jack");
});

test("what the cards do not say by themselves is only called", () => {
  assert.equal(words("pair", "9h As Kd 3c 2c"), "pair", "a deuce that was wild");
  assert.equal(words("straight", "Jk Ks Qh Jc 9s"), "straight");
  assert.equal(words("pair", "?? ?? ?? ?? ??"), "pair");
  assert.equal(words("three-of-a-kind", "9h 9c 9s Kd Kc"), "three of a kind", "these are more");
});
