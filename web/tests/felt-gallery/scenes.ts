/** Hand-made tables: states that are hard to draw. Wagers are not named after any game. */
import type { Chips, Coup, FeltProps, Layout } from "../../src/felt/model";

export interface Bet extends Partial<Chips> {
  hand: string;
  wager: string;
  stake: number;
}

interface Scene {
  layout: Layout;
  boxes: number;
  cards?: Record<string, string>;
  bets?: Bet[];
  totals?: Record<string, string>;
  results?: FeltProps["results"];
  activeHand?: string;
  markers?: FeltProps["view"]["markers"];
  dice?: number[];
  lastRolls?: number[][];
  /** The wheel's results, the latest first. */
  wheelResults?: string[];
  /** The payouts of wagers that have a single one. */
  pays?: Record<string, string>;
  /** The result of each round of the shoe. */
  coups?: Coup[];
  /** The debts of places. */
  owed?: Record<number, number>;
  /** The results of the hands on the layout. */
  came?: Coup;
  /** The card that you hold and may turn. */
  squeeze?: number;
  /** A patron holds the bank. */
  bank?: FeltProps["view"]["bank"];
  /** Hands that are set in two. */
  inTwo?: FeltProps["inTwo"];
  /** The cups of dice that are open. */
  cups?: FeltProps["view"]["dice"];
}

function cardsOf(cards: Record<string, string>) {
  let draw = 0;
  return Object.entries(cards).map(([place, faces]) => ({
    place,
    cards: faces.split(" ").map((face) => ({ draw: (draw += 1), face })),
  }));
}

function chipsOf({ patron = "A", wager, stake, lammer = 0, working = true, state = "accepted" }: Bet): Chips {
  return { patron, own: patron === "A", wager, stake, lammer, working, state };
}

export const money = (minor: number) => (minor % 100 === 0 ? (minor / 100).toLocaleString("en") : (minor / 100).toFixed(2));

/** The props of the live table, from a scene. */
export function propsOf(scene: Scene, phone: boolean): FeltProps {
  const bets = scene.bets ?? [];
  const view = {
    audience: "A", round: 1, phase: "play", currency: "USD", cards: cardsOf(scene.cards ?? {}),
    wagers: bets.map((bet, number) => ({ number, patron: bet.patron ?? "A", spot: bet.hand, wager: bet.wager, stake: bet.stake, won_part: 0, working: true, beneficiary: "patron", lammer: 0 })),
    shoe: { remaining: 298, rack: 14 }, markers: scene.markers ?? [], due: { kind: "bets", text: "" }, awaits: [], results: scene.wheelResults ?? [], dice: scene.cups ?? [],
    bank: scene.bank,
    owed: Object.entries(scene.owed ?? {}).map(([hand, amount]) => ({ hand, amount, patron: "A" })),
  } as unknown as FeltProps["view"];
  return {
    layout: scene.layout, boxes: scene.boxes, phone, view, you: "A",
    wagerName: (wager) => wager.replace(/-/g, " "),
    faceName: (face) => (/^\d+$/.test(face) && scene.layout.kind === "wheel" ? `$${face}` : face.charAt(0).toUpperCase() + face.slice(1)),
    pays: (wager) => (scene.pays ? (scene.pays[wager] ?? null) : "17 to 1"),
    spot: (box, wager) => ({
      offered: true,
      label: `${box === 0 ? "" : `Box ${box}, `}${wager}, 5 to 100`,
      chips: bets.filter((bet) => bet.wager === wager && (box === 0 || bet.hand === String(box))).map(chipsOf),
    }),
    chipsOn: (hand) => bets.filter((bet) => bet.hand === hand).map(chipsOf),
    squeeze: scene.squeeze ? { draw: scene.squeeze, turn: () => console.log("turn", scene.squeeze) } : null,
    inTwo: scene.inTwo ?? {},
    activeHand: scene.activeHand ?? null, kept: {},
    totals: scene.totals ?? {}, results: scene.results ?? {}, coups: scene.coups ?? null, came: scene.came ?? null, dice: scene.dice ?? null, lastRolls: scene.lastRolls ?? [],
    onPlace: (box, wagers) => console.log("place", box, wagers),
    onRemove: (box, wagers) => console.log("remove", box, wagers),
    money,
  };
}

