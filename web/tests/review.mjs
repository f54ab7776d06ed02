/**
 * Fifteen scenes in which a review found what confuses players, three settled rounds, both played at real tables and pictured
 * in both themes, and tables with every wager of a visitor placed. No test compares them: a person looks at them. `just
 * review-pictures` takes all of them, `node tests/review.mjs 07` only those with 07 in their name.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DESK, PHONE, closePage, openBrowser, openPage, settled, useTheme } from "./browser.mjs";
import { Demonstration, House } from "./harness.mjs";
import { betOnEverything, fullLayout, goOn, liveTable, sharedBox } from "./scenes.mjs";
import { root } from "./services.mjs";

const kept = process.env.PICTURES ?? join(root, "docs/pictures/review");
/** Only scenes whose names contain this, if given. */
const only = process.argv[2] ?? "";
/** Games whose tables are pictured with every wager placed. */
const FULL_TABLES = ["ohio/three-card-poker", "ohio/four-card-poker", "ohio/crazy-four-poker", "ohio/mississippi-stud", "ohio/big-six", "ohio/roulette"];

const at = ({ table }, person) => ({ path: `/tables/${table}`, person });

/** A live-dealt table with these bets: [patron, box, wager, stake in minor units]. */
async function dealt(house, people, { file, name, cards, bets, change }) {
  const scene = await liveTable(house, { file, name, people, script: { cards }, change });
  for (const [who, box, wager, stake] of bets) await people[who].bet(scene.table, letter(who), box, wager, stake);
  await scene.dealer.closeBets();
  return scene;
}

const letter = (who) => "ABCDEFGH"[who];

/** The choices of a list of people, one after the other; the dealer deals on after each. */
async function choose({ table, dealer }, people, choices) {
  for (const [who, hand, choice, stake] of choices) {
    await people[who].choose(table, letter(who), hand, choice, stake);
    await dealer.deal();
  }
}

