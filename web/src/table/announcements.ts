/** What is said to whoever does not see the table: that they are asked, how their wagers ended, what went wrong. */
import { useEffect, useRef } from "react";
import { announce } from "../components/live-region";
import { list, t } from "../text";
import { worth } from "./collecting";
import { headline } from "./headline";
import type { TableModel } from "./model";
import { isYours } from "./offers";

export function useAnnouncements(model: TableModel): void {
  useAsked(model);
  useSettled(model);
  useGivenBack(model);
}

function useGivenBack({ state, names, money }: TableModel): void {
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

function useSettled({ state, offers, now }: TableModel): void {
  const { lines, sentences, seq } = state.round;
  // What had been settled before the page was opened is no news.
  const heard = useRef(now.seq);
  useEffect(() => {
    const own = lines.filter(({ line, unit, text }) => isYours(offers, line.patron, unit) && text);
    const news = [...sentences, ...own].filter(({ unit }) => unit > heard.current);
    heard.current = Math.max(heard.current, seq);
    if (news.length > 0) announce(news.map(({ text }) => text).join(". "));
  }, [lines, sentences, seq, offers]);
}
