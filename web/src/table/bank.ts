/** A patron's bank, in words. */
import type { BankView } from "../api/types";
import { t } from "../text";
import type { TableModel } from "./model";

/** The choice that takes the bank. */
const TAKE = "take-bank";

/** Whether the bank is offered to you. */
export function isOffered({ question }: TableModel): boolean {
  return question?.asked === true && question.choices.some(({ choice }) => choice === TAKE);
}

/** "You bank", "B banks". */
export function bankTitle({ patron }: BankView, you: string | null): string {
  return patron === you ? t("table.bank.you") : t("table.bank.of", { patron });
}

/** Whether you hold the bank or have contributed to it: then you make no bet. */
export function hasPart({ now, you }: TableModel): boolean {
  const { bank, wagers } = now.view;
  return bank != null && wagers.some(({ patron, spot }) => patron === you && spot === bank.hand);
}

export interface BankLine {
  name: string;
  amount: number;
}

/**
 * The figures of the bank. For its holder: the amounts that can be won and lost; for others: the amount that they may
 * still bet against it.
 */
export function bankLines({ patron, cover, against }: BankView, you: string | null): BankLine[] {
  const both = [
    { name: t("table.bank.cover"), amount: cover },
    { name: t("table.bank.against"), amount: against },
  ];
  if (patron !== you) return [...both, { name: t("table.bank.free"), amount: cover - against }];
  return [...both, { name: t("table.bank.win"), amount: against }, { name: t("table.bank.lose"), amount: against }];
}
