/** All bets of a number, with their payouts. The sheet stays open: each touch places one chip. */
import { Dialog } from "../components/dialog";
import { t } from "../text";
import { worthAt } from "./collecting";
import type { TableModel } from "./model";
import { betAt, takeBackAt } from "./offers";
import { paysOf } from "./pays";
import { ownWagers, type MenuAt, type Placing } from "./use-placing";
import "./wager-sheet.css";

interface Props {
  model: TableModel;
  menu: MenuAt;
  placing: Placing;
}

/** Whether a menu was opened by a touch on a number, which is part of several bets. */
export function isOfNumber({ rules }: TableModel, { wagers }: MenuAt): boolean {
  return wagers.length > 1 && (rules.layout.numbers ?? []).length > 0;
}

/** The touched number: the only one that all its bets cover. */
function numberOf({ rules, names }: TableModel, { wagers }: MenuAt): string {
  const straight = rules.layout.spots?.find(({ wager, covers }) => covers.length === 1 && wagers.includes(wager));
  return straight ? names.face(straight.covers[0] ?? "") : t("table.sheet");
}

interface Group {
  pays: string | null;
  wagers: string[];
}

/** Groups bets with equal payouts, in their order. */
function groupsOf(wagers: string[], pays: (wager: string) => string | null): Group[] {
  const groups: Group[] = [];
  for (const wager of wagers) {
    const last = groups.find((group) => group.pays === pays(wager));
    if (last) last.wagers.push(wager);
    else groups.push({ pays: pays(wager), wagers: [wager] });
  }
  return groups;
}

export function WagerSheet({ model, menu, placing }: Props) {
  const { chip } = menu;
  const groups = groupsOf(menu.wagers, paysOf(model.rules));
  return (
    <Dialog title={numberOf(model, menu)} onClose={placing.closeMenu}>
      <div className="wager-sheet">
        {chip && <p className="mut">{t("table.sheet.chip", { amount: model.cash(chip.minor) })}</p>}
        {groups.map(({ pays, wagers }) => (
          <section key={pays ?? ""}>
            {pays && <h3>{t("felt.grid.pays", { pays })}</h3>}
            <div>
              {wagers.map((wager) => (
                <Entry key={wager} model={model} menu={menu} placing={placing} wager={wager} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Entry({ model, menu, placing, wager }: Props & { wager: string }) {
  const { names, offers, state, cash } = model;
  const offer = betAt(offers, menu.box, wager);
  const [own] = ownWagers(model, menu.box, [wager]);
  const lies = (own?.stake ?? 0) + (offer ? worthAt(state.collected, offer) : 0);
  const mayRemove = lies > 0 && (takeBackAt(offers, menu.box, wager) !== null || lies > (own?.stake ?? 0));
  return (
    <span className="sheet-entry">
      <button
        type="button"
        className="btn"
        disabled={!offer}
        onClick={(event) => placing.place(menu.box, [wager], event.currentTarget, menu.chip ?? undefined)}
      >
        <span>{names.wager(wager)}</span>
        {lies > 0 && <b className="num">{cash(lies)}</b>}
      </button>
      {mayRemove && (
        <button type="button" className="btn" aria-label={t("table.sheet.takeBack", { wager: names.wager(wager) })} onClick={() => placing.remove(menu.box, [wager])}>
          <span aria-hidden="true">−</span>
        </button>
      )}
    </span>
  );
}
