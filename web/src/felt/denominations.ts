/** The casino's chips. They look the same in both themes, as cards do. */
export interface Denomination {
  value: number;
  face: string;
  ink: string;
  edge: string;
}

export const DENOMINATIONS: readonly Denomination[] = [
  { value: 1000, face: "#c98a17", ink: "#1b1405", edge: "#fff3d0" },
  { value: 500, face: "#5b3a8c", ink: "#ffffff", edge: "#d9cdf0" },
  { value: 100, face: "#23272d", ink: "#ffffff", edge: "#cfd4da" },
  { value: 25, face: "#1e6b45", ink: "#ffffff", edge: "#cfe8da" },
  { value: 5, face: "#b02730", ink: "#ffffff", edge: "#f3d0d0" },
  { value: 1, face: "#eceae3", ink: "#1a1f1d", edge: "#5a6d86" },
  { value: 0.5, face: "#d58fa9", ink: "#2a0e18", edge: "#ffffff" },
];

const LEAST = DENOMINATIONS[DENOMINATIONS.length - 1]!;

/** The largest denomination that is not more than the amount. */
export function largestWithin(amount: number): Denomination {
  return DENOMINATIONS.find((one) => one.value <= amount) ?? LEAST;
}

/** The chips to draw for a stack, the most valuable at the bottom. */
const MOST_DRAWN = 5;

/**
 * The number of chips of each denomination for an amount, largest first; a remainder below the smallest chip is only in
 * the figures.
 */
function counted(amount: number): { one: Denomination; count: number }[] {
  let left = Math.round(amount * 100);
  return DENOMINATIONS.flatMap((one) => {
    const cents = Math.round(one.value * 100);
    const count = Math.floor(left / cents);
    left -= count * cents;
    return count > 0 ? [{ one, count }] : [];
  });
}

/**
 * The chips to draw for an amount. Up to five are drawn one by one; a higher stack as one chip of each denomination,
 * because its sum stands beside it anyhow and a tower would be cut off.
 */
export function drawnChips(amount: number): Denomination[] {
  const counts = counted(amount);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return [LEAST];
  const chips = total > MOST_DRAWN ? counts.map(({ one }) => one) : counts.flatMap(({ one, count }) => Array<Denomination>(count).fill(one));
  return chips.slice(0, MOST_DRAWN);
}
