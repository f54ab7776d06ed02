/** Placing and taking back: the effect of a click, a drop or a key on a spot. */
import { useState } from "react";
import type { Input, WagerView } from "../api/types";
import { t } from "../text";
import { Problem } from "../api/client";
import { firstChip, type TrayChip } from "./chips";
import { worth, worthAt, type Spot } from "./collecting";
import { clear, repeat, undo } from "./history";
import type { TableModel } from "./model";
import { betAt, betOf, boxOf, callsAt, takeBackAt, type BetOffer } from "./offers";
import { goingChips } from "./queue";
import type { Why } from "./why";

/** A spot with more than one possible action. */
export interface MenuAt {
  box: number;
  wagers: string[];
  anchor: Element;
  chip: TrayChip | null;
}

export interface Placing {
  chip: TrayChip | null;
  select(chip: TrayChip): void;
  place(box: number, wagers: string[], anchor: Element, chip?: TrayChip): void;
  /** Puts a chip where a bet is offered. */
  put(offer: BetOffer, chip: number): void;
  remove(box: number, wagers: string[]): void;
  menu: MenuAt | null;
  openMenu(menu: MenuAt): void;
  closeMenu(): void;
  /** Null if nothing can be undone, repeated or cleared. */
  undo: (() => void) | null;
  repeat: (() => void) | null;
  clear: (() => void) | null;
}

export function usePlacing(model: TableModel, setWhy: (why: Why | null) => void): Placing {
  const { live, offers, state, you } = model;
  const [selected, select] = useState<TrayChip | null>(null);
  const [menu, openMenu] = useState<MenuAt | null>(null);
  const chip = model.chips.find(({ minor }) => minor === selected?.minor) ?? firstChip(model.chips, model.mainRange);

  function place(box: number, wagers: string[], anchor: Element, dropped?: TrayChip): void {
    const used = dropped ?? chip;
    if (!you || !used) return;
    setWhy(null);
    const offered = wagers.flatMap((wager) => betAt(offers, box, wager) ?? []);
    const [only] = offered;
    if (only && offered.length === 1) put(only, used.minor);
    else if (offered.length > 1 || mayChange(model, box, wagers)) openMenu({ box, wagers, anchor, chip: used });
    else void askWhy(betOf(you, { box: box || (offers.ownBoxes[0] ?? 0), wager: wagers[0] ?? "", forDealers: false }, used.minor));
  }

  /** Chips on a spot add up to a bet; an excess over the maximum is for the house to refuse, by its rule. */
  function put(offer: BetOffer, minor: number): void {
    if (!you) return;
    const lies = worthAt(state.collected, offer);
    const bet = betOf(you, offer, lies + minor);
    const free = freeChips(model);
    if (minor > free) live.refuse(bet, notEnough(lies + minor, lies + free));
    else if (lies + minor > offer.range.max) give(bet);
    else live.collect(offer, minor, model.now);
  }

  /** If the only action is to take one wager back, it is done; with several actions, you choose. */
  function remove(box: number, wagers: string[]): void {
    if (!you) return;
    setWhy(null);
    const isHere = (spot: Spot) => wagers.includes(spot.wager) && (box === 0 || spot.box === box);
    if (state.collected.some(isHere)) return live.takeChips(isHere);
    const own = ownWagers(model, box, wagers);
    const [only] = own;
    const hasCalls = wagers.some((wager) => callsAt(offers, box, wager).length > 0);
    if (only && own.length === 1 && !hasCalls && takeBackAt(offers, box, only.wager)) return give(takeBackOf(only));
    const anchor = document.querySelector(`[data-spot="${box}:${wagers.join(",")}"]`);
    if (anchor && own.length > 0) openMenu({ box, wagers, anchor, chip });
  }

  async function askWhy(input: Input): Promise<void> {
    const about = t("table.whyNotBet");
    setWhy({ about, problem: null, asking: true });
    setWhy({ about, problem: await live.why(input), asking: false });
  }

  function give(...inputs: Input[]): void {
    inputs.forEach(model.give);
  }

  // Pending commands may change what can be undone, so the house must answer first.
  const settled = state.pending.length === 0;
  const last = settled ? undo(state.round, offers) : null;
  const same = settled ? repeat(state.round, offers) : [];
  const all = settled ? clear(state.round, offers) : [];
  const waits = state.collected.length > 0;
  function clearAll(): void {
    live.takeChips(() => true);
    give(...all);
  }
  return {
    chip,
    select,
    place,
    put,
    remove,
    menu,
    openMenu,
    closeMenu: () => openMenu(null),
    undo: waits ? () => live.takeLastChip() : last && (() => give(last)),
    repeat: same.length > 0 ? () => give(...same) : null,
    clear: waits || all.length > 0 ? clearAll : null,
  };
}

/** Your chips that are neither pending nor waiting on a spot. */
function freeChips({ now, state }: TableModel): number {
  const stack = now.seats.find(({ you }) => you)?.stack ?? 0;
  return stack - goingChips(state.pending) - state.collected.reduce((sum, pile) => sum + worth(pile), 0);
}

function notEnough(wanted: number, there: number): Problem {
  return new Problem({ type: "/problems/not-enough", title: "", status: 422, wanted, there });
}

export function takeBackOf({ patron, spot, wager, stake }: WagerView): Input {
  return { "take-back": { patron, box: boxOf(spot), wager, amount: stake } };
}

export function ownWagers({ now, you }: TableModel, box: number, wagers: string[]): WagerView[] {
  return now.view.wagers.filter(
    (one) => one.patron === you && wagers.includes(one.wager) && (box === 0 || boxOf(one.spot) === box),
  );
}

function mayChange({ offers }: TableModel, box: number, wagers: string[]): boolean {
  return wagers.some((wager) => takeBackAt(offers, box, wager) || callsAt(offers, box, wager).length > 0);
}
