/** Settlement lines in order of payment; each opens to its arithmetic. */
import { memo } from "react";
import type { Line } from "../api/types";
import { RuleLinks } from "../components/rule-link";
import { t } from "../text";
import { totalWord, type TableModel } from "./model";
import { capitalised, handName, plain } from "./names";
import { isYours } from "./offers";
import { gained, received, type RoundState, type ToldLine } from "./round";

/** What went out of the ordinary in the round that is shown. */
export function HousePanel({ model }: { model: TableModel }) {
  const { round } = model.state;
  const shown = shownRound(round).round;
  const said = round.sentences.filter((sentence) => sentence.round === shown);
  if (said.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2 className="h">{t("table.house")}</h2>
      </header>
      <ul className="lines">
        {said.map(({ id, text, rules }) => (
          <li key={id}>
            <span>{capitalised(text)}</span>
            <RuleLinks ids={rules} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** While the new round has brought nothing, the last one is still of interest. */
function shownRound(round: RoundState): Pick<RoundState, "round" | "lines"> {
  return round.lines.length > 0 ? round : round.before;
}

export const SettledPanel = memo(function SettledPanel({ model }: { model: TableModel }) {
  const shown = shownRound(model.state.round);
  return (
    <section className="panel settled">
      <header>
        <h2 className="h">{t("table.settled")}</h2>
        <span className="sp" />
        {shown.round !== null && <span className="lab">{t("table.settled.round", { round: shown.round })}</span>}
      </header>
      {shown.lines.length === 0 ? (
        <p className="empty lab">{t("table.settled.none")}</p>
      ) : (
        <ol className="lines">
          {shown.lines.map((told) => (
            <SettledLine key={told.id} model={model} told={told} alone={shown.lines.every(({ line }) => isOf(line, told.line))} />
          ))}
        </ol>
      )}
    </section>
  );
});

/** Whether a line is of another hand, or of the same patron. */
function isOf(line: Line, { hand, patron }: Line): boolean {
  return line.hand !== hand || line.patron === patron;
}

function SettledLine({ model, told, alone }: { model: TableModel; told: ToldLine; alone: boolean }) {
  const { line, text } = told;
  const own = isYours(model.offers, line.patron, told.unit);
  return (
    <li className={own ? "own" : ""}>
      <details>
        <summary>
          <span>
            <b>{whose(model, line, { own, alone })}</b> <span className="mut">{about(model, line)}</span>
            <Compared told={told} />
          </span>
          <Movement told={told} money={model.money} />
        </summary>
        <div className="weigh">
          {text && <p className="rule">{text}</p>}
          <Arithmetic model={model} line={line} own={own} />
        </div>
      </details>
      <RuleLinks ids={line.rules} />
    </li>
  );
}

/** Both hands, as they were called. */
function Compared({ told: { hands } }: { told: ToldLine }) {
  const { own, dealer } = hands;
  if (!own) return null;
  const words = dealer ? t("table.line.hands", { own: totalWord(own), dealer: totalWord(dealer) }) : t("table.line.hand", { own: totalWord(own) });
  return <span className="compared">{capitalised(words)}</span>;
}

/** A box that one patron has says whose it is; where several share it, or there is none, their letter does. */
function whose({ rules }: TableModel, line: Line, { own, alone }: { own: boolean; alone: boolean }): string {
  const who = own ? t("table.line.you") : line.patron;
  const hand = rules.layout.zones.length > 0 ? "" : handName(line.hand);
  if (hand && !own && alone) return hand;
  return hand ? t("table.line.who", { who, hand: lower(hand) }) : who;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The wager, and where it was paid by a table also the row of it and the odds. */
function about({ names }: TableModel, { wager, row, odds }: Line): string {
  const name = names.wager(wager);
  if (!odds) return name;
  const says = row && !wager.startsWith(row);
  return says ? t("table.line.row", { wager: name, row: plain(row), odds }) : t("table.line.at", { wager: name, odds });
}

function Movement({ told, money }: { told: ToldLine; money(minor: number): string }) {
  const { line, withdrawn } = told;
  const { outcome, kind } = line;
  if (withdrawn) return <span className="amt">{t("table.line.withdrawn", { amount: money(line.returned) })}</span>;
  if (outcome === "wins") return <span className="amt win">{t("table.line.wins", { amount: money(line.paid) })}</span>;
  if (outcome === "loses") {
    return <span className="amt lose">{t("table.line.loses", { amount: money(line.stake - line.returned) })}</span>;
  }
  if (outcome === "pushes") return <span className="amt">{t("table.line.pushes")}</span>;
  if (outcome === "returned") return <span className="amt">{t("table.line.returned", { amount: money(line.returned) })}</span>;
  if (kind === "award") return <span className="amt win">{t("table.line.award", { amount: money(line.paid) })}</span>;
  if (kind === "charge") return <span className="amt">{t("table.line.charge", { amount: money(line.charged) })}</span>;
  return <span className="amt">{t("table.line.moved", { amount: money(gained(line)) })}</span>;
}

function Arithmetic({ model, line, own }: { model: TableModel; line: Line; own: boolean }) {
  const { money } = model;
  const parts = [
    line.stake > 0 && t("table.line.stake", { stake: money(line.stake) }),
    line.paid !== 0 && line.odds
      ? t("table.line.odds", { basis: money(line.basis), odds: line.odds, paid: money(line.paid) })
      : line.paid !== 0 && t("table.line.paid", { paid: money(line.paid) }),
    line.returned !== 0 && t("table.line.back", { returned: money(line.returned) }),
    line.charged !== 0 && t("table.line.charged", { charged: money(line.charged) }),
  ];
  const who = own ? t("table.line.youReceive") : t("table.line.receives", { who: line.patron });
  return (
    <p>
      {parts.filter((part) => part !== false).join(", ")}; {who} <b>{money(received(line))}</b>
    </p>
  );
}
