/** The bank of a patron: its holder sees the cover and the amounts they can win and lose, others see their opponent. */
import { t } from "../text";
import { bankLines, bankTitle } from "./bank";
import type { TableModel } from "./model";

export function BankPanel({ model }: { model: TableModel }) {
  const { now, you, cash } = model;
  const { bank } = now.view;
  if (!bank) return null;
  return (
    <section className="panel bank-panel">
      <header>
        <h2 className="h">{bankTitle(bank, you)}</h2>
      </header>
      <dl>
        {bankLines(bank, you).map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{cash(amount)}</dd>
          </div>
        ))}
      </dl>
      {bank.patron === you && <p className="lab">{t("table.bank.commission")}</p>}
    </section>
  );
}
