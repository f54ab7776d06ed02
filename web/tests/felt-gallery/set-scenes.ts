/** Tables where hands are set in two: before a round, while yours is set, foul, set, and when all hands lie open. */
import type { Layout } from "../../src/felt/model";
import type { Bet, SCENES } from "./scenes";

type Scene = (typeof SCENES)[string];
type InTwo = NonNullable<Scene["inTwo"]>[string];

const spot = (wager: string, label: string) => ({ wager, label });
const layout: Layout = { kind: "set-hands", prints: [], rows: [[spot("pai-gow", "Pai Gow"), spot("lucky-seven", "Fortune")]], lies_on: {}, choices: [], grid: null, zones: [] };
const bet = (box: number, wager: string, stake: number, patron: string, more: Partial<Bet> = {}): Bet => ({ hand: String(box), wager, stake, patron, ...more });
const bets = [bet(3, "pai-gow", 2500, "A"), bet(3, "lucky-seven", 500, "A"), bet(5, "pai-gow", 5000, "B"), bet(1, "pai-gow", 1500, "C"), bet(1, "lucky-seven", 500, "C")];
const BACKS = "?? ?? ?? ?? ?? ?? ??";
const YOURS = "(Kd) (7h) (Qs) (Ks) (4d) (7c) (9h)";
const dealt = { dealer: BACKS, "1": BACKS, "3": YOURS, "5": BACKS };
/** The n-th of your cards, as `cardsOf` in scenes numbers them: boxes come before the dealer. */
const draw = (n: number) => 7 + n;
const choosing = { tap: (card: number) => console.log("tap", card), drop: (card: number, low: boolean) => console.log("drop", card, low) };
const two = (low: number[], called: InTwo["called"], more: Partial<InTwo> = {}): Record<string, InTwo> => ({ "3": { low: low.map(draw), count: 2, called, foul: false, choosing, ...more } });
const asked: Scene = { layout, boxes: 6, bets, cards: dealt, activeHand: "3", markers: [{ id: "button", value: 4, patron: null }] as Scene["markers"] };
const open = {
  "dealer": "Jc Jd Ah 5c 3s", "dealer-low": "8s 8h", "1": "Ts 9c 8d 7d 6h", "1.2": "As Ac", "3": "Kd Ks Qs 9h 4d", "3.2": "7h 7c", "5": "Kh 9d 6s 4s 2h", "5.2": "Qh Jh",
};
const totals = { dealer: "pair of jacks", "dealer-low": "pair of eights", "1": "straight to the ten", "1.2": "pair of aces", "3": "pair of kings", "3.2": "pair of sevens", "5": "king high", "5.2": "queen-jack" };
const results: Scene["results"] = { "3": [{ text: "You push", kind: "push", own: true }], "1": [{ text: "won 24.25", kind: "win", own: false }], "5": [{ text: "lost 50", kind: "lose", own: false }] };

export const setScenes: Record<string, Scene> = {
  setEmpty: { layout, boxes: 6, bets: [] },
  setBets: { layout, boxes: 6, bets },
  setStacks: { layout, boxes: 6, bets, cards: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`stack-${n}`, BACKS])) },
  setBegin: { ...asked, cups: [{ place: "dealer", dice: "3-4-6", value: 13 }] as Scene["cups"], inTwo: two([], null) },
  setOne: { ...asked, inTwo: two([3], null) },
  setFoul: { ...asked, inTwo: two([1, 4], { low: "pair of kings", high: "pair of sevens" }, { foul: true }) },
  setWell: { ...asked, inTwo: two([2, 6], { low: "pair of sevens", high: "pair of kings" }) },
  setBank: {
    ...asked, activeHand: undefined, bank: { patron: "B", hand: "5", cover: 30000, against: 6500 } as Scene["bank"], inTwo: undefined, results: undefined, markers: [{ id: "bank", value: 5, patron: "B" }] as Scene["markers"],
    bets: [bet(3, "pai-gow", 2500, "A"), bet(3, "lucky-seven", 500, "A"), bet(5, "pai-gow", 30000, "B"), bet(1, "pai-gow", 1500, "C"), bet(0, "pai-gow", 2500, "The house")],
    cards: open, totals,
  },
  setBanker: { ...asked, bank: { patron: "A", hand: "3", cover: 30000, against: 6500 } as Scene["bank"], markers: [{ id: "bank", value: 3, patron: "A" }] as Scene["markers"], bets: [bet(3, "pai-gow", 30000, "A"), ...bets.slice(2)], inTwo: two([2, 6], { low: "pair of sevens", high: "pair of kings" }) },
  setOpen: { layout, boxes: 6, cups: [{ place: "dealer", dice: "3-4-6", value: 13 }] as Scene["cups"], bets, cards: open, totals, results },
};
