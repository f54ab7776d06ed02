import { memo } from "react";
import { t } from "../text";

const CORNERS: [number, number][] = [[0, 0], [0, 2], [2, 0], [2, 2]];

/** The positions of the pips in a three by three grid. */
const PIPS: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: CORNERS,
  5: [...CORNERS, [1, 1]],
  6: [...CORNERS, [0, 1], [2, 1]],
};

export const Die = memo(function Die({ pips, size }: { pips: number; size: number }) {
  return (
    <svg className="felt-die" width={size} height={size} viewBox="0 0 44 44" role="img" aria-label={t("felt.die", { pips })}>
      <rect x={1} y={1} width={42} height={42} rx={7} />
      {(PIPS[pips] ?? []).map(([column, row]) => (
        <circle key={`${column}${row}`} cx={11 + column * 11} cy={11 + row * 11} r={4} />
      ))}
    </svg>
  );
});

/** The puck: ON in the field of the number, OFF beside the layout. */
export function Puck({ on, size }: { on: boolean; size: number }) {
  const word = t(on ? "felt.marker.on" : "felt.marker.off");
  return (
    <svg className="felt-puck" data-on={on} width={size} height={size} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} role="img" aria-label={word}>
      <circle r={size / 2 - 1.5} />
      <text textAnchor="middle" y={4} fontSize={Math.max(11, size * 0.34)} fontWeight={700}>
        {word}
      </text>
    </svg>
  );
}
