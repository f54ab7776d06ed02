/** What a layout says about spots: which wagers belong to one, what it is called, what is printed where room is short. */
import type { KindProps } from "./kinds/kind";
import type { Chips, Layout, View } from "./model";

export interface SpotPlan {
  /** The wager whose spot it is, then those whose chips lie on it. */
  wagers: string[];
  /** What is printed on it. */
  label: string;
  /** The wager's name. */
  name: string;
  /** Larger than its neighbours: it stands alone and other wagers come to lie on it. */
  main: boolean;
}

/** More letters than these do not fit a spot. */
const MOST_LETTERS = 5;

/** A label where room is short: itself, its initials, or its beginning. */
export function shortened(label: string): string {
  if (label.length <= MOST_LETTERS) return label;
  const words = label.split(/[\s-]+/).filter(Boolean);
  if (words.length === 1) return `${label.slice(0, MOST_LETTERS - 1)}.`;
  return words.map((word) => (/^\d/.test(word) ? word : word.charAt(0).toUpperCase())).join("").slice(0, MOST_LETTERS);
}

/** The wager on whose spot chips of this one lie. */
export function homeOf(layout: Layout, wager: string): string {
  return layout.lies_on[wager] ?? wager;
}

/** A spot's own wager, then those whose chips lie on it. */
export function wagersAt(layout: Layout, wager: string): string[] {
  const guests = Object.entries(layout.lies_on).filter(([, home]) => home === wager);
  return [wager, ...guests.map(([guest]) => guest)];
}

/** Wagers that are offered or lie on the table, each once. */
function livingWagers(view: View): string[] {
  const offered = view.awaits.flatMap(({ what }) =>
    typeof what === "object" && "bet" in what ? (what.bet.targets ?? [what.bet.wager]) : [],
  );
  return [...new Set([...offered, ...view.wagers.map(({ wager }) => wager)])];
}

/** Wagers that the layout gives no place. */
export function strayWagers(layout: Layout, view: View): string[] {
  const placed = new Set([...layout.rows.flat(), ...layout.zones.flatMap((zone) => zone.wagers)].map(({ wager }) => wager));
  return livingWagers(view).filter((wager) => !placed.has(homeOf(layout, wager)));
}

function rowsOf({ layout, strays, wagerName }: KindProps): Layout["rows"] {
  const extra = strays.map((wager) => ({ wager, label: shortened(wagerName(wager)) }));
  return extra.length > 0 ? [...layout.rows, extra] : layout.rows;
}

/** The spots of a box, row by row, nearest the dealer first. */
export function planRows(props: KindProps): SpotPlan[][] {
  return rowsOf(props).map((row) =>
    row.map(({ wager, label }) => {
      const wagers = wagersAt(props.layout, wager);
      const main = row.length === 1 && wagers.length > 1;
      return { wagers, label, name: props.wagerName(wager), main };
    }),
  );
}

/** Chips of a hand that lie on a spot. */
export function chipsAt(chips: Chips[], spot: SpotPlan): Chips[] {
  return chips.filter(({ wager }) => spot.wagers.includes(wager));
}

/** Abbreviations with what they mean: none stands on the felt unexplained. */
export function legendOf(rows: SpotPlan[][]): { short: string; name: string }[] {
  return rows
    .flat()
    .map(({ label, name }) => ({ short: shortened(label), name }))
    .filter(({ short, name }) => short !== "" && short.toLowerCase() !== name.toLowerCase());
}

export function spotKey(box: number, wagers: string[]): string {
  return `${box}:${wagers.join(",")}`;
}

export function parseSpotKey(key: string): { box: number; wagers: string[] } {
  const [box = "0", wagers = ""] = key.split(":", 2);
  return { box: Number(box), wagers: wagers.split(",") };
}
