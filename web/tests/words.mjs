/** The pages' words of games: by kind and id, with the games' own words by game. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./services.mjs";

const directory = join(root, "web/words/en");
const files = readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")));

/** The name of an id; at a certain step, if it differs there. */
export function wordFor(game, kind, id, step = "") {
  const lists = [...files.map(({ games }) => games?.[game]), ...files].map((words) => words?.[kind]);
  const find = (key) => lists.find((list) => list?.[key] !== undefined)?.[key];
  const word = find(`${id}@${step}`) ?? find(id);
  if (word === undefined) throw new Error(`${game} has no word for the ${kind} ${id}`);
  return word;
}
