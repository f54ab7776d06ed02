/**
 * A game that these pages do not know, served by a separate program (crates/server/examples/another_game.rs): a whole
 * round of it is played on a phone, without any code for it in the pages.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Api, until } from "./api.mjs";
import { PHONE, closePage, openBrowser, openPage } from "./browser.mjs";
import { Finger } from "./hands.mjs";
import { House, PASSWORD } from "./harness.mjs";
import { offeredBets } from "./scenes.mjs";
import { root } from "./services.mjs";
import { enter, expectedWords, place, shownBalance, shownLines, sitDown, spotFor, takeChip, written } from "./table-page.mjs";

const PROGRAM = process.env.CROUPIER_NEWCOMER ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "checked/examples/another_game");
const FILE = join(root, "crates/server/examples/another_game/table.toml");
const TABLE = "A newcomer's game";

let house, browser, table, person;

before(async () => {
  if (!existsSync(PROGRAM)) throw new Error("build it: cargo build --workspace --locked --profile checked --example another_game");
  [house, browser] = await Promise.all([House.open([PROGRAM]), openBrowser()]);
  table = await house.table(readFileSync(FILE, "utf8"), { name: TABLE, bets: 8 });
  await house.ready([table]);
  person = await house.patron();
});

after(async () => {
  await browser?.close();
  await house?.stop();
});

const own = ({ seats }) => seats.find((seat) => seat.you);
const ownWagers = (now) => now.view.wagers.filter((wager) => wager.patron === own(now).patron);

/** One wager of every zone of the layout: the last one, so that zones with several show their menu. */
const oneOfEachZone = ({ layout }) => layout.zones.map(({ wagers }) => wagers.at(-1).wager);

/** Touches the felt for a wager, and waits until it is placed and the page shows the house's stack. */
async function bet(page, hands, wager, names) {
  const offer = offeredBets(await person.table(table)).find((one) => one.wager === wager);
  const spot = await until(`a spot for ${wager}`, () => spotFor(page, wager, 0));
  await takeChip(page, hands, offer);
  await place(page, hands, spot, names.get(wager));
  await until(`${wager} lies on the felt`, async () => ownWagers(await person.table(table)).some((one) => one.wager === wager));
  await until("the stack without the stake", async () => (await shownBalance(page)) === written(own(await person.table(table)).stack));
}

/** The API's result of a finished round. */
async function roundThatEnded(after = 0) {
  const units = await person.units(table, after);
  const events = units.flatMap((unit) => unit.events.map((event) => event.what));
  const found = (name) => events.flatMap((what) => what[name] ?? []);
  const [ended] = found("round-ended");
  return ended && { round: ended.round, lines: found("settled"), dice: events.find((what) => what.rolled).rolled };
}

test("only that game is here", async () => {
  const games = await new Api(house.base).ask("/v1/games");
  assert.deepEqual(games.map(({ game }) => game), [/^game *= *"(.*)"/m.exec(readFileSync(FILE, "utf8"))[1]]);
});

test("a round of a game that the pages do not know, by touch", { timeout: 60_000 }, async () => {
  const rules = await person.ask(`/v1/tables/${table}/rules`);
  const names = new Map(rules.wagers.map(({ wager, name }) => [wager, name]));
  const page = await openPage(browser, house, { size: PHONE });
  const hands = new Finger(page);
  await enter(page, hands, { table: TABLE, name: person.name, password: PASSWORD });
  await sitDown(page, hands, 2_000);
  const zones = page.locator(".felt-zone-label");
  assert.deepEqual(await zones.allTextContents(), rules.layout.zones.map(({ label }) => label), "the zones of its layout");

  const wagers = oneOfEachZone(rules);
  for (const wager of wagers) await bet(page, hands, wager, names);

  const { round, lines, dice } = await until("the end of the round", () => roundThatEnded(), 20_000);
  assert.deepEqual(lines.map((line) => line.wager), wagers, "every wager is settled, in the order they were made");
  const shown = await until("the lines of the round on the page", async () => {
    const panel = await shownLines(page);
    return panel.round === round && panel.own.length >= lines.length && panel;
  });
  assert.equal(shown.own.length, lines.length);
  for (const [at, line] of lines.entries()) {
    for (const words of expectedWords(line, names.get(line.wager))) assert.ok(shown.own[at].includes(words), `"${words}" in: ${shown.own[at]}`);
  }
  const total = String(dice).split("-").reduce((sum, pips) => sum + Number(pips), 0);
  assert.equal(await page.getByRole("group", { name: "Dice", exact: true }).locator("b").textContent(), String(total));
  const { stack } = own(await person.table(table));
  await until("the stack after the settlement", async () => (await shownBalance(page)) === written(stack));
  await hands.press(page.getByRole("button", { name: /^Repeat/ }));
  await until("the same wagers in the next round", async () => {
    const again = ownWagers(await person.table(table)).map(({ wager }) => wager);
    return again.sort().join() === [...wagers].sort().join();
  });
  assert.deepEqual(page.troubles, []);
  await closePage(page);
});

test("its rules are a page as those of every game", async () => {
  const { game, paragraphs, wagers } = await person.ask(`/v1/tables/${table}/rules`);
  const page = await openPage(browser, house, { size: PHONE });
  await page.goto(`/rules/${game}`);
  // Collapsed content is in the page.
  await page.getByText(paragraphs.at(-1).note).waitFor({ state: "attached" });
  const said = await page.locator("main").textContent();
  for (const { name } of wagers) assert.ok(said.includes(name), `the wager ${name}`);
  for (const { id, note } of paragraphs) assert.ok(said.includes(note), `what ${id} says`);
  assert.deepEqual(page.troubles, []);
  await closePage(page);
});

test("a round goes on where it was when its process has ended", { timeout: 60_000 }, async () => {
  const { seq } = await until("bets", async () => {
    const now = await person.table(table);
    return now.view.due.kind === "bets" && ownWagers(now).length === 0 && now;
  }, 20_000);
  await person.bet(table, "A", 0, "seven", 500);
  await house.halt();
  await house.resume();
  await house.ready([table]);
  const { lines } = await until("the end of the round", () => roundThatEnded(seq), 20_000);
  assert.deepEqual(lines.map(({ wager, stake }) => [wager, stake]), [["seven", 500]]);
});
