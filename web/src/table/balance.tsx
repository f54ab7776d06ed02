/**
 * Your chips, your debt, your stakes on the layout, and chips in transit; on a phone also the results of your wagers.
 */
import { t } from "../text";
import { compared } from "./compared";
import { owedBy, ownResult, type TableModel } from "./model";
import { goingChips } from "./queue";

interface Props {
  model: TableModel;
  /** In the bar of a phone, which is always visible. */
  inBar?: boolean;
}

export function BalancePanel({ model, inBar = false }: Props) {
  const { now, cash } = model;
  const seat = now.seats.find(({ you }) => you);
  if (!seat) return null;
  // Pending chips have left your hand and are not in play: whether the house accepts them is not known yet.
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

/** Your own result, and the two hands if one of yours met the dealer's. */
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