const spot = (wager: string, label: string) => ({ wager, label });
const boxes = (kind: Layout["kind"], rows: Layout["rows"], lies_on: Record<string, string>, prints: string[]): Layout =>
  ({ kind, prints, rows, lies_on, grid: null, zones: [] });

const PRINTS = ["Natural pays 3 to 2", "Second chance pays 2 to 1", "Dealer hits soft 17"];
const GUESTS = { doubled: "main", parted: "main" };
const few = boxes("boxes-arc", [[spot("main", "")], [spot("house-side", "HM"), spot("lucky-pair", "Lucky Pair")]], GUESTS, PRINTS);
const nineSides = ["first-pair", "royal-match", "lucky-lady", "top-three", "bust", "over", "under", "streak", "bonus-jackpot"];
const nine = boxes("boxes-arc", [nineSides.map((side) => spot(side, side.replace("-", " "))), [spot("main", "")]], GUESTS, PRINTS);

const splitCards = { "3": "8h 3s Kd", "3.2": "8c 2d", "3.3": "8d 9s", "3.4": "8s 2c 3h 4d" };
const splitBets: Bet[] = [
  { hand: "3", wager: "main", stake: 2000 }, { hand: "3", wager: "doubled", stake: 2000 },
  { hand: "3.2", wager: "parted", stake: 2000 }, { hand: "3.3", wager: "parted", stake: 2000 }, { hand: "3.4", wager: "parted", stake: 2000 },
  { hand: "3.4", wager: "doubled", stake: 2000, state: "pending" },
];
const splitTotals = { "3": "21", "3.2": "10", "3.3": "17", "3.4": "17" };
const others: Record<string, string> = { "1": "Kd 9s", "2": "Ah 7c", "4": "6d 5s", "5": "Qs Qd", "6": "2c 3d 4h 5s As 2d", "7": "Th Jh" };
const otherTotals = { "1": "19", "2": "8 or 18", "4": "11", "5": "20", "6": "17", "7": "20" };
const otherBets: Bet[] = [
  { hand: "1", wager: "main", stake: 5000, patron: "B" }, { hand: "2", wager: "main", stake: 1800, patron: "C" }, { hand: "4", wager: "main", stake: 2500 },
  { hand: "5", wager: "main", stake: 194350, patron: "D" }, { hand: "6", wager: "main", stake: 1250, patron: "E" }, { hand: "7", wager: "main", stake: 10000, patron: "F" },
];
const allSides = [1, 2, 3, 4, 5, 6, 7].flatMap((box) =>
  nineSides.map((wager, at) => ({ hand: String(box), wager, stake: [500, 2500, 125000, 50][at % 4]!, patron: "BCAADEF"[box - 1]! })),
);
const everySplit = [1, 2, 3, 4, 5, 6, 7].flatMap((box) => ["", ".2", ".3", ".4"].map((hand) => `${box}${hand}`));

const holdem = boxes("community-cards", [[spot("trips", "Trips")], [spot("ante", "Ante"), spot("blind", "Blind")], [spot("play", "Play")]], {}, ["Dealer opens with a pair"]);
const sevenAt = [1, 2, 3, 4, 5, 6, 7];

