/** The last line of the bar: what was refused or cannot be done, the rule's own words, and the way on where there is one. */
import type { Problem } from "../api/client";
import { useRuleSummary } from "../api/queries";
import type { Input } from "../api/types";
import { RuleLinks } from "../components/rule-link";
import { list, t } from "../text";
import { worth, type Pile } from "./collecting";
import type { TableModel } from "./model";
import { capitalised } from "./names";
import { refusalWords, type Why } from "./why";

interface Props {
  model: TableModel;
  why: Why | null;
  onDismiss(): void;
}

export function WhyLine({ model, why, onDismiss }: Props) {
  const { state, money, give } = model;
  const { refused, givenBack } = state;
  if (refused) {
    return (
      <p className="why" role="status">
        <span className="tag l">{t("table.refused")}</span>
        <Reason problem={refused.problem} money={money} />
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
        <Reason problem={why.problem} money={money} />
      ) : (
        <span className="mut">{t(why.asking ? "table.why.asking" : "table.why.possible")}</span>
      )}
      <Dismiss onDismiss={onDismiss} />
    </p>
  );
}

/** Bets have closed over chips that were no bet: nothing has happened to them. */
function GivenBack({ model, piles }: { model: TableModel; piles: readonly Pile[] }) {
  const { names, money, live } = model;
  const amount = money(piles.reduce((sum, pile) => sum + worth(pile), 0));
  return (
    <p className="why" role="status">
      <span className="tag">{t("table.givenBack")}</span>
      <span className="why-words">{t("table.givenBack.what", { amount, wagers: list(piles.map(({ wager }) => names.wager(wager))) })}</span>
      <Dismiss onDismiss={() => live.forgetGivenBack()} />
    </p>
  );
}

function Reason({ problem, money }: { problem: Problem; money(minor: number): string }) {
  const first = problem.rules[0];
  const { data } = useRuleSummary(first ?? "", first !== undefined);
  return (
    <>
      <span className="why-words">
        {refusalWords(problem, money)} {data && <span className="rule">{capitalised(data.note)}</span>}
      </span>
      <RuleLinks ids={problem.rules} />
    </>
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
