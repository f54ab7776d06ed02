/** Setting your hand in two: the selection so far, by taps, drops and keys, and the resulting command. */
import { useCallback, useMemo, useState } from "react";
import type { HouseWay, SettingView, Way } from "../api/types";
import { inOrder } from "../felt/card-order";
import type { FeltProps, InTwo, View } from "../felt/model";
import { handWords, lowWords } from "./hand-words";
import type { TableModel } from "./model";
import { cardsOf, dropped, houseWay, lowCount, pickOf, setLow, tapped, wayOf, type Draws } from "./setting";
import type { Choosing } from "./use-choices";
import { STILL } from "./use-fresh";

export interface Setting {
  hand: string;
  /** The result of the selection; null while cards are missing. */
  way: Way | null;
  /** The current names of both hands. */
  called: InTwo["called"];
  /** The numbers of selected and required cards. */
  chosen: number;
  wanted: number;
  /** The hand is set as the house would set it, by this rule. */
  house: HouseWay | null;
  /** A foul setting was pressed once: the second press sends it. */
  warned: boolean;
  /** Arranges the cards as the house would; null if the house's way is unknown. */
  showHouse: (() => void) | null;
  set(): void;
  clear(): void;
  /** Taps the n-th card, in drawn order. */
  tapAt(n: number): void;
}

/** The choice that leaves the setting to the house. */
const HOUSE_WAY = "house-way";

interface Chosen {
  /** The hand and the round of the selection. */
  of: string;
  low: Draws;
  /** Arranged by the house's way, and not changed since. */
  byHouse: boolean;
  /** The time of the warning about a foul setting. */
  warned: number | null;
}

const NOTHING: Draws = [];

function calledOf(way: Way | null | undefined): InTwo["called"] {
  return way ? { low: lowWords(way.low), high: handWords(way.high) } : null;
}

/** Your set hands, shown until they are exposed. */
function setHands(view: View): FeltProps["inTwo"] {
  const hands = (view.settings ?? []).flatMap((told) => {
    const low = setLow(told, cardsOf(view, told.hand));
    const [way] = told.ways;
    return low ? [[told.hand, { low, count: low.length, called: calledOf(way), foul: way?.foul ?? false, choosing: null }] as const] : [];
  });
  return Object.fromEntries(hands);
}

/** Whether the patron cannot have read the warning yet. */
function isTooSoon(warned: number | null): boolean {
  return warned !== null && performance.now() - warned < STILL;
}

function useChosen(of: string) {
  const [chosen, setChosen] = useState<Chosen>({ of, low: NOTHING, byHouse: false, warned: null });
  const { low, byHouse, warned } = chosen.of === of ? chosen : { low: NOTHING, byHouse: false, warned: null };
  const change = useCallback(
    (next: (low: Draws) => Draws) => setChosen((before) => ({ of, low: next(before.of === of ? before.low : NOTHING), byHouse: false, warned: null })),
    [of],
  );
  const lay = useCallback((low: Draws) => setChosen({ of, low, byHouse: true, warned: null }), [of]);
  const warn = useCallback(() => setChosen((before) => ({ ...before, warned: performance.now() })), []);
  return { low, byHouse, warned, change, lay, warn };
}

/** `fresh`: the question has just appeared, so a press cannot be meant for it yet. */
export function useSetting(model: TableModel, fresh: boolean): { setting: Setting | null; inTwo: FeltProps["inTwo"] } {
  const { now: { view }, question, you } = model;
  const hand = question?.pick ? question.hand : null;
  const asked: SettingView | null = view.settings?.find((one) => one.hand === hand && !one.set) ?? null;
  const { low, byHouse, warned, change, lay, warn } = useChosen(`${view.round} ${hand ?? ""}`);
  const inTwo = useMemo(() => {
    const all = setHands(view);
    if (!asked) return all;
    const count = lowCount(asked);
    const way = wayOf(asked, cardsOf(view, asked.hand), low);
    const tap = (draw: number) => change((before) => tapped(before, draw, count));
    const drop = (draw: number, toLow: boolean) => change((before) => dropped(before, draw, toLow, count));
    return { ...all, [asked.hand]: { low, count, called: calledOf(way), foul: way?.foul ?? false, choosing: { tap, drop } } };
  }, [view, asked, low, change]);

  function settingOf(told: SettingView, patron: string): Setting {
    const lie = cardsOf(view, told.hand);
    const way = wayOf(told, lie, low);
    const house = houseWay(told, lie);
    const order = inOrder(view.cards.find(({ place }) => place === told.hand)?.cards ?? []);
    return {
      hand: told.hand,
      way,
      called: calledOf(way),
      chosen: low.length,
      wanted: lowCount(told),
      house: way?.house ?? null,
      warned: warned !== null,
      showHouse: house && (() => lay(house.low)),
      set: () => {
        const pick = fresh ? null : pickOf(patron, told, lie, low);
        if (!pick) return;
        if (byHouse) return model.give({ choose: { patron, hand: told.hand, choice: HOUSE_WAY } });
        if (way?.foul && warned === null) return warn();
        if (!(way?.foul && isTooSoon(warned))) model.give(pick);
      },
      clear: () => change(() => NOTHING),
      tapAt: (n) => {
        const card = order[n];
        if (card) change((before) => tapped(before, card.draw, lowCount(told)));
      },
    };
  }

  return { setting: asked && you ? settingOf(asked, you) : null, inTwo };
}

/** The same choices, except that the house's way is shown to you first: a set hand is final. */
export function laidFirst(choosing: Choosing, setting: Setting | null): Choosing {
  const show = setting?.showHouse;
  if (!show) return choosing;
  return { ...choosing, choose: (offer) => (offer.choice === HOUSE_WAY && offer.hand === setting.hand ? show() : choosing.choose(offer)) };
}
