/** The list of a number's bets, one of which is already placed. */
import type { TableModel } from "../../src/table/model";
import type { Placing } from "../../src/table/use-placing";
import { WagerSheet } from "../../src/table/wager-sheet";
import "../../src/style/shell.css";
import "../../src/table/panel.css";
import { money, type SCENES } from "./scenes";

const KINDS = ["", "Straight", "Split", "Street", "Corner", "First five", "Six line"];
const ODDS = ["", "35 to 1", "17 to 1", "11 to 1", "8 to 1", "6 to 1", "5 to 1"];
const RANGE = { min: 100, max: 10_000, step: 100 };

export function Sheet({ scene, number }: { scene: (typeof SCENES)[string]; number: string }) {
  const { layout } = scene;
  const spots = (layout.spots ?? []).filter(({ covers }) => covers.includes(number)).sort((one, other) => one.covers.length - other.covers.length);
  const wagers = spots.map(({ wager }) => wager);
  const named = new Map(spots.map(({ wager, covers }) => [wager, `${KINDS[covers.length]} ${covers.length === 6 ? `${covers[0]} to ${covers[5]}` : covers.join(", ")}`]));
  const offer = (wager: string) => ({ box: 0, wager, range: RANGE, rule: "", forDealers: false, yours: true });
  const [first = ""] = wagers;
  const model = {
    rules: { layout, wagers: spots.map(({ wager, covers }) => ({ wager, pays: [ODDS[covers.length]] })) },
    names: { wager: (wager: string) => named.get(wager) ?? wager, face: (face: string) => `${face} black` },
    offers: { you: "A", bets: new Map(wagers.map((wager) => [wager, [offer(wager)]])), takeBacks: [{ box: 0, wager: first, rule: "" }], calls: [] },
    state: { collected: [] },
    now: { view: { wagers: [{ number: 1, patron: "A", wager: first, spot: "0", stake: 500 }] } },
    you: "A",
    cash: (minor: number) => `$${money(minor)}`,
  } as unknown as TableModel;
  const placing = { closeMenu: () => console.log("close"), place: (_: number, [wager]: string[]) => console.log("place", wager), remove: (_: number, [wager]: string[]) => console.log("remove", wager) } as unknown as Placing;
  return <WagerSheet model={model} placing={placing} menu={{ box: 0, wagers, anchor: document.body, chip: { minor: 500, value: 5 } }} />;
}
