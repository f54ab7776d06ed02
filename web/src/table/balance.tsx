/** What you have before you, what lies on the layout, and what is between. */
import { t } from "../text";
import type { TableModel } from "./model";
import { goingChips } from "./queue";

export function BalancePanel({ model }: { model: TableModel }) {
  const { now, money } = model;
  const seat = now.seats.find(({ you }) => you);
  if (!seat) return null;
  // Chips on their way have left your hand and are not in play: nobody knows yet whether the house takes them.
  const going = goingChips(model.state.pending);
  return (
    <section className="panel balance">
      <div>
        <div className="lab">{t("table.balance", { currency: now.view.currency, seat: seat.patron })}</div>
        <div className="big">{money(seat.stack - going)}</div>
      </div>
      {going > 0 && (
        <div className="num">
          <div className="lab">{t("table.onTheirWay")}</div>
          <div className="on-their-way">{money(going)}</div>
        </div>
      )}
      <div className="num">
        <div className="lab">{t("table.inPlay")}</div>
        <div className="in-play">{money(seat.staked)}</div>
      </div>
    </section>
  );
}
