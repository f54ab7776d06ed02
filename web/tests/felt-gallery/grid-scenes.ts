/** A grid of zones in the manner of a dice table, full of three patrons' bets. */
import type { Layout } from "../../src/felt/model";
import type { SCENES, Bet } from "./scenes";

type Scene = (typeof SCENES)[string];
type Zone = Layout["zones"][number];
type Area = Zone["wide"];

const zone = (id: string, label: string, note: string | null, wagers: string[], wide: Area, tall: Area, more: Partial<Zone> = {}): Zone => ({
  id, label, note, wide, tall, dice: [], marker: null, ...more,
  wagers: wagers.map((wager) => ({ wager: `${id}-${wager}`, label: wager })),
});

const numbers = ["4", "5", "SIX", "8", "NINE", "10"];
const pairs: [string, [number, number], string][] = [
  ["hard-6", [3, 3], "9 to 1"], ["hard-10", [5, 5], "7 to 1"], ["hard-8", [4, 4], "9 to 1"], ["hard-4", [2, 2], "7 to 1"],
  ["three", [1, 2], "15 to 1"], ["eleven", [6, 5], "15 to 1"], ["two", [1, 1], "30 to 1"], ["twelve", [6, 6], "30 to 1"],
];

const zones: Zone[] = [
  zone("against", "Don’t come", "12 is a push", ["one"], [0, 0, 2, 6], [0, 0, 6, 2]),
  ...numbers.map((label, at) =>
    zone(`n${at}`, label, null, ["come", "odds", "place", "buy", "lay"], [2 + at * 2, 0, 2, 6], [(at % 3) * 2, 2 + Math.floor(at / 3) * 4, 2, 4], { marker: { id: "puck", value: at } }),
  ),
  zone("come", "COME", null, ["one"], [0, 6, 14, 3], [0, 10, 6, 2]),
  zone("field", "FIELD", "2 and 12 pay double · 3 4 9 10 11", ["one"], [0, 9, 14, 3], [0, 12, 6, 3]),
  zone("no", "DON’T PASS", "12 is a push", ["one"], [0, 12, 14, 2], [0, 15, 6, 2]),
  zone("line", "PASS LINE", null, ["line", "odds"], [0, 14, 14, 3], [0, 17, 6, 2]),
  ...pairs.map(([id, dice, note], at) =>
    zone(id, "", note, ["one"], [14 + (at % 2) * 2, 2 + Math.floor(at / 2) * 3, 2, 3], [(at % 3) * 2, 21 + Math.floor(at / 3) * 3, 2, 3], { dice: [dice] }),
  ),
  zone("seven", "ANY SEVEN", "4 to 1", ["one"], [14, 0, 4, 2], [0, 19, 3, 2]),
  zone("craps", "ANY CRAPS", "7 to 1", ["one"], [14, 14, 4, 1], [3, 19, 3, 2]),
  zone("hop", "HOP, HORN, WORLD", "choose the dice", ["a", "b", "c", "d"], [14, 15, 4, 2], [4, 27, 2, 3]),
];

const layout: Layout = { kind: "zones", prints: [], rows: [], lies_on: {}, grid: { wide: [18, 17], tall: [6, 30] }, zones };

const stakes = [500, 1000, 1800, 2500, 12500, 600, 100000];
let turn = 0;
const stake = () => stakes[(turn += 1) % stakes.length]!;

const full: Bet[] = zones.flatMap(({ wagers }) =>
  wagers.flatMap(({ wager }) => ["A", "B", "C"].map((patron, at) => ({ hand: String(at + 1), wager, patron, stake: stake(), working: turn % 9 !== 0 }))),
);
const some: Bet[] = [
  { hand: "1", wager: "line-line", stake: 1000 }, { hand: "1", wager: "line-odds", stake: 2000 }, { hand: "1", wager: "n1-come", stake: 1000 }, { hand: "1", wager: "n1-odds", stake: 2000 },
  { hand: "1", wager: "n3-place", stake: 1800, working: false }, { hand: "2", wager: "n0-place", stake: 1000, patron: "B" }, { hand: "2", wager: "no-one", stake: 2500, patron: "B" }, { hand: "2", wager: "hard-6-one", stake: 500, patron: "B" },
  { hand: "1", wager: "field-one", stake: 700, state: "pending" }, { hand: "1", wager: "joined-bet", stake: 500 },
];
const rolls = { dice: [6, 2], lastRolls: [[5, 4], [4, 1], [2, 4], [3, 3], [6, 6]] };

export const gridScenes: Record<string, Scene> = {
  zones: { layout, boxes: 8, bets: some, markers: [{ id: "puck", value: 2, patron: null }], ...rolls },
  zonesFull: { layout, boxes: 8, bets: full, markers: [{ id: "puck", value: 2, patron: null }], ...rolls },
  zonesEmpty: { layout, boxes: 8, bets: [], markers: [{ id: "puck", value: 99, patron: null }] },
};
