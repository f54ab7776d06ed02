/** The geometry of a wheel: which faces are alike, and its angle at rest. All angles are degrees, clockwise. */

/** Faces by their frequency on the wheel, the most frequent first; this determines their colours. */
export function ranksOf(wheel: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const face of wheel) counts.set(face, (counts.get(face) ?? 0) + 1);
  const faces = [...counts].sort(([, one], [, other]) => other - one).map(([face]) => face);
  return new Map(faces.map((face, rank) => [face, rank]));
}

export interface Rest {
  /** The angle of the wheel. */
  turn: number;
  /** The angle of the face that was hit. */
  at: number;
}

/** A pseudorandom whole number, determined by the seed. */
function scattered(seed: number): number {
  return Math.abs(Math.imul(seed + 1, 0x9e3779b1) >> 8);
}

/**
 * The position in which a wheel rests. With a clapper above the wheel, the face comes to the clapper; a ball rests
 * wherever the face is. If a face has several sections, the seed selects one, since the house reports only the face.
 */
export function restOf(wheel: readonly string[], face: string | null, seed: number, holder: "clapper" | "ball"): Rest | null {
  const sections = wheel.flatMap((one, at) => (one === face ? [at] : []));
  const section = sections[scattered(seed) % sections.length];
  if (section === undefined) return null;
  const angle = (360 / wheel.length) * section;
  const turn = holder === "clapper" ? (360 - angle) % 360 : scattered(seed) % 360;
  return { turn, at: (turn + angle) % 360 };
}

/** The final angle of a wheel from its current one: `turns` whole turns, and then to its rest. */
export function wayOf(from: number, to: number, turns: number): number {
  return 360 * turns + ((((to - from) % 360) + 360) % 360);
}

/** A point of a circle, from the top. */
export function onCircle(radius: number, angle: number): [number, number] {
  const radians = (angle * Math.PI) / 180;
  return [radius * Math.sin(radians), -radius * Math.cos(radians)];
}

function written([x, y]: [number, number]): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** A sector of a ring between two radii, `angle` wide, centred at the top. */
export function sectionPath(inner: number, outer: number, angle: number): string {
  const [from, to] = [-angle / 2, angle / 2];
  const arc = (radius: number, clockwise: 0 | 1, end: number) => `A${radius} ${radius} 0 0 ${clockwise} ${written(onCircle(radius, end))}`;
  return `M${written(onCircle(outer, from))}${arc(outer, 1, to)}L${written(onCircle(inner, to))}${arc(inner, 0, from)}Z`;
}
