/** What the moment is about, in a line of the bar. */
import { list, t } from "../text";
import { wantedOf, worth } from "./collecting";
import { handInFull } from "./hand-words";
import { totalWord, type TableModel } from "./model";
import { capitalised, handName } from "./names";
import { betAt } from "./offers";

export function headline(model: TableModel): string {
  const { question, now, offers } = model;
  if (question?.asked) return asked(model, question.hand);
  if (offers.bets.size > 0) return t("table.betting");
  const { due } = now.view;
  if (due.patron) {
    const hand = due.hand ? handName(due.hand) : "";
    return hand ? t("table.turnOf.hand", { hand }) : t("table.turnOf", { patron: due.patron });
  }
  if (due.kind === "bets") return t("table.betting");
  return t(now.live ? "table.dealer.live" : "table.dealer");
}

/** What the round waits for, where it does not wait for you. */
export function dueWords(model: TableModel): string {
  const { now, state, seated, offers } = model;
  const { due } = now.view;
  if (due.patron && seated && offers.bets.size === 0) return t("table.turnOf.more");
  const waiting = waitingWords(model);
  if (waiting) return waiting;
  if (due.kind !== "bets") return capitalised(due.text);
  if (!seated) return t("table.watching.more");
  const missing = missingWagers(model);
  if (missing.length > 0) return t("table.needed", { wagers: list(missing) });
  return t(state.countdown ? "table.silence.bets" : "table.closes.dealer");
}

/** What the chips that you put down last still lack to be a bet. */
function waitingWords({ state, offers, names, money }: TableModel): string | null {
  const pile = state.collected.at(-1);
  const range = pile && betAt(offers, pile.box, pile.wager, pile.forDealers)?.range;
  if (!pile || !range) return null;
  const [sum, wanted] = [worth(pile), wantedOf(range, worth(pile))];
  return t("table.waiting", { wager: names.wager(pile.wager), sum: money(sum), wanted: money(wanted), missing: money(wanted - sum) });
}

/** What the rules want beside the wagers that you have made; a box without it does not play. */
function missingWagers({ now, rules, names, you }: TableModel): string[] {
  const own = now.view.wagers.filter(({ patron }) => patron === you).map(({ wager }) => wager);
  if (own.length === 0) return [];
  const required = rules.wagers.filter((wager) => wager.required && now.needed.includes(wager.wager));
  return required.filter(({ wager }) => !own.includes(wager)).map(({ wager }) => names.wager(wager));
}

function asked({ state, rules, now }: TableModel, hand: string): string {
  // Where patrons share zones, places have no boxes to be seen.
  const name = rules.layout.zones.length > 0 ? "" : handName(hand);
  if (!name) return t("table.asked.table");
  const known = now.view.hands.find(({ place }) => place === hand);
  if (known) return t("table.asked", { hand: name, total: handInFull(known) });
  const total = state.round.totals[hand];
  return total ? t("table.asked", { hand: name, total: totalWord(total) }) : name;
}
