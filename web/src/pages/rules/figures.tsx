/**
 * The figures of the rules: wagers, pay tables, options; and the remedies for irregularities and the duties of staff.
 */
import type { Duty, Irregularity, Option, PayTable, Rules, RulesWager } from "../../api/types";
import { RuleLink, RuleLinks } from "../../components/rule-link";
import { amount, capital, either, list, t } from "../../text";
import { namesOf } from "../../table/names";
import { isPaidBy, PayLines } from "../../table/pays";
import { Part } from "./part";

function named(rules: Rules, id: string): string {
  return namesOf(rules).wager(id);
}

/** The wagers of a pay table: one, or a family. */
function paidBy(rules: Rules, table: PayTable): string {
  const wagers = rules.wagers.filter((wager) => isPaidBy(wager, table)).map(({ wager }) => wager);
  return list((wagers.length > 0 ? wagers : [table.wager]).map((wager) => named(rules, wager)));
}

function isOffered(rules: Rules, wager: string): boolean {
  return rules.in_force?.wagers.includes(wager) ?? true;
}

/** Sorts the important ones first. */
function first<T>(all: T[], comesFirst: (one: T) => boolean): T[] {
  return [...all.filter(comesFirst), ...all.filter((one) => !comesFirst(one))];
}

export function Wagers({ rules, wagers }: { rules: Rules; wagers: RulesWager[] }) {
  if (wagers.length === 0) return null;
  const shown = first(wagers, ({ wager }) => isOffered(rules, wager));
  return (
    <Part id="wagers" title={t("rules.wagers")}>
      <ul className="panel entries">
        {shown.map((wager) => (
          <Wager key={wager.wager} rules={rules} wager={wager} />
        ))}
      </ul>
    </Part>
  );
}

function Wager({ rules, wager }: { rules: Rules; wager: RulesWager }) {
  const byTable = rules.paytables.some((table) => isPaidBy(wager, table));
  const limits = rules.in_force?.limits.find((limit) => limit.wager === wager.wager);
  const short = (minor: number) => amount(minor, rules.currency);
  return (
    <li>
      <div className="entry-head">
        <h3>{named(rules, wager.wager)}</h3>
        {wager.required && <span className="tag">{t("rules.wager.required")}</span>}
        {wager.side_bet && <span className="tag">{t("rules.wager.side")}</span>}
        {!isOffered(rules, wager.wager) && <span className="tag w">{t("rules.wager.notHere")}</span>}
      </div>
      {wager.pays.length > 0 && <p>{t("rules.wager.pays", { pays: either(wager.pays) })}</p>}
      {wager.pays.length === 0 && byTable && <p>{t("rules.wager.byTable")}</p>}
      {wager.equals && <p>{t("rules.wager.equals", { wager: named(rules, wager.equals) })}</p>}
      {wager.follows && <p>{t("rules.wager.follows", { wager: named(rules, wager.follows) })}</p>}
      {limits && (
        <p>
          {t("rules.wager.limits", { min: short(limits.min), max: short(limits.max), step: short(limits.step) })}{" "}
          {rules.currency}
        </p>
      )}
      <RuleLinks ids={wager.cites} />
    </li>
  );
}

export function PayTables({ rules, paytables }: { rules: Rules; paytables: PayTable[] }) {
  if (paytables.length === 0) return null;
  const shown = first(paytables, ({ code }) => rules.in_force?.paytables.includes(code) ?? true);
  return (
    <Part id="paytables" title={t("rules.paytables")}>
      <div className="paytables">
        {shown.map((table) => (
          <PayTableOf key={`${table.wager} ${table.code}`} rules={rules} table={table} />
        ))}
      </div>
    </Part>
  );
}

function PayTableOf({ rules, table }: { rules: Rules; table: PayTable }) {
  return (
    <section className="panel paytable">
      <div className="entry-head">
        <h3>{paidBy(rules, table)}</h3>
        <span className="id">{table.code}</span>
        {rules.in_force && <InForce yes={rules.in_force.paytables.includes(table.code)} />}
      </div>
      <PayLines table={table} names={namesOf(rules)} />
      <RuleLinks ids={table.cites} />
    </section>
  );
}

function InForce({ yes }: { yes: boolean }) {
  if (yes) return <span className="tag a">✓ {t("rules.paytable.inForce")}</span>;
  return <span className="tag">{t("rules.paytable.allowed")}</span>;
}

export function Options({ rules, options }: { rules: Rules; options: Option[] }) {
  if (options.length === 0) return null;
  return (
    <Part id="options" title={t("rules.options")}>
      <ul className="panel entries">
        {options.map((option) => (
          <li key={option.option}>
            <h3>{capital(option.name)}</h3>
            <dl className="facts">
              <dt>{t(rules.in_force ? "rules.option.inForce" : "rules.option.default")}</dt>
              <dd>
                <b>{rules.in_force ? option.value : option.default}</b>
              </dd>
              <dt>{t("rules.option.allowed")}</dt>
              <dd>{option.allowed}</dd>
            </dl>
            <RuleLinks ids={option.cites} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Irregularities({ irregularities }: { irregularities: Irregularity[] }) {
  if (irregularities.length === 0) return null;
  return (
    <Part id="irregularities" title={t("rules.irregularities")}>
      <ul className="panel entries">
        {irregularities.map((one) => (
          <li key={`${one.id} ${one.rule}`}>
            <h3>{capital(one.what)}</h3>
            <dl className="facts">
              <dt>{t("rules.mishap.remedy")}</dt>
              <dd>{one.remedy}</dd>
              {one.decides && <dt>{t("rules.mishap.decides")}</dt>}
              {one.decides && <dd>{one.decides}</dd>}
            </dl>
            <RuleLink id={one.rule} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Duties({ duties }: { duties: Duty[] }) {
  if (duties.length === 0) return null;
  return (
    <Part id="duties" title={t("rules.duties")}>
      <ul className="panel entries">
        {duties.map((duty, index) => (
          <li key={index}>
            <p>{duty.what}</p>
            <p className="lab">
              {capital(duty.due)} · {t("rules.duty.by", { who: duty.by })}
            </p>
            <RuleLink id={duty.id} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
