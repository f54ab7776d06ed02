/** Tables with two hands that all bet on: before a round, with a third card, won, tied, full of bets, and with few places and many. */
import type { Coup, Layout } from "../../src/felt/model";
import type { Bet, SCENES } from "./scenes";

type Scene = (typeof SCENES)[string];

const spot = (wager: string, label: string) => ({ wager, label });
const SIDES = [spot("bonus-player", "Player Bonus"), spot("bonus-banker", "Banker Bonus")];
const MAIN = [[spot("banker", "Banker")], [spot("player", "Player")]];
const layoutOf = (rows: Layout["rows"]): Layout => ({ kind: "baccarat", prints: ["Tie pays 8 to 1", "5% on what banker wins"], rows, lies_on: {}, choices: [], grid: null, zones: [] });
const five = layoutOf([SIDES, [spot("tie", "Tie")], ...MAIN]);
const six = { ...layoutOf([SIDES, [spot("tie", "Tie"), spot("seven", "Lucky 7")], ...MAIN]), prints: ["No commission", "Three-card seven of the banker pushes"] };

const pays = { player: "1 to 1", banker: "1 to 1", tie: "8 to 1", seven: "40 to 1" };
const WINNERS: Record<string, Coup["winner"]> = { P: "player", B: "banker", T: "tie" };
const coupsOf = (letters: string): Coup[] => [...letters].map((letter, at) => ({ round: at + 1, winner: WINNERS[letter]!, player: letter === "P" ? 8 : 6, banker: letter === "B" ? 8 : 6 }));
const SOME = coupsOf("PPBBBTPBPPPPBBTBPBBBBPPB");
const LONG = coupsOf("TPBBBBBBBBBPPTTPPPPPPPPBPBPBTTBBPPBPPPBBBTBPPPPPPPBBBTPBPTPBBPPBTBBPPBBPBP");

const bet = (box: number, wager: string, stake: number, patron: string, more: Partial<Bet> = {}): Bet => ({ hand: String(box), wager, stake, patron, ...more });
const some = [
  bet(3, "banker", 5000, "A"), bet(3, "bonus-banker", 1000, "A"), bet(3, "tie", 500, "A", { state: "pending" }),
  bet(5, "player", 10000, "B"), bet(5, "tie", 1000, "B"), bet(1, "banker", 2500, "C"), bet(1, "bonus-player", 500, "C"),
];
const won = { came: { round: 24, winner: "banker", player: 0, banker: 9 } as Coup, totals: { player: "0", banker: "9" }, cards: { player: "Qs 4h 6c", banker: "3c 2d 4s" } };
const results: Scene["results"] = { "3": [{ text: "You win $347.50", kind: "win", own: true }], "5": [{ text: "lost 100", kind: "lose", own: false }], "1": [{ text: "won 18.75", kind: "win", own: false }] };
const stakes = [500, 2500, 12500, 125000, 1000];
const fullOf = (layout: Layout, boxes: number): Bet[] =>
  Array.from({ length: boxes }, (_, at) => at + 1).flatMap((box) => layout.rows.flat().map(({ wager }, at) => bet(box, wager, stakes[(at + box) % 5]!, "ABCDEFGHIJKLMNOP"[(box + 12) % 14]!)));

export const pairScenes: Record<string, Scene> = {
  pair: { pays, layout: five, boxes: 7, bets: some, coups: SOME.slice(0, 23) },
  pairWon: { pays, layout: five, boxes: 7, owed: { 3: 1250, 5: 25, 7: 500 }, bets: some.filter(({ wager }) => wager !== "tie"), coups: SOME, results, ...won },
  pairSix: { pays, layout: six, boxes: 7, bets: fullOf(six, 7), coups: LONG, cards: { player: "9h Kd", banker: "2s 7c" }, totals: { player: "9", banker: "9" }, came: { round: 9, winner: "tie", player: 9, banker: 9 } },
  pairMany: { pays, layout: six, boxes: 14, owed: { 1: 12525, 9: 75 }, bets: fullOf(six, 14), coups: LONG, cards: { player: "5h Kd", banker: "2s 4c" }, totals: { player: "5", banker: "6" } },
  pairHeld: { pays, layout: five, boxes: 7, bets: some, coups: SOME.slice(0, 23), cards: { player: "9h (Kd)", banker: "?? ??" }, squeeze: 2 },
  pairEmpty: { pays, layout: five, boxes: 5, bets: [], coups: [] },
};