/** Each scene: its preparation, its actions on the page, and the size. */
const SCENES = {
  "01-one-choice-among-five": {
    async bring(house, people) {
      const cards = { 1: ["Qc", "5c"], 6: ["Kc", "7s"], dealer: ["4d", "9c"] };
      const bets = [[0, 1, "main", 2000], [2, 6, "main", 500]];
      return at(await dealt(house, people, { file: "colorado-blackjack", name: "Blackjack with Rocket Aces", cards, bets }), people[0]);
    },
  },
  "02-insurance": {
    async bring(house, people) {
      const cards = { 1: ["Kc", "9h"], 2: ["3s", "3h"], 3: ["8h", "Qh"], dealer: ["Ac", "9d"] };
      const bets = [[0, 1, "main", 1000], [3, 2, "main", 500], [3, 2, "hedge-22", 500], [3, 2, "silver-stack", 500], [1, 3, "main", 1000]];
      return at(await dealt(house, people, { file: "ride-free", name: "Ride Free, main floor", cards, bets }), people[3]);
    },
  },
  "03-asked-with-the-total": {
    async bring(house, people) {
      const cards = { 2: ["Th", "5d"], 3: ["7c", "9d"], dealer: ["7s", "Tc"] };
      const bets = [[0, 2, "main", 500], [1, 3, "main", 2500]];
      return at(await dealt(house, people, { file: "blackjack-main-floor", name: "Blackjack, main floor", cards, bets }), people[0]);
    },
  },
  "04-phone-after-a-win": {
    size: PHONE,
    async bring(house, people) {
      const cards = { 1: ["Ah", "9s"], 2: ["Td", "9c"], dealer: ["Tc", "8h"] };
      const bets = [[0, 1, "main", 500], [1, 2, "main", 1500]];
      const scene = await dealt(house, people, { file: "blackjack-main-floor", name: "Blackjack, phone", cards, bets });
      await choose(scene, people, [[0, "1", "stand"], [1, "2", "stand"]]);
      return at(scene, people[0]);
    },
  },
  "05-box-of-another": {
    async bring(house, people) {
      const scene = await liveTable(house, { file: "blackjack-main-floor", name: "Blackjack, taken box", people });
      await people[3].bet(scene.table, "D", 1, "main", 500);
      await people[0].bet(scene.table, "A", 2, "main", 1500);
      await people[1].bet(scene.table, "B", 3, "main", 500);
      return at(scene, people[2]);
    },
    act: (page) => page.locator('[data-spot^="1:main"]').filter({ visible: true }).first().click(),
  },
  "06-phone-shared-box": {
    size: PHONE,
    async bring(house, people) {
      return at(await sharedBox(house, people.slice(0, 3), "Pontoon Plus, main floor"), people[2]);
    },
  },
  "07-place-bet-in-steps": {
    async bring(house, people) {
      return at(await fullLayout(house, people.slice(0, 3), "Craps, steps", 3), people[0]);
    },
    async act(page) {
      await page.getByRole("group", { name: "Chips", exact: true }).getByRole("button", { name: /^Chip of 25/ }).click();
      const place = page.locator('[data-spot*="place"]').filter({ visible: true });
      await place.nth(2).click();
      const menu = page.locator(".wager-menu");
      if (await menu.isVisible()) await menu.getByRole("button").first().click();
    },
  },
  "08-craps-with-a-point": {
    async bring(house, people) {
      return at(await fullLayout(house, people.slice(0, 3), "Craps, main floor"), people[0]);
    },
  },
  "09-let-it-ride": {
    async bring(house, people) {
      const cards = { 1: ["9h", "9d", "2c"], 2: ["Ks", "Qs", "4d"], 3: ["3h", "6c", "2d"] };
      const bets = [1, 2, 3].flatMap((box) => ["bet-1", "bet-2", "bet-3"].map((bet) => [box - 1, box, bet, 500]));
      const scene = await dealt(house, people, { file: "let-it-ride", name: "Let It Ride, poker pit", cards, bets });
      await choose(scene, people, [[0, "1", "withdraw"], [1, "2", "withdraw"]]);
      return at(scene, people[2]);
    },
  },
  "10-deuces-wild-names": {
    async bring(house, people) {
      const scene = await liveTable(house, { file: "deuces-wild-xtreme", name: "Deuces Wild Xtreme, poker pit", people });
      for (const [who, person] of people.slice(0, 3).entries()) await betOnEverything(person, scene.table, { box: who + 1 });
      return at(scene, people[1]);
    },
  },
  "11-hold-em-settled": {
    async bring(house, people) {
      const cards = { 1: ["Ah", "9s"], 2: ["Kd", "4c"], dealer: ["Qs", "Jd"], board: ["Ad", "7c", "4s", "2h", "Jc"] };
      const scene = await liveTable(house, { file: "ultimate-texas-holdem", name: "Hold 'Em, poker pit", people, script: { cards } });
      for (const who of [0, 1]) await betOnEverything(people[who], scene.table, { box: who + 1 });
      await scene.dealer.closeBets();
      await goOn(scene, people);
      return at(scene, people[0]);
    },
  },
  "13-phone-add-or-keep": {
    size: PHONE,
    async bring(house, people) {
      const cards = { 1: ["As", "Ad"], 2: ["9c", "7d"], dealer: ["4h", "Tc"] };
      const bets = [[0, 1, "main", 500], [0, 1, "house-money", 500], [1, 2, "main", 1000]];
      return at(await dealt(house, people, { file: "blackjack-main-floor", name: "Blackjack, House Money", cards, bets }), people[0]);
    },
  },
  "14-past-round-on-the-felt": {
    async bring(house, people) {
      const cards = { 1: ["Ts", "9h"], 2: ["8c", "8d"], dealer: ["Kd", "7c"] };
      const bets = [[0, 1, "main", 2500], [1, 2, "main", 1000]];
      const scene = await dealt(house, people, { file: "blackjack-main-floor", name: "Blackjack, past round", cards, bets });
      await choose(scene, people, [[0, "1", "stand"], [1, "2", "stand"]]);
      return { path: `/tables/${scene.table}/rounds/1`, person: people[0] };
    },
  },
  "15-rules-of-craps": { bring: async () => ({ path: "/rules/ohio/craps", person: null }) },
  "16-baccarat-settled": {
    async bring(house, people) {
      const cards = { player: ["Qs", "4h", "6c"], banker: ["3c", "2d", "4s"] };
      const bets = [[0, 3, "banker", 5000], [0, 3, "dragon-banker", 1000], [1, 5, "player", 10000], [2, 1, "banker", 2500], [2, 1, "dragon-player", 500]];
      return at(await dealt(house, people, { file: "mini-baccarat", name: "Mini-baccarat, main floor", cards, bets }), people[0]);
    },
  },
  "17-dice-baccarat-settled": {
    async bring(house, people) {
      const scene = await liveTable(house, { file: "three-dice-baccarat", name: "3 Dice Baccarat, main floor", people, change: (text) => text.replace("patrons", "dealer"), script: { dice: ["4-6-3", "5-6-6"] } });
      const bets = [[0, 3, "banker", 5000], [0, 3, "moon-8", 500], [1, 5, "player", 10000], [2, 1, "banker", 2500], [2, 1, "tie", 1000]];
      for (const [who, box, wager, stake] of bets) await people[who].bet(scene.table, letter(who), box, wager, stake);
      await scene.dealer.closeBets();
      return at(scene, people[0]);
    },
  },
  "18-pai-gow-settled": {
    async bring(house, people) {
      const cards = {
        1: ["As", "2c", "Ts", "9c", "8d", "7d", "6h"],
        3: ["Kd", "Ks", "Qs", "9h", "4d", "7h", "7c"],
        5: ["Jh", "Td", "8s", "6s", "4h", "3s", "2d"],
        dealer: ["Kc", "Qd", "Tc", "7s", "5c", "4c", "2h"],
      };
      // Dealt to the places at once, without stacks.
      const change = (text) => text.replace(/^dealing = .*/m, "");
      const scene = await liveTable(house, { file: "pai-gow-poker", name: "Pai Gow Poker, poker pit", people, change, script: { cards, dice: ["3-4-6"] } });
      const bets = [[0, 3, "main", 2500], [0, 3, "fortune", 500], [1, 5, "main", 5000], [2, 1, "main", 1500], [2, 1, "fortune", 500]];
      for (const [who, box, wager, stake] of bets) await people[who].bet(scene.table, letter(who), box, wager, stake);
      await scene.dealer.closeBets();
      await choose(scene, people, [[0, "3", "house-way"], [1, "5", "house-way"], [2, "1", "house-way"]]);
      return at(scene, people[0]);
    },
  },
};

