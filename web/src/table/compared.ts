/** The comparison of two hands, in words. */
import { t } from "../text";
import { totalWord } from "./model";
import type { ToldLine, Total } from "./round";

/**
 * The hands of lines that all have the same one; empty if several met the dealer's, or if no hand was announced.
 */
export function compared(lines: readonly ToldLine[]): string {
  const hands = [...new Set(lines.map(({ line }) => line.hand))];
  const called = lines.filter((line) => line.hands.own).at(-1);
  return hands.length === 1 && called ? comparedWords(called.hands) : "";
}

export function comparedWords({ own, dealer, low, bank = false }: ToldLine["hands"]): string {
  if (!own) return "";
  if (low) return t("table.line.both", { high: comparedWords({ own, dealer, bank }), low: comparedWords({ ...low, bank }) });
  if (isBust(own)) return t("table.line.bust", { own: totalWord(own) });
  if (dealer && isBust(dealer)) return t("table.line.dealerBust", { own: totalWord(own), dealer: totalWord(dealer) });
  return dealer ? t(bank ? "table.line.hands.bank" : "table.line.hands", { own: totalWord(own), dealer: totalWord(dealer) }) : totalWord(own);
}

const MOST = 21;

/** Only totals can be compared numerically; names of hands cannot. */
function isBust(total: Total): boolean {
  return "value" in total && total.value > MOST;
}
