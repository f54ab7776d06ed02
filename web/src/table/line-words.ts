/** Settlement lines in words. */
import type { Line } from "../api/types";
import { t } from "../text";
import type { Names } from "./names";
import { gained, received, risked } from "./round";

type Money = (minor: number) => string;

/** The result of a line, and the amounts moved. */
export function movementWords(line: Line, withdrawn: boolean, money: Money): { text: string; kind: "win" | "lose" | "" } {
  const { outcome, kind } = line;
  if (withdrawn) return { kind: "", text: t("table.line.withdrawn", { amount: money(line.returned) }) };
  if (outcome === "wins") return { kind: "win", text: t("table.line.wins", { amount: money(line.paid) }) };
  if (outcome === "loses") return { kind: "lose", text: t("table.line.loses", { amount: money(risked(line) - line.returned) }) };
  if (outcome === "pushes") return { kind: "", text: t("table.line.pushes") };
  if (outcome === "returned") return { kind: "", text: t("table.line.returned", { amount: money(line.returned) }) };
  if (kind === "award") return { kind: "win", text: t("table.line.award", { amount: money(line.paid) }) };
  if (kind === "charge") return { kind: "", text: t("table.line.charge", { amount: money(line.charged) }) };
  if (kind === "debt") return { kind: "", text: t("table.line.debt", { amount: money(line.charged) }) };
  if (kind === "collection") return { kind: "", text: t("table.line.collection", { amount: money(line.charged) }) };
  return { kind: "", text: t("table.line.moved", { amount: money(gained(line)) }) };
}

/** The wager, and for a pay table also its row and the odds. */
export function wagerWords(names: Names, line: Line): string {
  const { wager, odds } = line;
  const name = names.wager(wager);
  if (!odds) return name;
  const row = rowOf(line);
  const says = row && names.row(row);
  return says ? t("table.line.row", { wager: name, row: says, odds }) : t("table.line.at", { wager: name, odds });
}

/** The row of the pay table by which a line was paid. */
export function rowOf({ wager, row, odds }: Line): string | null {
  return odds && row && !wager.startsWith(row) ? row : null;
}

/** The figures of a line, down to its total. */
export function arithmetic(line: Line, money: Money): string {
  const parts = [
    risked(line) > 0 && t("table.line.stake", { stake: money(risked(line)) }),
    line.paid !== 0 && line.odds
      ? t("table.line.odds", { basis: money(line.basis), odds: line.odds, paid: money(line.paid) })
      : line.paid !== 0 && t("table.line.paid", { paid: money(line.paid) }),
    line.returned !== 0 && t("table.line.back", { returned: money(line.returned) }),
    line.charged !== 0 && t("table.line.charged", { charged: money(line.charged) }),
  ];
  return t("table.line.comes", { parts: parts.filter((part) => part !== false).join(", "), amount: money(received(line)) });
}
