/** Tables with a wheel: seven symbols in zones, and a grid of numbers, with bets of three patrons. */
import type { Layout } from "../../src/felt/model";
import { numberLayout } from "../../src/felt/tests/numbers.mjs";
import type { Bet, SCENES } from "./scenes";

type Scene = (typeof SCENES)[string];
type Zone = Layout["zones"][number];
type Area = Zone["wide"];

const FACES: [string, string, number, string][] = [
  ["1", "$1", 23, "1 to 1"], ["2", "$2", 15, "2 to 1"], ["5", "$5", 8, "5 to 1"], ["10", "$10", 4, "10 to 1"], ["20", "$20", 2, "20 to 1"], ["jester", "Jester", 1, "40 to 1"], ["mark", "Mark", 1, "40 to 1"],
];
/** Every symbol spread evenly. */
const wheel = FACES.flatMap(([face, , count], at) => Array.from({ length: count }, (_, nth) => ({ face, at: ((nth + 0.13 * at + 0.31) / count) % 1 })))
  .sort((one, other) => one.at - other.at)
  .map(({ face }) => face);

const zone = ([face, label, , note]: (typeof FACES)[number], wide: Area, tall: Area): Zone => ({ id: face, label, note, wide, tall, dice: [], marker: null, wagers: [{ wager: `w-${face}`, label }] });
const TALL: Area[] = [[0, 0, 3, 1], [3, 0, 3, 1], [6, 0, 3, 1], [9, 0, 3, 1], [0, 1, 4, 1], [4, 1, 4, 1], [8, 1, 4, 1]];
const WIDE: Area[] = [[0, 0, 3, 1], [3, 0, 3, 1], [0, 1, 2, 1], [2, 1, 2, 1], [4, 1, 2, 1], [0, 2, 3, 1], [3, 2, 3, 1]];
const symbols = (grid: NonNullable<Layout["grid"]>, wide: Area[], tall: Area[]): Layout => ({
  kind: "wheel", prints: [], rows: [], lies_on: {}, choices: [], wheel, grid, zones: FACES.map((face, at) => zone(face, wide[at]!, tall[at]!)),
});
const block = symbols({ wide: [6, 3], tall: [12, 2] }, WIDE, TALL);
const LOW: Area[] = [[0, 0, 4, 2], [4, 0, 4, 2], [8, 0, 3, 2], [11, 0, 3, 2], [0, 2, 6, 2], [6, 2, 4, 2], [10, 2, 4, 2]];
const HIGH: Area[] = [[0, 0, 3, 3], [3, 0, 3, 3], [0, 3, 3, 3], [3, 3, 3, 3], [0, 6, 6, 3], [0, 9, 3, 3], [3, 9, 3, 3]];
const low = symbols({ wide: [14, 4], tall: [6, 12] }, LOW, HIGH);

const bet = (wager: string, stake: number, patron = "A"): Bet => ({ hand: patron === "A" ? "1" : "2", wager, stake, patron });
const onSymbols = [bet("w-1", 1000), bet("w-5", 500), bet("w-jester", 100), bet("w-2", 2000, "B"), bet("w-1", 2500, "C"), bet("w-20", 500, "C")];
const cameSymbols = ["5", "1", "2", "1", "1", "10", "jester", "2", "1"];

const [one, two] = [numberLayout(1), numberLayout(2)];
const some = [
  bet("n-17", 500), bet("n-20-23", 1000), bet("n-25-26-28-29", 1000), bet("n-10-11-12", 500), bet("n-31-32-33-34-35-36", 1000), bet("c-2", 2500), bet("e-3", 2500),
  bet("n-32", 1000, "B"), bet("e-4", 5000, "B"), bet("c-1", 2000, "B"), bet("d-2", 2500, "B"), bet("n-0-00", 500, "C"), bet("n-1-2-4-5", 2000, "C"), bet("e-5", 3000, "C"), bet("e-3", 4000, "C"), bet("d-1", 1500, "C"),
];
const stakes = [500, 1000, 2500, 12500];
const full = [...two.spots!, ...two.outside!].flatMap(({ wager }, at) => ["A", "B", "C"].map((patron) => bet(wager, stakes[at % 4]!, patron)));
const cameNumbers = ["17", "8", "31", "00", "14", "23", "2", "35", "19", "6", "0", "11"];
const point = (value: number) => [{ id: "point", value, patron: null }] as unknown as Scene["markers"];

export const wheelScenes: Record<string, Scene> = {
  wheel: { layout: block, boxes: 8, bets: onSymbols, wheelResults: cameSymbols },
  wheelAbove: { layout: low, boxes: 8, bets: onSymbols, wheelResults: cameSymbols },
  grid: { layout: two, boxes: 8, bets: some, wheelResults: cameNumbers, markers: point(17) },
  gridOne: { layout: one, boxes: 8, bets: some.filter(({ wager }) => wager !== "n-0-00"), wheelResults: ["0", "8"], markers: point(38) },
  gridFull: { layout: two, boxes: 8, bets: full, wheelResults: cameNumbers, markers: point(37) },
  gridEmpty: { layout: two, boxes: 8, bets: [] },
};
