/** The roads of a shoe as they hang beside a table. */
import { memo, useMemo } from "react";
import { list, t } from "../text";
import type { Coup } from "./model";
import { beadPlate, bigRoad, lastColumns, ROWS, type Cell } from "./roads";

/** The minimum size of readable letters. */
const LETTERS = 11;

interface RoadProps {
  kind: "bead" | "big";
  coups: readonly Coup[];
  columns: number;
  cell: number;
}

function Lines({ columns, cell }: Pick<RoadProps, "columns" | "cell">) {
  const [width, height] = [columns * cell, ROWS * cell];
  const across = Array.from({ length: ROWS + 1 }, (_, at) => `M0 ${at * cell}H${width}`);
  const down = Array.from({ length: columns + 1 }, (_, at) => `M${at * cell} 0V${height}`);
  return <path className="felt-road-lines" d={[...across, ...down].join("")} />;
}

/** A disc on the bead plate, a ring on the big road, and a letter in both: colour alone tells nothing. */
function Bead({ at: { column, row, winner, ties, last }, cell, kind }: { at: Cell; cell: number; kind: RoadProps["kind"] }) {
  const ring = kind === "big" && winner !== "tie";
  return (
    <g className="felt-bead" data-winner={winner} data-ring={ring} data-last={last} transform={`translate(${(column + 0.5) * cell} ${(row + 0.5) * cell})`}>
      {ring && ties > 0 && <path d={`M${-cell * 0.46} ${cell * 0.46}L${cell * 0.46} ${-cell * 0.46}`} />}
      <circle r={cell * 0.5 - (ring ? 1.6 : 0.9)} />
      <text textAnchor="middle" y={LETTERS * 0.36} fontSize={Math.max(LETTERS, cell * 0.58)}>
        {t(`felt.road.letter.${winner}`)}
      </text>
    </g>
  );
}

/** The results as text for screen readers; the last first. */
function spoken(coups: readonly Coup[]): string {
  if (coups.length === 0) return t("felt.road.none");
  return list([...coups].reverse().map(({ winner }) => t(`felt.road.${winner}`)));
}

export const Road = memo(function Road({ kind, coups, columns, cell }: RoadProps) {
  const cells = useMemo(() => lastColumns(kind === "bead" ? beadPlate(coups) : bigRoad(coups), columns), [kind, coups, columns]);
  const title = t(`felt.road.name.${kind}`);
  return (
    <figure className="felt-road">
      <figcaption>{title}</figcaption>
      <svg width={columns * cell + 2} height={ROWS * cell + 2} viewBox={`-1 -1 ${columns * cell + 2} ${ROWS * cell + 2}`} role="img" aria-label={t("felt.road.label", { road: title, results: spoken(coups) })}>
        <Lines columns={columns} cell={cell} />
        {cells.map((at) => (
          <Bead key={`${at.column} ${at.row}`} at={at} cell={cell} kind={kind} />
        ))}
      </svg>
    </figure>
  );
});