export const SCENES: Record<string, Scene> = {
  betting: { layout: few, boxes: 7, bets: [{ hand: "3", wager: "main", stake: 2500 }, { hand: "3", wager: "house-side", stake: 500, state: "pending" }, { hand: "5", wager: "main", stake: 1000, patron: "C" }] },
  played: {
    layout: few, boxes: 7, activeHand: "3.2", cards: { dealer: "As ??", "1": "Kd 9s", "3": "8h 3s Kd", "3.2": "8c 2d", "4": "6d 5s" },
    totals: { dealer: "ace", "1": "19", "3": "21", "3.2": "10", "4": "11" }, results: { "6": [{ text: "Natural, paid 150", kind: "win", own: true }], "1": [{ text: "lost 50", kind: "lose", own: true }] },
    bets: [...splitBets.slice(0, 3), { hand: "1", wager: "main", stake: 5000, patron: "B" }, { hand: "4", wager: "main", stake: 2500 }, { hand: "3", wager: "lucky-pair", stake: 1500 }, { hand: "6", wager: "house-side", stake: 500, patron: "C" }],
  },
  split: {
    layout: few, boxes: 7, activeHand: "3.4", cards: { dealer: "9d ??", ...others, ...splitCards }, totals: { dealer: "9", ...otherTotals, ...splitTotals },
    bets: [...splitBets, ...otherBets], results: { "3": [{ text: "paid 40", kind: "win", own: true }], "3.2": [{ text: "lost 20", kind: "lose", own: true }], "3.3": [{ text: "push", kind: "push", own: true }] },
  },
  nine: { layout: nine, boxes: 7, activeHand: "4", cards: { dealer: "9d ??", ...others, "3": "8h 3s" }, totals: { dealer: "9", ...otherTotals, "3": "11" }, bets: [...splitBets.slice(0, 1), ...otherBets, ...allSides] },
  nineSplit: { layout: nine, boxes: 7, activeHand: "3.2", cards: { dealer: "9d ??", ...others, ...splitCards }, totals: { dealer: "9", ...otherTotals, ...splitTotals }, bets: [...splitBets, ...otherBets, ...allSides] },
  everySplit: {
    layout: few, boxes: 7, activeHand: "3.2", cards: Object.fromEntries([["dealer", "9d ??"], ...everySplit.map((hand) => [hand, "8h 3s Kd"])]),
    totals: Object.fromEntries(everySplit.map((hand) => [hand, "21"])), bets: everySplit.map((hand) => ({ hand, wager: hand.includes(".") ? "parted" : "main", stake: 2000 })),
  },
  one: { layout: few, boxes: 1, cards: { dealer: "9d ??", "1": "8h Jk" }, totals: { dealer: "9", "1": "18" }, bets: [{ hand: "1", wager: "main", stake: 2000 }] },
  three: { layout: few, boxes: 3, cards: { dealer: "9d 2c 3c 4s" }, totals: { dealer: "18" }, bets: [{ hand: "1", wager: "main", stake: 2000 }] },
  nineBoxes: { layout: few, boxes: 9, cards: { dealer: "9d ??", ...others }, totals: otherTotals, bets: otherBets },
  holdem: {
    layout: holdem, boxes: 6, activeHand: "2", cards: { dealer: "?? ??", board: "Ah 7s 2d Jc ??", "1": "?? ??", "2": "(As) (Td)", "3": "?? ??", "5": "Kc Kd" },
    totals: { "2": "pair of aces", "5": "pair of kings" }, results: { "5": [{ text: "paid 120", kind: "win", own: true }] },
    bets: [["1", "B"], ["2", "A"], ["3", "C"], ["5", "D"]].flatMap(([hand, patron]) => ["ante", "blind", "trips"].map((wager) => ({ hand: hand!, wager, stake: 1000, patron: patron! }))),
  },
  noBoard: { layout: holdem, boxes: 7, activeHand: "3", cards: { dealer: "?? ?? ?? ?? ??", ...Object.fromEntries(sevenAt.map((box) => [String(box), box === 3 ? "(As) (2d) (2h) (Jk) (9c)" : "?? ?? ?? ?? ??"])) }, bets: sevenAt.map((box) => ({ hand: String(box), wager: "ante", stake: 1000, patron: "BCADEFG"[box - 1]! })) },
};
