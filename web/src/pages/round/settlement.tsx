import type { Line, UnitFrame } from "../../api/types";
import { Balance } from "../../components/money";
import { RuleLinks } from "../../components/rule-link";
import { capital, t } from "../../text";
import type { Words } from "./words";

interface Props {
  units: UnitFrame[];
  /** Your place. */
  seat: string | null;
  words: Words;
}

interface Settled {
  line: Line;
  /** In words. */
  text: string;
}

function settledIn({ events, told }: UnitFrame): Settled[] {
  return events.flatMap(({ what }, index) => {
    if (typeof what === "string" || !("settled" in what)) return [];
    const text = told.find(({ event }) => event === index)?.text ?? what.settled.wager;
    return [{ line: what.settled, text }];
  });
}

export function Settlement({ units, seat, words }: Props) {
  const lines = units.flatMap(settledIn);
  return (
    <section className="panel">
      <header>
        <h2>{t("round.settlement")}</h2>
      </header>
      {lines.length === 0 && <p className="pad mut">{t("round.noLines")}</p>}
      <ol className="lines">
        {lines.map((line, index) => (
          <SettledLine key={index} settled={line} own={line.line.patron === seat} words={words} />
        ))}
      </ol>
    </section>
  );
}

function SettledLine({ settled: { line, text }, own, words }: { settled: Settled; own: boolean; words: Words }) {
  return (
    <li className={own ? "own" : undefined}>
      <span>{capital(text)}</span>
      <span className="amt">
        <Balance minor={line.paid + line.returned - line.charged - line.stake} currency={words.currency} />
      </span>
      <details>
        <summary className="sub">{t("round.arithmetic")}</summary>
        <Arithmetic line={line} words={words} />
      </details>
      <RuleLinks ids={line.rules} />
    </li>
  );
}

/** The figures of a line, each with its name, down to what comes back. */
function Arithmetic({ line, words }: { line: Line; words: Words }) {
  const rows: [string, string][] = [[t("round.stake"), words.money(line.stake)]];
  if (line.basis !== line.stake) rows.push([t("round.basis"), words.money(line.basis)]);
  if (line.row) rows.push([t("round.row"), line.row.replaceAll("-", " ")]);
  if (line.odds) rows.push([t("round.odds"), String(line.odds)]);
  if (line.share) rows.push([t("round.share"), String(line.share)]);
  rows.push([t("round.paid"), words.money(line.paid)], [t("round.returnedStake"), words.money(line.returned)]);
  if (line.charged !== 0) rows.push([t("round.charged"), words.money(-line.charged)]);
  rows.push([t("round.comesBack"), words.money(line.paid + line.returned - line.charged)]);
  return (
    <table className="t">
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="num">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
