/**
 * What you may choose, as buttons that all look alike with their cost inside. While you are asked, what cannot be chosen
 * stays in reach too: focused or tapped it says why.
 */
import { useState } from "react";
import type { AmountRange } from "../api/types";
import { t } from "../text";
import type { TableModel } from "./model";
import type { ChoiceOffer, Question } from "./offers";
import { rangeWords } from "./spots";
import { Stepper } from "./stepper";

interface Props {
  model: TableModel;
  question: Question;
  /** How much a choice with a range is made for. */
  amountOf(choice: ChoiceOffer): number;
  setAmount(range: AmountRange, amount: number): void;
  choose(choice: ChoiceOffer): void;
  whyNot(choice: string): void;
}

export function Choices(props: Props) {
  const { model, question, amountOf, choose } = props;
  return (
    <div className="choices" role="group" aria-label={t("table.choices")}>
      {question.choices.map((offer) => (
        <ChoiceButton
          key={offer.choice}
          name={model.names.choice(offer.choice)}
          letter={model.letters.get(offer.choice)}
          cost={offer.range ? model.money(amountOf(offer)) : null}
          onClick={() => choose(offer)}
        />
      ))}
      {question.cut && <CutButton model={model} />}
      {question.asked && question.choices.length > 0 && <NotNow {...props} />}
    </div>
  );
}

interface ButtonProps {
  name: string;
  letter: string | undefined;
  cost: string | null;
  onClick(): void;
}

function ChoiceButton({ name, letter, cost, onClick }: ButtonProps) {
  return (
    <button type="button" className="btn ch" aria-keyshortcuts={letter} onClick={onClick}>
      <span className="choice-name">
        {name}
        {cost !== null && <span className="cost">{t("table.cost", { amount: cost })}</span>}
      </span>
      {letter && <kbd aria-hidden="true">{letter}</kbd>}
    </button>
  );
}

/** Choices that the layout keeps in sight, where the question is of their kind. */
function NotNow({ model, question, whyNot }: Props) {
  const offered = question.choices.map(({ choice }) => choice);
  const kept = model.rules.layout.choices;
  if (!kept.some((choice) => offered.includes(choice))) return null;
  const cannot = kept.filter((choice) => !offered.includes(choice));
  return cannot.map((choice) => (
    <button key={choice} type="button" className="btn no" aria-disabled onFocus={() => whyNot(choice)} onClick={() => whyNot(choice)}>
      {model.names.choice(choice)}
    </button>
  ));
}

/** Somewhere between the second card and the last but one; the middle unless you say otherwise. */
function CutButton({ model }: { model: TableModel }) {
  const { live, now } = model;
  const { remaining } = now.view.shoe;
  const range = { min: 1, max: Math.max(1, remaining - 1), step: 1 };
  const [depth, setDepth] = useState(Math.ceil(remaining / 2));
  return (
    <>
      <Stepper label={t("table.cut.depth", { range: rangeWords(range, String) })} range={range} value={depth} unit={1} onChange={setDepth} />
      <button type="button" className="btn ch" onClick={() => live.give({ cut: { depth } })}>
        {t("table.cut")}
      </button>
    </>
  );
}

/** One stepper for all choices that may be made for the same amounts. */
export function Amounts({ model, question, amountOf, setAmount }: Pick<Props, "model" | "question" | "amountOf" | "setAmount">) {
  return groupsOf(question.choices).map(({ range, offers }) => {
    const [first] = offers;
    const choice = offers.map((offer) => model.names.choice(offer.choice)).join(", ");
    return (
      <Stepper
        key={choice}
        label={t("table.choose.amount", { choice, range: rangeWords(range, model.money) })}
        range={range}
        value={first ? amountOf(first) : range.max}
        unit={model.unit}
        onChange={(amount) => setAmount(range, amount)}
      />
    );
  });
}

interface Group {
  range: AmountRange;
  offers: ChoiceOffer[];
}

function groupsOf(choices: ChoiceOffer[]): Group[] {
  const groups: Group[] = [];
  for (const offer of choices) {
    const { range } = offer;
    if (!range || range.min >= range.max) continue;
    const alike = groups.find((group) => isSame(group.range, range));
    if (alike) alike.offers.push(offer);
    else groups.push({ range, offers: [offer] });
  }
  return groups;
}

function isSame(one: AmountRange, other: AmountRange): boolean {
  return one.min === other.min && one.max === other.max && one.step === other.step;
}
