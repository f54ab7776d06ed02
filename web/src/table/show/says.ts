/** The sentence of each beat. A loss is called a loss, and a returned stake a return. */
import type { Coup } from "../../felt/model";
import { capital, t } from "../../text";
import { placeName } from "../event-words";
import { ownResult, totalWord, type TableModel } from "../model";
import { isYours } from "../offers";
import { gained, type ToldLine } from "../round";
import type { Beat } from "./beats";

export function sentenceOf(model: TableModel, { step }: Beat, isFirst: boolean, lines: number): string | null {
  const { round } = model.state;
  if (step.kind === "card") return isFirst ? t(step.place === "dealer" ? "show.dealer" : "show.deal") : null;
  if (step.kind === "turn") return t("show.dealer");
  if (step.kind === "dice") return t("show.rolled", { total: (round.dice ?? []).reduce((sum, pips) => sum + pips, 0) });
  if (step.kind === "spin") return null;
  if (step.kind === "landed") return model.names.face(step.face);
  if (step.kind === "dealer") {
    const total = round.totals.dealer ?? round.before.totals.dealer;
    return total ? t("show.dealerHas", { total: totalWord(total) }) : null;
  }
  if (step.kind === "called" || step.kind === "cup") {
    const total = round.totals[step.place] ?? round.before.totals[step.place];
    return total ? t("show.handHas", { hand: capital(placeName(step.place)), total: totalWord(total) }) : null;
  }
  if (step.kind === "came") return cameWords(step.coup);
  if (step.kind === "end") return ownResult(model)?.text ?? null;
  return lineWords(model, step.told, lines);
}

/** "Banker wins, 9 over 4". */
export function cameWords({ winner, player, banker }: Coup): string {
  if (winner === "tie") return t("show.tie", { total: player });
  return t("show.handWins", { hand: capital(placeName(winner)), more: Math.max(player, banker), less: Math.min(player, banker) });
}

/** "You win $25"; with its wager if there are several. */
function lineWords(model: TableModel, told: ToldLine, lines: number): string {
  const what = movement(model, told);
  return lines > 1 ? t("show.line", { wager: model.names.wager(told.line.wager), what }) : what.charAt(0).toUpperCase() + what.slice(1);
}

function movement({ offers, cash }: TableModel, { line, unit }: ToldLine): string {
  const sum = gained(line);
  const amount = cash(Math.abs(sum));
  const back = cash(line.returned);
  if (isYours(offers, line.patron, unit)) {
    if (sum > 0) return t("show.you.win", { amount });
    if (line.charged > 0 && line.outcome === null) return t("show.you.charged", { amount });
    if (sum < 0) return line.returned > 0 ? t("show.you.part", { amount, back }) : t("show.you.lose", { amount });
    return line.outcome === "pushes" ? t("show.you.push") : t("show.you.returned", { back });
  }
  const who = line.patron;
  if (sum > 0) return t("show.who.win", { who, amount });
  if (sum < 0) return t("show.who.lose", { who, amount });
  return line.outcome === "pushes" ? t("show.who.push", { who }) : t("show.who.returned", { who, back });
}
