import { Link } from "wouter";
import { Problem } from "../api/client";
import { useGames, useRuleSummary } from "../api/queries";
import type { RuleSummary } from "../api/types";
import { t } from "../text";
import { Dialog } from "./dialog";
import { gameName } from "./game-name";
import { classWord } from "./rule-class";
import { Failed, Loading } from "./states";

interface Props {
  id: string;
  onClose(): void;
}

/** Our summary of one paragraph, and a link to its place among the others. */
export default function RuleDialog({ id, onClose }: Props) {
  const { data, error, refetch } = useRuleSummary(id);
  const unknown = error instanceof Problem && error.status === 404;
  return (
    <Dialog title={<span className="mono">{id}</span>} onClose={onClose}>
      {data && <Summary rule={data} onLeave={onClose} />}
      {unknown && <p>{t("rule.unknown")}</p>}
      {error && !unknown && <Failed error={error} again={() => void refetch()} />}
      {!data && !error && <Loading heights={[16, 48, 44]} />}
    </Dialog>
  );
}

function Summary({ rule, onLeave }: { rule: RuleSummary; onLeave(): void }) {
  // Some rules hold at every table, or belong to no game that has a page.
  const game = useGames().data?.find(({ game }) => game === rule.game);
  const heading = [game && gameName(game), classWord(rule.class)];
  return (
    <div className="rule-summary">
      <p className="lab">{heading.filter(Boolean).join(" · ")}</p>
      <p className="rule">{rule.note}</p>
      <p className="lab">{t("rule.ours")}</p>
      {game && (
        <Link className="btn" href={`/rules/${rule.game}#${encodeURIComponent(rule.id)}`} onClick={onLeave}>
          {t("rule.inContext")}
        </Link>
      )}
    </div>
  );
}
