/**
 * The last line of the bar: what was refused or is unavailable, the text of the rule, and a suggestion if there is one.
 */
import { useState } from "react";
import type { Problem } from "../api/client";
import { useRuleSummary } from "../api/queries";
import type { Input } from "../api/types";
import { RuleLinks } from "../components/rule-link";
import { capital, list, t } from "../text";
import { worth, type Pile } from "./collecting";
import type { TableModel } from "./model";
import { refusalWords, type Why } from "./why";

interface Props {
  model: TableModel;
  why: Why | null;
  onDismiss(): void;
}

export function WhyLine({ model, why, onDismiss }: Props) {
  const { state, cash: money, give, now } = model;
  const { refused, givenBack } = state;
  if (refused) {
    return (
      <p className="why" role="status">
        <span className="tag l">{t("table.refused")}</span>
        <Reason game={now.game} problem={refused.problem} money={money} />
        {refused.instead.map((input) => (
          <Instead key={JSON.stringify(input)} input={input} money={money} give={give} />
        ))}
        <Dismiss onDismiss={onDismiss} />
      </p>
    );
  }
  if (!why && givenBack.length > 0) return <GivenBack model={model} piles={givenBack} />;
  if (!why) return null;
  return (
    <p className="why" role="status">
      <span className="tag">{why.about}</span>
      {why.problem ? (
        <Reason game={now.game} problem={why.problem} money={money} />
      ) : (
        <span className="mut">{t(why.asking ? "table.why.asking" : "table.why.possible")}</span>
      )}
      <Dismiss onDismiss={onDismiss} />
    </p>
  );
}

/** Bets have closed over chips that were not a bet: they are returned unchanged. */
function GivenBack({ model, piles }: { model: TableModel; piles: readonly Pile[] }) {
  const { names, cash: money, live } = model;
  const amount = money(piles.reduce((sum, pile) => sum + worth(pile), 0));
  return (
    <p className="why" role="status">
      <span className="tag">{t("table.givenBack")}</span>
      <span className="why-words">{t("table.givenBack.what", { amount, wagers: list(piles.map(({ wager }) => names.wager(wager))) })}</span>
      <Dismiss onDismiss={() => live.forgetGivenBack()} />
    </p>
  );
}

function Reason({ game, problem, money }: { game: string; problem: Problem; money(minor: number): string }) {
  return (
    <>
      <span className="why-words">{refusalWords(game, problem, money)}</span>
      {problem.rules.length > 0 && <WhyRule ids={problem.rules} />}
    </>
  );
}

/** The rule behind the refusal, shown on request. */
function WhyRule({ ids }: { ids: string[] }) {
  const [open, setOpen] = useState(false);
  const { data } = useRuleSummary(ids[0] ?? "", open);
  return (
    <details className="why-rule" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("table.rule")}</summary>
      {data && <p className="rule">{capital(data.note)}</p>}
      <RuleLinks ids={ids} />
    </details>
  );
}

interface InsteadProps {
  input: Input;
  give(input: Input): void;
  money(minor: number): string;
}

function Instead({ input, give, money }: InsteadProps) {
  const label =
    "bet" in input
      ? t("table.instead.bet", { amount: money(input.bet.stake) })
      : "choose" in input && input.choose.amount
        ? t("table.instead.choose", { amount: money(input.choose.amount) })
        : null;
  if (label === null) return null;
  return (
    <button type="button" className="btn sm" onClick={() => give(input)}>
      {label}
    </button>
  );
}

function Dismiss({ onDismiss }: { onDismiss(): void }) {
  return (
    <button type="button" className="why-dismiss" aria-label={t("table.dismiss")} onClick={onDismiss}>
      <span aria-hidden="true">✕</span>
    </button>
  );
}
