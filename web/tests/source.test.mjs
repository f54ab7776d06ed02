/** Checks that the pages' sources contain no name of a game or wager, and that every word is in a catalogue. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { root } from "./services.mjs";

const source = join(root, "web/src");

function filesBelow(directory, ends) {
  return readdirSync(directory, { recursive: true })
    .filter((name) => ends.some((end) => name.endsWith(end)) && !name.split("/").includes("tests"))
    .map((name) => join(directory, name));
}

const sources = filesBelow(source, [".ts", ".tsx", ".css"]).map((path) => ({
  path: relative(source, path),
  text: readFileSync(path, "utf8"),
}));

/**
 * Words that the API uses for its own fields, such as `place` for the position of a card: the pages may contain them,
 * although a wager has the same name.
 */
function wordsOfTheApi() {
  const schema = sources.find(({ path }) => path === "api/schema.d.ts").text;
  return new Set([...schema.matchAll(/^\s*"?([\w-]+)"?\??:/gm)].map(([, name]) => name));
}

/**
 * Words that the pages use for something other than the wager of the same name: the result of a bet, a card, a kind of
 * hand, figures in words, a column of pips, the two hands that all bet on.
 */
const OTHERWISE = new Set(["even", "joker", "straight", "three", "four", "five", "column", "player", "banker"]);

/** The ids of games and wagers, from the rule books. */
function idsOfGames() {
  const ids = new Map();
  for (const path of filesBelow(join(root, "rulebooks"), [".toml"])) {
    if (path.endsWith(".layout.toml")) continue;
    let section = "";
    for (const line of readFileSync(path, "utf8").split("\n")) {
      const opened = /^\[+([\w.-]+)\]+/.exec(line)?.[1];
      section = opened ?? section;
      const id = /^id *= *"(.*?)"/.exec(line)?.[1];
      if (id && section === "") for (const word of [id, id.split("/")[1]]) ids.set(word, `the game ${id}`);
      if (id && section === "wager") ids.set(id, `a wager of ${relative(root, path)}`);
    }
  }
  return ids;
}

/**
 * The literals in which an id is a whole word. A common word in a sentence does not count: an id has no blank beside
 * it. Nor does the name of a style.
 */
function inQuotes(text, id) {
  const literals = text.replace(/className="[^"]*"/g, "").matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g);
  const word = new RegExp(`(^|[^\\w-])${id}([^\\w-]|$)`);
  const isUncommon = /[-/]/.test(id);
  return [...literals].map(([literal]) => literal).filter((literal) => {
    const inside = literal.slice(1, -1);
    return word.test(inside) && (isUncommon || !/\s/.test(inside));
  });
}

test("no game and no wager is named in the sources", () => {
  const ids = idsOfGames();
  assert.ok(ids.size > 60, `only ${ids.size} ids were read from the rule books`);
  const found = [];
  const known = wordsOfTheApi();
  for (const [id, what] of ids) {
    if (id.length <= 3 || known.has(id) || OTHERWISE.has(id)) continue;
    for (const { path, text } of sources.filter(({ path }) => path !== "api/schema.d.ts")) {
      for (const literal of inQuotes(text, id)) found.push(`${path}: ${literal}: ${what}`);
    }
  }
  assert.deepEqual(found, []);
});

/** The keys of all catalogues, which are flat objects of strings. */
function catalogue() {
  const keys = new Set();
  for (const { path, text } of sources) {
    if (!/^text\/en.*\.ts$/.test(path)) continue;
    for (const [, key] of text.matchAll(/^\s*"?([\w.-]+)"?:\s*["'`\n]/gm)) keys.add(key);
  }
  return keys;
}

test("every key that is used is in the catalogue, and every key is used", () => {
  const keys = catalogue();
  assert.ok(keys.size > 50, `only ${keys.size} keys were read from the catalogues`);
  const missing = [];
  for (const { path, text } of sources) {
    for (const [, key] of text.matchAll(/\bt\(\s*"([^"]+)"/g)) if (!keys.has(key)) missing.push(`${path}: ${key}`);
    for (const [, stem] of text.matchAll(/\bplural\(\s*"([^"]+)"/g)) {
      if (!keys.has(`${stem}.other`)) missing.push(`${path}: ${stem}.other`);
    }
  }
  assert.deepEqual(missing, []);
  const code = sources.filter(({ path }) => !/^text\/en/.test(path)).map(({ text }) => text).join("\n");
  const dead = [...keys].filter((key) => !isUsed(key, code));
  assert.deepEqual(dead, [], "keys that nothing uses");
});

/** A key may be composed: then its beginning is in a template. */
function isUsed(key, code) {
  const stem = key.replace(/\.(one|other|few|many|two|zero)$/, "");
  if (code.includes(`"${key}"`) || code.includes(`"${stem}"`)) return true;
  const parts = key.split(".");
  return parts.slice(1).some((_, at) => code.includes(`\`${parts.slice(0, at + 1).join(".")}.\${`));
}

test("no text stands in the markup outside the catalogue", () => {
  const found = [];
  for (const { path, text } of sources.filter(({ path }) => path.endsWith(".tsx"))) {
    const withoutComments = text.replace(/\/\*[^]*?\*\//g, "").replace(/\/\/.*$/gm, "");
    for (const [, words] of withoutComments.matchAll(/>\s*([A-Za-z][a-z]+(?: [A-Za-z'’]+)+[.!?…]?)\s*</g)) found.push(`${path}: ${words}`);
    for (const [whole] of withoutComments.matchAll(/\b(?:aria-label|title|placeholder|alt)="[A-Za-z][^"]+"/g)) found.push(`${path}: ${whole}`);
  }
  assert.deepEqual(found, []);
});
