/** All kinds of drawing. A kind is a file in this folder and a line here. */
import type { ComponentType } from "react";
import type { Layout } from "../model";
import { Baccarat } from "./baccarat";
import { BoxesArc } from "./boxes-arc";
import { CommunityCards } from "./community-cards";
import { Dice } from "./dice";
import { Grid } from "./grid";
import type { KindProps } from "./kind";
import { SetHands } from "./set-hands";
import { WheelAndZones } from "./wheel";
import { Zones } from "./zones";

type Kind = ComponentType<KindProps>;

const KINDS: Record<string, Kind> = {
  "boxes-arc": BoxesArc,
  "community-cards": CommunityCards,
  zones: Zones,
  wheel: WheelAndZones,
  grid: Grid,
  baccarat: Baccarat,
  dice: Dice,
  "set-hands": SetHands,
};

/** Whether a table reports the result of each round of its shoe. */
export function hasRoads({ kind }: Layout): boolean {
  return KINDS[kind] === Baccarat;
}

/** A kind that these pages do not know is drawn from its layout: its zones, otherwise its boxes. */
export function kindOf({ kind, zones }: Layout): Kind {
  return KINDS[kind] ?? (zones.length > 0 ? Zones : BoxesArc);
}
