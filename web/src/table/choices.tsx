/**
 * Your choices, as buttons of equal appearance with their cost inside. While you must decide, unavailable choices stay
 * focusable too: focused or tapped, they show the reason.
 */
import { useState, type ReactNode } from "react";
import type { AmountRange } from "../api/types";
import { t } from "../text";
import type { TableModel } from "./model";
import { leastOf, type ChoiceOffer, type Question } from "./offers";
import { rangeWords } from "./spots";
import { Stepper } from "./stepper";
import type { Choosing } from "./use-choices";

interface Props {
  model: TableModel;
  question: Question;
  choosing: Choosing;
}

export function Choices({ model, question, choosing, children }: Props & { children?: ReactNode }) {
  const { places, amountOf, choose, whyNot } = choosing;
  return (
    <div className="choices" role="group" aria-label={t("table.choices")}>
      {children}
      {places.map((place, at) =>
        place === null ? (
          <span key={at} aria-hidden="true" />
        ) : place.offer ? (
          <ChoiceButton
            key={place.choice}
            name={model.names.choice(place.choice)}
            letter={model.letters.get(place.choice)}
            cost={place.offer.range ? model.cash(amountOf(place.offer)) : null}
            onClick={() => place.offer && choose(place.offer)}
          />
        ) : (
          <NotNow key={place.choice} name={model.names.choice(place.choice)} onAsk={() => whyNot(place.choice)} />
        ),
      )}
      {question.cut && <CutButton model={model} cut={choosing.cut} />}
    </div>
  );
}

interface ButtonProps {
  name: string;
  letter: string | undefined;
  cost: string | null;
  /** Disabled for a moment, without any visible hint. */
  refused?: boolean;
  onClick(): void;
}

export function ChoiceButton({ name, letter, cost, refused = false, onClick }: ButtonProps) {
  return (
    <button type="button" className={refused ? "btn no" : "btn ch"} aria-disabled={refused || undefined} aria-keyshortcuts={letter} onClick={refused ? undefined : onClick}>
      <span className="choice-name">
        {name}
        {cost !== null && <span className="cost">{t("table.cost", { amount: cost })}</span>}
      </span>
      {letter && !refused && <kbd aria-hidden="true">{letter}</kbd>}
    </button>
  );
}

/** An unavailable choice that stays visible. */
function NotNow({ name, onAsk }: { name: string; onAsk(): void }) {
  return (
    <button type="button" className="btn no" aria-disabled onFocus={onAsk} onClick={onAsk}>
      {name}
    </button>
  );
}

/** A position between the second card and the last but one; by default the middle. */
function CutButton({ model, cut }: { model: TableModel; cut(depth: number): void }) {
  const { remaining } = model.now.view.shoe;
  const range = { min: 1, max: Math.max(1, remaining - 1), step: 1 };
  const [depth, setDepth] = useState(Math.ceil(remaining / 2));
  return (
    <>
      <Stepper label={t("table.cut.depth", { range: rangeWords(range, String) })} range={range} value={depth} unit={1} money={String} onChange={setDepth} />
      <button type="button" className="btn ch" onClick={() => cut(depth)}>
        {t("table.cut")}
      </button>
    </>
  );
}

interface AmountsProps {
  model: TableModel;
  choices: ChoiceOffer[];
  choosing: Choosing;
}

/** One stepper for all choices with the same range of amounts. */
export function Amounts({ model, choices, choosing }: AmountsProps) {
  const { amountOf, setAmount } = choosing;
  return groupsOf(choices).map(({ range, offers }) => {
    const [first] = offers;
    const choice = offers.map((offer) => model.names.choice(offer.choice)).join(", ");
    return (
      <Stepper
        key={choice}
        label={t("table.choose.amount", { choice, range: rangeWords(range, model.cash) })}
        range={range}
        money={model.cash}
        value={first ? amountOf(first) : leastOf(range)}
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
