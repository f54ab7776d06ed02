/** Choosing: the amount, by button or key, and the reason why something cannot be chosen. */
import { useRef, useState } from "react";
import type { AmountRange } from "../api/types";
import type { TableModel } from "./model";
import { allows, leastOf, type ChoiceOffer } from "./offers";
import { placesOf, type Place, type Places } from "./places";
import { t } from "../text";
import type { Why } from "./why";

export interface Choosing {
  amountOf(choice: ChoiceOffer): number;
  setAmount(range: AmountRange, amount: number): void;
  choose(choice: ChoiceOffer): void;
  cut(depth: number): void;
  whyNot(choice: string): void;
  /** The current choices, each in its constant position. */
  places: Place[];
}

/** `fresh`: the question has just appeared, so a press cannot be meant for it yet. */
export function useChoices(model: TableModel, fresh: boolean, setWhy: (why: Why | null) => void): Choosing {
  const { live, you, question, names } = model;
  const known = useRef<Places>(new Map());
  // The amount is kept while the range is the same; another hand resets it.
  const [amounts, setAmounts] = useState<Record<string, number>>({});
  // The default amount is that of the last choice of this kind.
  const [used, setUsed] = useState<Record<string, number>>({});
  const keyOf = (range: AmountRange) => `${question?.hand ?? ""} ${range.min} ${range.max} ${range.step}`;

  function amountOf({ range, choice }: ChoiceOffer): number {
    if (!range) return 0;
    return [amounts[keyOf(range)], used[choice]].find((amount) => amount !== undefined && allows(range, amount)) ?? leastOf(range);
  }

  function choose(offer: ChoiceOffer): void {
    if (!you || fresh) return;
    setWhy(null);
    const { hand, choice } = offer;
    const chosen = { patron: you, hand, choice };
    if (!offer.range) return model.give({ choose: chosen });
    const amount = amountOf(offer);
    setUsed((before) => ({ ...before, [choice]: amount }));
    model.give({ choose: { ...chosen, amount } });
  }

  async function whyNot(choice: string): Promise<void> {
    if (!you || !question) return;
    const about = t("table.whyNot", { choice: names.choice(choice) });
    setWhy({ about, problem: null, asking: true });
    const problem = await live.why({ choose: { patron: you, hand: question.hand, choice } });
    setWhy({ about, problem, asking: false });
  }

  return {
    amountOf,
    setAmount: (range, amount) => setAmounts((before) => ({ ...before, [keyOf(range)]: amount })),
    choose,
    cut: (depth) => !fresh && model.give({ cut: { depth } }),
    places: question?.asked ? placesOf(known.current, model.rules.layout.choices, question.choices) : [],
    whyNot: (choice) => void whyNot(choice),
  };
}
