/** Results: yours first, those of others collapsed. Each expands to its arithmetic and its rules. */
import { memo } from "react";
import type { Line } from "../api/types";
import { RuleLinks } from "../components/rule-link";
import { isShared } from "../felt/spots";
import { capital, plural, t } from "../text";
import { comparedWords } from "./compared";
import { playerName, sentenceOf, wordsOf } from "./event-words";
import { arithmetic, movementWords, rowOf, wagerWords } from "./line-words";
import type { TableModel } from "./model";
import { handName } from "./names";
import { isYours } from "./offers";
import type { RoundState, Sentence, ToldLine } from "./round";

/** Irregularities, in words. */
export function saidWords({ rules, you }: TableModel, said: readonly Sentence[]): { id: string; text: string; rules: string[] }[] {
  if (said.length === 0) return [];
  const words = wordsOf(rules, [], you);
  return said.map(({ id, event }) => ({ id, text: sentenceOf(event, words), rules: event.rules }));
}

/** The irregularities of the displayed round. */
export function HousePanel({ model }: { model: TableModel }) {
  const { round } = model.state;
  const shown = shownRound(round).round;
  const said = saidWords(model, round.sentences.filter((sentence) => sentence.round === shown));
  if (said.length === 0) return null;
  return (
    <section className="panel house">
      <header>
        <h2 className="h">{t("table.house")}</h2>
      </header>
      <ul className="lines">
        {said.map(({ id, text, rules }) => (
          <li key={id}>
            <OnRequest rules={rules}>{text}</OnRequest>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sentence; a tap shows its rules. */
export function OnRequest({ rules, children }: { rules: string[]; children: string }) {
  if (rules.length === 0) return <span>{children}</span>;
  return (
    <details className="on-request">
      <summary>{children}</summary>
      <RuleLinks ids={rules} />
    </details>
  );
}

/** Until the new round has results, the last ones stay visible. */
function shownRound(round: RoundState): Pick<RoundState, "round" | "lines"> {
  return round.lines.length > 0 ? round : round.before;
}

export const SettledPanel = memo(function SettledPanel({ model }: { model: TableModel }) {
  const { round, lines } = shownRound(model.state.round);
  const isOwn = ({ line, unit }: ToldLine) => isYours(model.offers, line.patron, unit);
  const others = lines.filter((told) => !isOwn(told));
  const own = lines.filter(isOwn);
  const list = (some: ToldLine[]) => (
    <ol className="lines">
      {some.map((told) => (
        <SettledLine key={told.id} model={model} told={told} own={isOwn(told)} alone={lines.every(({ line }) => isOf(line, told.line))} />
      ))}
    </ol>
  );
  return (
    <section className="panel settled">
      <header>
        <h2 className="h">{t("table.settled")}</h2>
        <span className="sp" />
        {round !== null && <span className="lab">{t("table.settled.round", { round })}</span>}
      </header>
      {lines.length === 0 && <p className="empty lab">{t("table.settled.none")}</p>}
      {own.length > 0 && list(own)}
      {others.length > 0 && (
        // Observers see all of it.
        <details className="others" open={model.you === null || undefined}>
          <summary>{plural("table.settled.others", others.length)}</summary>
          {list(others)}
        </details>
      )}
    </section>
  );
});

/** Whether a line is of another hand, or of the same patron. */
function isOf(line: Line, { hand, patron }: Line): boolean {
  return line.hand !== hand || line.patron === patron;
}

interface LineProps {
  model: TableModel;
  told: ToldLine;
  own: boolean;
  /** No other patron has lines of the same hand. */
  alone: boolean;
}

function SettledLine({ model, told, own, alone }: LineProps) {
  const { line, withdrawn, hands } = told;
  const { names, cash } = model;
  const movement = movementWords(line, withdrawn, cash);
  // A line paid by a row of its pay table was not compared with another hand.
  const compared = rowOf(line) ? "" : comparedWords(hands);
  return (
    <li className={own ? "own" : ""}>
      <details>
        <summary>
          <span>
            <b>{whose(model, line, { own, alone })}</b> <span className="mut">{wagerWords(names, line)}</span>
            {compared && <span className="compared">{capital(compared)}</span>}
          </span>
          <span className={`amt ${movement.kind}`}>{movement.text}</span>
        </summary>
        <div className="weigh">
          <p>{capital(arithmetic(line, cash))}</p>
          <RuleLinks ids={line.rules} />
        </div>
      </details>
    </li>
  );
}

/** Your only hand needs no name; the box shows the owner of others, unless several patrons share it. */
function whose({ rules, now, you }: TableModel, line: Line, { own, alone }: { own: boolean; alone: boolean }): string {
  const who = own ? t("table.line.you") : playerName(line.patron);
  const hand = isShared(rules.layout) ? "" : handName(line.hand);
  const isOnly = own && now.view.wagers.every(({ patron, spot }) => patron !== you || spot === line.hand);
  if (!hand || isOnly) return who;
  return !own && alone ? hand : t("table.line.who", { who, hand: lower(hand) });
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
