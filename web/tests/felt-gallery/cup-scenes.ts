/** Tables with two cups of dice and zones round them: before a throw, one cup open, won, and full of bets. */
import type { Coup, FeltProps, Layout } from "../../src/felt/model";
import type { Bet, SCENES } from "./scenes";

type Scene = (typeof SCENES)[string];
type Zone = Layout["zones"][number];
type Area = Zone["wide"];

const zone = (wager: string, label: string, note: string | null, wide: Area, tall: Area): Zone => ({ id: wager, label, note, wide, tall, dice: [], marker: null, wagers: [{ wager, label }] });
const LEFT = [["three-over", "Three over none", "35 to 1"], ["three-player", "Three over none, P", "70 to 1"], ["three-banker", "Three over none, B", "70 to 1"], ["all-threes", "All threes", "100 to 1"], ["ones-sixes", "Ones or sixes", "50 to 1"], ["all-alike", "All alike", "15 to 1"]];
const RIGHT = [["seven", "Winning 7", "14 to 1"], ["eight", "Winning 8", "10 to 1"], ["nine-six", "9 beats 6", "50 to 1"], ["one-none", "1 beats 0", "25 to 1"], ["runs", "Two runs", "70 to 1"], ["far-tie", "0 or 9 ties", "30 to 1"], ["mid-tie", "5 ties", "150 to 1"]];
const layout: Layout = {
  kind: "dice", prints: ["3 over 0 pushes the winning hand", "No commission"], rows: [], lies_on: {}, choices: [], grid: { wide: [24, 14], tall: [6, 11] },
  zones: [
    zone("player", "Player", "1 to 1", [5, 6, 5, 5], [0, 0, 2, 2]), zone("tie", "Tie", "8 to 1", [10, 6, 4, 5], [2, 0, 2, 2]), zone("banker", "Banker", "1 to 1", [14, 6, 5, 5], [4, 0, 2, 2]),
    zone("margin-player", "Margin, Player", null, [5, 11, 5, 3], [0, 2, 3, 1]), zone("jackpot", "Jackpot", null, [10, 11, 4, 3], [0, 3, 6, 1]), zone("margin-banker", "Margin, Banker", null, [14, 11, 5, 3], [3, 2, 3, 1]),
    ...LEFT.map(([wager, label, note], at) => zone(wager!, label!, note!, [0, at < 5 ? 2 * at : 11, 5, at < 4 ? 2 : 3], [0, 4 + at, 3, 1])),
    ...RIGHT.map(([wager, label, note], at) => zone(wager!, label!, note!, [19, 2 * at, 5, 2], at === 6 ? [0, 10, 6, 1] : [3, 4 + at, 3, 1])),
  ],
};

const bet = (wager: string, stake: number, patron = "A", more: Partial<Bet> = {}): Bet => ({ hand: String("ABCDE".indexOf(patron) + 1), wager, stake, patron, ...more });
const some = [bet("banker", 2500), bet("margin-banker", 500), bet("seven", 500), bet("jackpot", 100), bet("all-alike", 500, "A", { state: "pending" }), bet("player", 5000, "B"), bet("tie", 1000, "B"), bet("eight", 500, "B"), bet("banker", 4000, "C"), bet("runs", 500, "C")];
const full = layout.zones.flatMap(({ id }, at) => ["A", "B", "C"].map((patron, nth) => bet(id, [500, 2500, 12500, 1000][(at + nth) % 4]!, patron)));
const cups = (player: string, banker?: string): FeltProps["view"]["dice"] => [{ place: "player", dice: player, value: 0 }, ...(banker ? [{ place: "banker", dice: banker, value: 0 }] : [])];

export const cupScenes: Record<string, Scene> = {
  cups: { layout, boxes: 7, bets: some },
  cupsOne: { layout, boxes: 7, bets: some, cups: cups("4-6-3"), totals: { player: "3" } },
  cupsWon: { layout, boxes: 7, bets: some, cups: cups("4-6-3", "5-6-6"), totals: { player: "3", banker: "7" }, came: { round: 9, winner: "banker", player: 3, banker: 7 } as Coup },
  cupsFull: { layout, boxes: 7, bets: full, cups: cups("1-2-2", "3-6-6"), totals: { player: "5", banker: "5" }, came: { round: 9, winner: "tie", player: 5, banker: 5 } as Coup },
};
