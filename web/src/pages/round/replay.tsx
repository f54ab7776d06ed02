/** The steps of a round, gone through by buttons, by a slider or by keys. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { UnitFrame } from "../../api/types";
import { RuleLinks } from "../../components/rule-link";
import { Hand } from "../../felt/hand";
import { capital, t, time } from "../../text";
import { cardsAfter } from "./cards";
import { placeName, sentenceOf, type Words } from "./words";
import "../../felt/felt.css";

const CARD_WIDTH = 40;
const HAND_ROOM = 150;

export function Replay({ units, words }: { units: UnitFrame[]; words: Words }) {
  const [at, setAt] = useState(0);
  const last = units.length - 1;
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)));

  function onKeyDown(event: KeyboardEvent): void {
    // The slider has these keys itself.
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  }

  return (
    <section className="panel replay" aria-label={t("round.steps")} onKeyDown={onKeyDown}>
      <Scrubber at={at} last={last} go={go} />
      <CardsAt units={units} at={at} />
      <Steps units={units} at={at} words={words} go={go} />
    </section>
  );
}

interface ScrubberProps {
  at: number;
  last: number;
  go(to: number): void;
}

function Scrubber({ at, last, go }: ScrubberProps) {
  const step = t("round.step", { step: at + 1, all: last + 1 });
  return (
    <header className="scrubber">
      <StepButton label={t("round.first")} sign="⇤" idle={at === 0} onStep={() => go(0)} />
      <StepButton label={t("round.previous")} sign="←" idle={at === 0} onStep={() => go(at - 1)} />
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t("round.scrub")}
        aria-valuetext={step}
        onChange={(event) => go(Number(event.target.value))}
      />
      <StepButton label={t("round.next")} sign="→" idle={at === last} onStep={() => go(at + 1)} />
      <StepButton label={t("round.last")} sign="⇥" idle={at === last} onStep={() => go(last)} />
      <p className="h" aria-live="polite">
        {step}
      </p>
      <p className="lab keys">{t("round.keys")}</p>
    </header>
  );
}

interface StepButtonProps {
  label: string;
  sign: string;
  /** There is nothing further that way. The button stays focusable, or the keys would be lost with the focus. */
  idle: boolean;
  onStep(): void;
}

function StepButton({ label, sign, idle, onStep }: StepButtonProps) {
  return (
    <button type="button" className="btn" aria-label={label} aria-disabled={idle} onClick={onStep}>
      {sign}
    </button>
  );
}

function CardsAt({ units, at }: { units: UnitFrame[]; at: number }) {
  const places = useMemo(() => cardsAfter(units.slice(0, at + 1)), [units, at]);
  const hasCards = useMemo(() => hasCardsIn(units), [units]);
  if (!hasCards) return null;
  return (
    <section className="cards-at" aria-label={t("round.cards")}>
      {places.length === 0 && <p className="lab">{t("round.noCards")}</p>}
      {places.map(({ place, cards }) => (
        <figure key={place}>
          <Hand cards={cards} width={CARD_WIDTH} room={HAND_ROOM} />
          <figcaption className="lab">{placeName(place)}</figcaption>
        </figure>
      ))}
    </section>
  );
}

/** Whether cards were laid at any step: a game without them has no place for them. */
function hasCardsIn(units: UnitFrame[]): boolean {
  return units.some(({ events }) => events.some(({ what }) => typeof what !== "string" && "card-laid" in what));
}

interface StepsProps extends Omit<ScrubberProps, "last"> {
  units: UnitFrame[];
  words: Words;
}

function Steps({ units, at, words, go }: StepsProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showWithin(list.current, at), [at]);
  return (
    <ol className="steps" ref={list}>
      {units.map((unit, index) => (
        <li key={unit.seq} aria-current={index === at ? "step" : undefined} className={index > at ? "later" : undefined}>
          <button type="button" className="step" onClick={() => go(index)}>
            {t("round.unit", { seq: unit.seq, time: time(unit.at) })}
          </button>
          <StepEvents unit={unit} words={words} />
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the list, not the page. */
function showWithin(list: HTMLOListElement | null, at: number): void {
  const step = list?.children[at];
  if (!list || !(step instanceof HTMLElement)) return;
  const top = step.offsetTop - list.offsetTop;
  const bottom = top + step.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = Math.min(top, bottom - list.clientHeight);
}

function StepEvents({ unit, words }: { unit: UnitFrame; words: Words }) {
  return (
    <ul>
      {unit.events.map((event, index) => {
        const told = unit.told.find((sentence) => sentence.event === index)?.text;
        return (
          <li key={index}>
            <span>{told ? capital(told) : sentenceOf(event, words)}</span> <RuleLinks ids={rulesOf(event)} />
          </li>
        );
      })}
    </ul>
  );
}

/** A settlement's rules stand on its line. */
function rulesOf({ what, rules }: UnitFrame["events"][number]): string[] {
  return typeof what !== "string" && "settled" in what ? what.settled.rules : rules;
}