async function take(browser, house, name, { path, person }, size, act) {
  for (const theme of ["light", "dark"]) {
    const page = await openPage(browser, house, { person, size, theme });
    try {
      await page.goto(path);
      await settled(page);
      if (act) {
        await act(page);
        await page.waitForTimeout(600);
      }
      await useTheme(page, theme);
      await page.screenshot({ path: join(kept, `${name}-${theme}.png`), caret: "hide" });
      if (page.troubles.length > 0) throw new Error(page.troubles.join("; "));
    } finally {
      await closePage(page);
    }
  }
  console.log(name);
}

/** Scenes at live-dealt tables. */
async function scenes(browser) {
  const chosen = Object.entries(SCENES).filter(([name]) => name.includes(only));
  if (chosen.length === 0) return;
  const house = await House.open();
  try {
    for (const [name, { bring, act, size = DESK }] of chosen) {
      const people = [];
      for (let many = 0; many < 4; many += 1) people.push(await house.patron());
      try {
        await take(browser, house, name, await bring(house, people), size, act);
      } catch (error) {
        console.error(`${name}: ${error.stack}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await house.stop();
  }
}

/**
 * The lobby with its meters, and new games with every wager of a visitor placed: tables of a demonstration, which have
 * meters.
 */
async function demonstrated(browser) {
  const names = ["12-lobby-with-meters", ...FULL_TABLES].filter((name) => name.includes(only));
  if (names.length === 0) return;
  const house = await Demonstration.open();
  try {
    const person = await house.visitor(house.told.accounts.find(({ name }) => /patron|visitor/.test(name))?.name ?? house.told.accounts[0].name);
    if (names[0].startsWith("12")) await take(browser, house, names.shift(), { path: "/", person }, DESK);
    const tables = await person.ask("/v1/tables?limit=500");
    for (const game of names) {
      const { table } = tables.find((one) => one.game === game);
      await sitAndBet(person, table);
      const name = `table-${game.split("/")[1]}`;
      await take(browser, house, `${name}-desk`, { path: `/tables/${table}`, person }, DESK);
      await take(browser, house, `${name}-phone`, { path: `/tables/${table}`, person }, PHONE);
    }
  } finally {
    await house.stop();
  }
}

async function sitAndBet(person, table) {
  const { seats } = await person.table(table);
  const taken = new Set(seats.map(({ patron }) => patron));
  const seat = [..."ABCDEFGHIJKLMNOP"].find((one) => !taken.has(one));
  await person.buyIn({ table, seat, amount: 100_000 });
  for (let tries = 0; tries < 120; tries += 1) {
    const { view } = await person.table(table);
    if (view.due.kind === "bets") break;
    await new Promise((done) => setTimeout(done, 500));
  }
  await betOnEverything(person, table, {});
}

mkdirSync(kept, { recursive: true });
const browser = await openBrowser();
try {
  await scenes(browser);
  await demonstrated(browser);
} finally {
  await browser.close();
}
