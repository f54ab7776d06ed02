import type { Line, UnitFrame } from "../../api/types";
import { Balance } from "../../components/money";
import { RuleLinks } from "../../components/rule-link";
import { capital, plural, t } from "../../text";
import type { Words } from "../../table/event-words";
import { movementWords, wagerWords } from "../../table/line-words";

interface Props {
  units: UnitFrame[];
  /** Your place. */
  seat: string | null;
  words: Words;
}

function settledIn({ events }: UnitFrame): Line[] {
  return events.flatMap(({ what }) => (typeof what === "string" || !("settled" in what) ? [] : what.settled));
}

/** Your lines first, those of others collapsed. */
export function Settlement({ units, seat, words }: Props) {
  const lines = units.flatMap(settledIn);
  const own = lines.filter(({ patron }) => patron === seat);
  const others = lines.filter(({ patron }) => patron !== seat);
  return (
    <section className="panel">
      <header>
        <h2>{t("round.settlement")}</h2>
      </header>
      {lines.length === 0 && <p className="pad mut">{t("round.noLines")}</p>}
      {own.length > 0 && <SettledLines lines={own} own words={words} />}
      {others.length > 0 && (
        <details className="others">
          <summary>{plural("table.settled.others", others.length)}</summary>
          <SettledLines lines={others} own={false} words={words} />
        </details>
      )}
    </section>
  );
}

function SettledLines({ lines, own, words }: { lines: Line[]; own: boolean; words: Words }) {
  return (
    <ol className="lines">
      {lines.map((line, index) => (
        <SettledLine key={index} line={line} own={own} words={words} />
      ))}
    </ol>
  );
}

function SettledLine({ line, own, words }: { line: Line; own: boolean; words: Words }) {
  const text = t("event.settled", {
    who: words.who(line.patron),
    wager: wagerWords(words.names, line),
    movement: movementWords(line, false, words.money).text,
  });
  return (
    <li className={own ? "own" : undefined}>
      <span>{capital(text)}</span>
      <span className="amt">
        <Balance minor={line.paid + line.returned - line.charged - line.stake} currency={words.currency} />
      </span>
      <details>
        <summary className="sub">{t("round.arithmetic")}</summary>
        <Arithmetic line={line} words={words} />
        <RuleLinks ids={line.rules} />
      </details>
    </li>
  );
}

/** The figures of a line, each with its name, down to the amount returned. */
function Arithmetic({ line, words }: { line: Line; words: Words }) {
  const rows: [string, string][] = [[t("round.stake"), words.money(line.stake)]];
  if (line.basis !== line.stake) rows.push([t("round.basis"), words.money(line.basis)]);
  const row = line.row && words.names.row(line.row);
  if (row) rows.push([t("round.row"), capital(row)]);
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
