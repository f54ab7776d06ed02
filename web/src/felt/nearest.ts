export type Direction = "left" | "right" | "up" | "down";

type Rect = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** To the side counts double: an arrow should go straight where it can. */
const ASIDE = 2;

function offset(from: Rect, to: Rect): { x: number; y: number } {
  return { x: to.left + to.width / 2 - from.left - from.width / 2, y: to.top + to.height / 2 - from.top - from.height / 2 };
}

/** How far ahead and how far aside a rectangle lies. */
function measured(from: Rect, to: Rect, direction: Direction): { ahead: number; aside: number } {
  const { x, y } = offset(from, to);
  if (direction === "left" || direction === "right") return { ahead: direction === "right" ? x : -x, aside: Math.abs(y) };
  return { ahead: direction === "down" ? y : -y, aside: Math.abs(x) };
}

/** The index of the rectangle that is nearest in a direction, or null where none lies there. */
export function nearest(from: Rect, others: Rect[], direction: Direction): number | null {
  let best: number | null = null;
  let least = Infinity;
  others.forEach((other, index) => {
    const { ahead, aside } = measured(from, other, direction);
    const distance = ahead + ASIDE * aside;
    if (ahead > 1 && distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}
