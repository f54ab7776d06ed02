/** Your wagers on the layout, each with its possible actions. */
import type { WagerView } from "../api/types";
import { isShared } from "../felt/spots";
import { t } from "../text";
import { handName } from "./names";
import { boxOf, callsAt, takeBackAt } from "./offers";
import type { TableModel } from "./model";
import type { Placing } from "./use-placing";

interface Props {
  model: TableModel;
  placing: Placing;
}

export function YourBets({ model, placing }: Props) {
  const own = model.now.view.wagers.filter(({ patron }) => patron === model.you);
  if (own.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2 className="h">{t("table.yourBets")}</h2>
      </header>
      <ul className="your-bets">
        {own.map((wager) => (
          <YourBet key={wager.number} model={model} placing={placing} wager={wager} />
        ))}
      </ul>
    </section>
  );
}

function YourBet({ model, placing, wager }: Props & { wager: WagerView }) {
  const { names, offers, cash: money } = model;
  const box = boxOf(wager.spot);
  const may = takeBackAt(offers, box, wager.wager) !== null || callsAt(offers, box, wager.wager).length > 0;
  const name = names.wager(wager.wager);
  const open = (anchor: Element) => placing.openMenu({ box, wagers: [wager.wager], anchor, chip: null });
  return (
    <li>
      <span>
        {name} <span className="mut">{isShared(model.rules.layout) ? "" : handName(wager.spot)}</span>
      </span>
      {!wager.working && <span className="tag">{t("table.yourBets.off")}</span>}
      <span className="num">{money(wager.stake)}</span>
      {may && (
        <button
          type="button"
          className="btn sm"
          aria-haspopup="dialog"
          aria-label={t("table.yourBets.change", { wager: name })}
          onClick={(event) => open(event.currentTarget)}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
    </li>
  );
}
