/** The payout of a bet: its odds, or its pay table in force. */
import type { PayTable, Rules, RulesWager } from "../api/types";
import { Dialog } from "../components/dialog";
import { capital, either, t } from "../text";
import { namesOf, type Names } from "./names";

/** Whether a pay table applies to a wager: its own, or one of its whole family. */
export function isPaidBy({ wager, family }: Pick<RulesWager, "wager" | "family">, table: PayTable): boolean {
  return table.wager === wager || table.wager === family;
}

/** The pay tables of a wager: the one in force at a table, or all that the rule book has. */
export function tablesOf({ wagers, paytables, in_force }: Rules, wager: string): PayTable[] {
  const known = wagers.find((one) => one.wager === wager) ?? { wager, family: wager };
  const all = paytables.filter((table) => isPaidBy(known, table));
  const inForce = all.filter(({ code }) => in_force?.paytables.includes(code));
  return inForce.length > 0 ? inForce : all;
}

export function PayLines({ table, names }: { table: PayTable; names: Names }) {
  return (
    <table className="t pay-lines">
      <caption className="vh">{t("rules.paytable.name", { code: table.code })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("rules.paytable.hand")}</th>
          <th scope="col" className="num">
            {t("rules.paytable.pays")}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">{capital(names.row(line.id) ?? line.name)}</th>
            <td className="num">{line.pays}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The odds of a wager outside its pay tables; null if it has none. */
export function oddsWords({ pays }: Pick<RulesWager, "pays">): string | null {
  return pays.length > 0 ? either(pays) : null;
}

/** The same by the wager's id, as it stands on the felt. */
export function paysOf({ wagers }: Pick<Rules, "wagers">): (wager: string) => string | null {
  const odds = new Map(wagers.map((one) => [one.wager, oddsWords(one)]));
  return (wager) => odds.get(wager) ?? null;
}

/** The payouts of a spot's wagers. */
export function PaysDialog({ rules, wagers, onClose }: { rules: Rules; wagers: string[]; onClose(): void }) {
  const names = namesOf(rules);
  const known = rules.wagers.filter(({ wager }) => wagers.includes(wager) && (rules.in_force?.wagers.includes(wager) ?? true));
  return (
    <Dialog title={t("pays.title")} onClose={onClose}>
      <div className="pays">
        {known.map((wager) => (
          <section key={wager.wager}>
            <h3>{names.wager(wager.wager)}</h3>
            {oddsWords(wager) && <p>{t("rules.wager.pays", { pays: oddsWords(wager) ?? "" })}</p>}
            {tablesOf(rules, wager.wager).map((table) => (
              <PayLines key={table.code} table={table} names={names} />
            ))}
          </section>
        ))}
        {known.length === 0 && <p>{t("pays.none")}</p>}
      </div>
    </Dialog>
  );
}
