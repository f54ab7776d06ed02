/** The text above the buttons while a hand is set. */
import type { HouseWay, TableNow } from "../api/types";
import { capital, t } from "../text";
import { word } from "../text/words";
import { handName, plain } from "./names";
import type { Setting } from "./use-setting";

/** "Pair of nines / ace-king", the missing cards, or that it is foul; with the box, if you have several hands. */
export function settingLine(setting: Setting, now: TableNow): string {
  const own = now.seats.find(({ you }) => you)?.patron;
  const hands = new Set(now.view.wagers.filter(({ patron }) => patron === own).map(({ spot }) => spot));
  const line = lineOf(setting);
  return hands.size > 1 ? t("table.asked", { hand: handName(setting.hand), total: line }) : line;
}

function lineOf({ way, called, chosen, wanted, warned }: Setting): string {
  if (!way || !called) return t(chosen === 0 ? "table.set.begin" : "table.set.more", { count: wanted - chosen });
  if (way.foul) return t(warned ? "table.set.foul.sure" : "table.set.foul.line");
  return t("table.set.stands", { high: capital(called.high), low: called.low });
}

/** "No pair: the second and third highest cards go low." */
export function branchWords({ branch }: HouseWay): string {
  return word("", "branch", branch) ?? capital(plain(branch));
}
