/** The line of the bar that describes the current moment. */
import { isShared } from "../felt/spots";
import { list, t } from "../text";
import { word } from "../text/words";
import { hasPart, isOffered } from "./bank";
import { wantedOf, worth } from "./collecting";
import { handInFull } from "./hand-words";
import { totalWord, type TableModel } from "./model";
import { handName } from "./names";
import { betAt } from "./offers";

export function headline(model: TableModel): string {
  const { question, now, offers } = model;
  if (isOffered(model)) return t("table.bank.asked");
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

/** What the round waits for, if it does not wait for you. */
export function dueWords(model: TableModel): string {
  const { now, state, seated, offers } = model;
  const { due } = now.view;
  if (due.patron && seated && offers.bets.size === 0) return t("table.turnOf.more");
  const waiting = waitingWords(model);
  if (waiting) return waiting;
  if (due.kind !== "bets") return stepWords(model) ?? word(now.game, "due", due.kind) ?? t("table.dealer.busy");
  if (!seated) return t("table.watching.more");
  const missing = hasPart(model) ? [] : missingWagers(model);
  if (missing.length > 0) return t("table.needed", { wagers: list(missing) });
  return t(state.countdown ? "table.silence.bets" : "table.closes.dealer");
}

/** The step that is due, or that closes the current question. */
export function stepWords({ now }: TableModel): string | null {
  const { kind, step } = now.view.due;
  return step && STEPPED.has(kind) ? word(now.game, "step", step) : null;
}

const STEPPED = new Set(["step", "choices"]);

/** The amount that your last chips still lack to be a bet. */
function waitingWords({ state, offers, names, cash: money }: TableModel): string | null {
  const pile = state.collected.at(-1);
  const range = pile && betAt(offers, pile.box, pile.wager, pile.forDealers)?.range;
  if (!pile || !range) return null;
  const [sum, wanted] = [worth(pile), wantedOf(range, worth(pile))];
  return t("table.waiting", { wager: names.wager(pile.wager), sum: money(sum), wanted: money(wanted), missing: money(wanted - sum) });
}

/** The wagers that the rules require in addition to yours; without them the box does not play. */
function missingWagers({ now, rules, names, you }: TableModel): string[] {
  const own = now.view.wagers.filter(({ patron }) => patron === you).map(({ wager }) => wager);
  if (own.length === 0) return [];
  const required = rules.wagers.filter((wager) => wager.required && now.needed.includes(wager.wager));
  return required.filter(({ wager }) => !own.includes(wager)).map(({ wager }) => names.wager(wager));
}

function asked(model: TableModel, hand: string): string {
  const { state, rules, now } = model;
  // Where patrons share zones, places have no visible boxes.
  const name = isShared(rules.layout) ? "" : handName(hand);
  if (!name) return stepWords(model) ?? t("table.asked.table");
  const known = now.view.hands.find(({ place }) => place === hand);
  const total = state.round.totals[hand];
  const words = known ? handInFull(known) : total ? totalWord(total) : null;
  if (words === null) return name;
  return isOnly(model, hand) ? t("table.asked.yours", { total: words }) : t("table.asked", { hand: name, total: words });
}

/** Whether you have only one hand: then it needs no name. */
function isOnly({ now, you }: TableModel, hand: string): boolean {
  return now.view.wagers.every(({ patron, spot }) => patron !== you || spot === hand);
}
