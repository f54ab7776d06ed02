/** A card is drawn in 44 by 62 units: one large index, its suit below, the suit again large at the other corner. */
export const WIDTH = 44;
export const HEIGHT = 62;

export function cardHeight(width: number): number {
  return Math.round((width * HEIGHT) / WIDTH);
}
