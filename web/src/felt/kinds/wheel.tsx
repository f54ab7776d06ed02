/**
 * A wheel with a clapper, and zones for its results: beside the wheel if their shape fits there, otherwise below it.
 */
import "./wheel.css";
import { t } from "../../text";
import { LastResults } from "../last";
import type { Layout } from "../model";
import { useSize, type Size } from "../use-size";
import { Wheel } from "../wheel";
import type { KindProps } from "./kind";
import { useWheel } from "./use-wheel";
import { Prints, ZoneFrame } from "./zones";

const PADDING = 16;
/** The list of the last results, below the wheel. */
const LIST = 58;
const WHEEL = { least: 200, most: 620, phone: 280 };
/** Zones in a grid with at most this ratio of width to height lie beside the wheel. */
const BESIDE = 3;
/** There are few zones, and they fill the available room. */
const MOST_STRETCH = 20;
const LETTERS = { screen: 44, phone: 30 };

function isBeside({ grid }: Layout, phone: boolean): boolean {
  const [columns, rows] = grid?.wide ?? [1, 1];
  return !phone && columns <= BESIDE * rows;
}

function wheelSize({ width, height }: Size, phone: boolean, beside: boolean): number {
  if (phone) return Math.min(WHEEL.phone, width - 2 * PADDING);
  const room = beside ? Math.min(width * 0.46, height - LIST - 3 * PADDING) : height * 0.54 - PADDING;
  return Math.max(WHEEL.least, Math.min(WHEEL.most, Math.floor(room)));
}

export function WheelAndZones(props: KindProps) {
  const [felt, size] = useSize<HTMLDivElement>();
  const { results, ...wheel } = useWheel(props);
  const { layout, phone, faceName } = props;
  const beside = isBeside(layout, phone);
  return (
    <div className="felt" role="group" aria-label={t("felt.table")} data-phone={phone} data-wheel={beside ? "beside" : "above"} ref={felt}>
      <div className="felt-wheel-side">
        {size.width > 0 && <Wheel {...wheel} size={wheelSize(size, phone, beside)} />}
        <LastResults title={t("felt.spins.faces")} results={results} wheel={wheel.wheel} faceOf={wheel.faceOf} nameOf={faceName} />
      </div>
      <div className="felt-wheel-zones">
        <Prints layout={layout} />
        <ZoneFrame props={props} stretch={MOST_STRETCH} letters={phone ? LETTERS.phone : LETTERS.screen} />
      </div>
    </div>
  );
}
