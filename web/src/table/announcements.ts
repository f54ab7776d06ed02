/** Announcements for screen readers: a question to you, the results of your wagers, and irregularities. */
import { useEffect, useRef } from "react";
import { announce } from "../components/live-region";
import { list, t } from "../text";
import { worth } from "./collecting";
import { headline } from "./headline";
import type { TableModel } from "./model";
import { movementWords } from "./line-words";
import { isYours } from "./offers";
import { saidWords } from "./settled";
import { cameWords } from "./show/says";

export function useAnnouncements(model: TableModel): void {
  useAsked(model);
  useSettled(model);
  useGivenBack(model);
}

function useGivenBack({ state, names, cash: money }: TableModel): void {
  const { givenBack } = state;
  useEffect(() => {
    if (givenBack.length === 0) return;
    const amount = money(givenBack.reduce((sum, pile) => sum + worth(pile), 0));
    announce(t("table.givenBack.what", { amount, wagers: list(givenBack.map(({ wager }) => names.wager(wager))) }));
  }, [givenBack, names, money]);
}

function useAsked(model: TableModel): void {
  const { question, names, now } = model;
  const text = question?.asked
    ? t("table.say.asked", { question: headline(model), choices: list(question.choices.map(({ choice }) => names.choice(choice))) })
    : null;
  // The same words in another round are another question.
  const { round } = now.view;
  useEffect(() => {
    if (text) announce(text);
  }, [text, round]);
}

function useSettled(model: TableModel): void {
  const { state, offers, now, names, cash } = model;
  const { lines, sentences, seq, coups, round } = state.round;
  // What was settled before the page was opened is not announced.
  const heard = useRef(now.seq);
  const isNews = ({ unit }: { unit: number }) => unit > heard.current;
  const said = saidWords(model, sentences.filter(isNews)).map(({ text }) => text);
  const own = lines.filter((told) => isNews(told) && isYours(offers, told.line.patron, told.unit));
  const ended = own.map(({ line, withdrawn }) => t("table.say.settled", { wager: names.wager(line.wager), movement: movementWords(line, withdrawn, cash).text }));
  // The winning hand is announced once, with the first line.
  const came = coups.at(-1);
  const isFirst = came?.round === round && lines[0] && isNews(lines[0]);
  const news = [...(isFirst ? [`${cameWords(came)}.`] : []), ...said, ...ended].join(" ");
  useEffect(() => {
    heard.current = Math.max(heard.current, seq);
    if (news) announce(news);
    // The words are new objects in every view of the table; nothing else changes.
  }, [seq]);
}
