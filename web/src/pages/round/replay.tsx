/** Navigation through the steps of a round by buttons, by a slider or by keys. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { Rules, TableEvent, UnitFrame } from "../../api/types";
import { t, time } from "../../text";
import { sentenceOf, type Words } from "../../table/event-words";
import { boxOf } from "../../table/offers";
import { PaysDialog } from "../../table/pays";
import { OnRequest } from "../../table/settled";
import { StillFelt } from "../../table/still-felt";
import { eventsOf, stepsOf, stillAt, type Step } from "./past";

interface Props {
  units: UnitFrame[];
  words: Words;
  rules: Rules;
  you: string | null;
}

export function Replay({ units, words, rules, you }: Props) {
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState<string[] | null>(null);
  const steps = useMemo(() => stepsOf(units), [units]);
  const last = steps.length - 1;
  const step = steps[at] ?? steps[last]!;
  const still = useMemo(() => stillAt(units, step, you, words.money), [units, step, you, words]);
  const boxes = useMemo(() => boxesOf(rules, units), [rules, units]);
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)));

  function onKeyDown(event: KeyboardEvent): void {
    // The slider handles these keys itself.
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  }

  return (
    <section className="panel replay" aria-label={t("round.steps")} onKeyDown={onKeyDown}>
      <Scrubber at={at} last={last} go={go} />
      <div className="felt-box past-felt" role="group" aria-label={t("round.felt")}>
        <StillFelt rules={rules} boxes={boxes} you={you} still={still} onSpot={(_, wagers) => setAsked(wagers)} />
      </div>
      {asked && <PaysDialog rules={rules} wagers={asked} onClose={() => setAsked(null)} />}
      <Steps units={units} steps={steps} at={at} words={words} go={go} />
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
  /**
   * The end in that direction is reached. The button stays focusable, or the focus and with it the keys would be lost.
   */
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

/** The number of boxes of the table; if unknown, the number of boxes played. */
function boxesOf(rules: Rules, units: UnitFrame[]): number {
  const played = units.flatMap(({ events }) => events).flatMap(({ what }) => (typeof what !== "string" && "wager-placed" in what ? boxOf(what["wager-placed"].hand) : []));
  return Math.max(1, rules.in_force?.boxes ?? 0, ...played);
}

interface StepsProps extends Omit<ScrubberProps, "last"> {
  units: UnitFrame[];
  steps: Step[];
  words: Words;
}

function Steps({ units, steps, at, words, go }: StepsProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showWithin(list.current, at), [at]);
  return (
    <ol className="steps" ref={list}>
      {steps.map((step, index) => (
        <li key={`${step.unit} ${step.from}`} aria-current={index === at ? "step" : undefined} className={index > at ? "later" : undefined}>
          <button type="button" className="step" onClick={() => go(index)}>
            {t("round.unit", { time: time(units[step.unit]?.at ?? 0) })}
          </button>
          <StepEvents events={eventsOf(units, step)} words={words} />
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

function StepEvents({ events, words }: { events: TableEvent[]; words: Words }) {
  return (
    <ul>
      {events.map((event, index) => (
        <li key={index}>
          <OnRequest rules={rulesOf(event)}>{sentenceOf(event, words)}</OnRequest>
        </li>
      ))}
    </ul>
  );
}

/** The rules of a settlement are shown on its line. */
function rulesOf({ what, rules }: UnitFrame["events"][number]): string[] {
  return typeof what !== "string" && "settled" in what ? what.settled.rules : rules;
}
