/** What you have before you, what of it you owe, what lies on the layout, and what is between; on a phone also how your wagers have ended. */
import { t } from "../text";
import { compared } from "./compared";
import { owedBy, ownResult, type TableModel } from "./model";
import { goingChips } from "./queue";

interface Props {
  model: TableModel;
  /** In the bar of a phone, where it never leaves the screen. */
  inBar?: boolean;
}

export function BalancePanel({ model, inBar = false }: Props) {
  const { now, cash } = model;
  const seat = now.seats.find(({ you }) => you);
  if (!seat) return null;
  // Chips on their way have left your hand and are not in play: nobody knows yet whether the house takes them.
  const going = goingChips(model.state.pending);
  const owed = owedBy(now.view, seat.patron);
  return (
    <section className={inBar ? "balance" : "panel balance"} data-in-bar={inBar}>
      <div>
        <div className="lab">{t("table.balance")}</div>
        <div className="big">{cash(seat.stack - going)}</div>
      </div>
      {inBar && <OwnResult model={model} />}
      {going > 0 && (
        <div className="num">
          <div className="lab">{t("table.onTheirWay")}</div>
          <div className="on-their-way">{cash(going)}</div>
        </div>
      )}
      {owed > 0 && (
        <div className="num">
          <div className="lab">{t("table.owed")}</div>
          <div className="owed">{cash(owed)}</div>
        </div>
      )}
      <div className="num">
        <div className="lab">{t("table.inPlay")}</div>
        <div className="in-play">{cash(seat.staked)}</div>
      </div>
    </section>
  );
}

/** Your own result, and the two hands where one of yours met the dealer's. */
export function OwnResult({ model }: { model: TableModel }) {
  const result = ownResult(model);
  if (!result) return null;
  return (
    <div className="own-result" data-kind={result.kind}>
      <b>{result.text}</b>
      <span className="lab">{compared(result.lines)}</span>
    </div>
  );
}
