/** The spots of a layout: their wagers, names and short labels. */
import type { KindProps } from "./kinds/kind";
import type { Chips, Layout, View } from "./model";

export interface SpotPlan {
  /** The spot's own wager, then those whose chips lie on it. */
  wagers: string[];
  /** What is printed on it. */
  label: string;
  /** The wager's name. */
  name: string;
  /** Larger than its neighbours: it has its own row, and other wagers move onto it. */
  main: boolean;
}

/** The maximum number of letters on a spot. */
const MOST_LETTERS = 5;

/** A short label: the label itself, its initials, or its beginning. */
export function shortened(label: string): string {
  if (label.length <= MOST_LETTERS) return label;
  const words = label.split(/[\s-]+/).filter(Boolean);
  if (words.length === 1) return `${label.slice(0, MOST_LETTERS - 1)}.`;
  return words.map((word) => (/^\d/.test(word) ? word : word.charAt(0).toUpperCase())).join("").slice(0, MOST_LETTERS);
}

/** Letters per line of a name, which has two lines on a spot of the usual size. */
const MOST_IN_LINE = 8;

/** The longer of the two lines into which a name is best broken. */
function longerLine(name: string): number {
  const words = name.split(" ");
  const breaks = words.map((_, at) => Math.max(words.slice(0, at + 1).join(" ").length, words.slice(at + 1).join(" ").length));
  return Math.min(...breaks);
}

/**
 * The label of a spot on a big screen, with the length of its longest line: its name if that fits, otherwise its label
 * or a short form.
 */
export function printed({ name, label }: SpotPlan, roomy: boolean): { word: string; letters: number } {
  const letters = longerLine(name);
  if (roomy && label !== "" && letters <= MOST_IN_LINE) return { word: name, letters };
  const word = shortened(label);
  return { word, letters: word.length };
}

/** The wager on whose spot chips of this one lie. */
export function homeOf(layout: Layout, wager: string): string {
  return layout.lies_on[wager] ?? wager;
}

/** Whether patrons share all places, so that there are no personal boxes. */
export function isShared({ zones, numbers = [] }: Layout): boolean {
  return zones.length > 0 || numbers.length > 0;
}

/** The marker on the result, and its value on a double zero, which has no number. */
const POINT = "point";
const DOUBLE_ZERO = 37;
/** A marker without a number is off, so that zero can be marked too. */
const ZERO = 38;

/** The number that a marker marks, where it marks one. */
export function markedNumber({ numbers = [] }: Layout, { id, value }: Pick<View["markers"][number], "id" | "value">): string | null {
  if (id !== POINT || numbers.length === 0 || value === 0) return null;
  if (value === ZERO) return "0";
  return value === DOUBLE_ZERO ? "00" : String(value);
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

/** Wagers without a place in the layout. */
export function strayWagers(layout: Layout, view: View): string[] {
  const { rows, zones, spots = [], outside = [] } = layout;
  const placed = new Set([...rows.flat(), ...zones.flatMap((zone) => zone.wagers), ...spots, ...outside].map(({ wager }) => wager));
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

/** Abbreviations with their meanings: each one on the felt is explained. */
export function legendOf(rows: SpotPlan[][], roomy: boolean): { short: string; name: string }[] {
  return rows
    .flat()
    .map((plan) => ({ short: printed(plan, roomy).word, name: plan.name }))
    .filter(({ short, name }) => short !== "" && short.toLowerCase() !== name.toLowerCase());
}

export function spotKey(box: number, wagers: string[]): string {
  return `${box}:${wagers.join(",")}`;
}

export function parseSpotKey(key: string): { box: number; wagers: string[] } {
  const [box = "0", wagers = ""] = key.split(":", 2);
  return { box: Number(box), wagers: wagers.split(",") };
}
