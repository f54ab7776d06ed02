/** Your money this round, movement by movement, with your balance after each. */
import { memo } from "react";
import { Link } from "wouter";
import { t } from "../text";
import type { TableModel } from "./model";
import { handName } from "./names";
import { isYours } from "./offers";
import type { MoneyMove } from "./round";

export const MoneyTable = memo(function MoneyTable({ model }: { model: TableModel }) {
  const { now, state, offers } = model;
  const { round } = state;
  const stack = now.seats.find((seat) => seat.you)?.stack ?? 0;
  const own = ({ patron, unit }: MoneyMove) => isYours(offers, patron, unit);
  const moved = round.moves.some(own);
  const moves = (moved ? round : round.before).moves.filter(own);
  return (
    <section className="panel money-panel">
      <header>
        <h2 className="h">{t(moved || moves.length === 0 ? "table.money" : "table.money.before")}</h2>
      </header>
      {moves.length === 0 ? <p className="empty lab">{t("table.money.none")}</p> : <Moves model={model} moves={moves} stack={stack} />}
      <footer>
        <Link href="/rounds">{t("table.lastRounds")}</Link>
        <Replay model={model} />
      </footer>
    </section>
  );
});

function Replay({ model }: { model: TableModel }) {
  const { now, state } = model;
  // A current round has no settlement to replay yet.
  const { round } = state.round.before;
  if (round === null) return null;
  return <Link href={`/tables/${now.table}/rounds/${round}`}>{t("table.replay", { round })}</Link>;
}

interface MovesProps {
  model: TableModel;
  moves: MoneyMove[];
  /** Your balance after all of them. */
  stack: number;
}

function Moves({ model, moves, stack }: MovesProps) {
  const { cash: money } = model;
  const brought = moves.reduce((before, { amount }) => before - amount, stack);
  let after = brought;
  const rows = moves.map((move) => ({ move, after: (after += move.amount) }));
  return (
    <table className="t">
      <thead className="vh">
        <tr>
          <th scope="col">{t("table.money.what")}</th>
          <th scope="col">{t("table.money.change")}</th>
          <th scope="col">{t("table.money.stack")}</th>
        </tr>
      </thead>
      <tbody>
        <tr className="lab">
          <td>{t("table.money.brought")}</td>
          <td />
          <td className="num">{money(brought)}</td>
        </tr>
        {rows.map(({ move, after: left }) => (
          <tr key={move.id}>
            <td>{moveName(model, move)}</td>
            <td className="num">{signed(move.amount, money)}</td>
            <td className="num mut">{money(left)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function signed(minor: number, money: (minor: number) => string): string {
  return `${minor < 0 ? "−" : "+"}${money(Math.abs(minor))}`;
}

function moveName({ names, rules }: TableModel, { kind, wager, hand, amount }: MoneyMove): string {
  const name = names.wager(wager);
  const place = rules.layout.zones.length > 0 ? "" : handName(hand);
  const where = place ? `${name}, ${place.charAt(0).toLowerCase()}${place.slice(1)}` : name;
  if (kind === "withdrawn") return t("table.money.withdrawn", { wager: where });
  // A settlement that takes chips is a charge, such as vigorish.
  if (kind === "settled") return t(amount < 0 ? "table.money.charged" : "table.money.settled", { wager: where });
  return kind === "taken-back" ? t("table.money.takenBack", { wager: where }) : where;
}
