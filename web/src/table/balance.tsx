/** What you have before you and what lies on the layout. */
import { t } from "../text";
import type { TableModel } from "./model";
import { stakeOf } from "./queue";

export function BalancePanel({ model }: { model: TableModel }) {
  const { now, money } = model;
  const seat = now.seats.find(({ you }) => you);
  if (!seat) return null;
  // Chips on their way have left your hand; where they are refused they come back to it.
  const going = model.state.pending.reduce((sum, { input }) => sum + (stakeOf(input)?.amount ?? 0), 0);
  return (
    <section className="panel balance">
      <div>
        <div className="lab">{t("table.balance", { currency: now.view.currency, seat: seat.patron })}</div>
        <div className="big">{money(seat.stack - going)}</div>
      </div>
      <div className="num">
        <div className="lab">{t("table.inPlay")}</div>
        <div className="in-play">{money(seat.staked + going)}</div>
      </div>
    </section>
  );
}
