/** A past round: step by step, with its payments and their rules, and the verification of the house's commitment. */
import { useMemo } from "react";
import { Link, useParams } from "wouter";
import { useRound, useRules, useTableRules } from "../api/queries";
import { useSession } from "../api/session";
import type { Round, Rules } from "../api/types";
import { gameName } from "../components/game-name";
import { Empty, Loading, NotYet, SignInFirst } from "../components/states";
import { useTitle } from "../components/title";
import { t } from "../text";
import { Chance } from "./round/chance";
import { unitsOf } from "./round/own-events";
import { Replay } from "./round/replay";
import { Settlement } from "./round/settlement";
import { wordsOf } from "../table/event-words";
import "../style/rounds.css";

export default function RoundPage() {
  const { table, round } = useParams<{ table: string; round: string }>();
  useTitle(t("round.title", { round: Number(round) }));
  const session = useSession();
  return (
    <div className="page round">
      <header>
        <Link className="lab" href="/rounds">
          {t("round.back")}
        </Link>
        <h1>{t("round.title", { round: Number(round) })}</h1>
      </header>
      {session ? <RoundAt table={Number(table)} round={Number(round)} /> : <SignInFirst />}
    </div>
  );
}

/** The round and the words of its game. */
function RoundAt({ table, round }: { table: number; round: number }) {
  const seen = useRound(table, round);
  const rules = useRules(seen.data?.game ?? null);
  // Uses the current table if it still exists: the rule book alone lacks the number of boxes and the offered bets.
  const atTable = useTableRules(seen.data ? table : null);
  const error = seen.error ?? rules.error;
  const again = () => void (seen.error ? seen.refetch() : rules.refetch());
  const known = atTable.data ?? (atTable.isError ? rules.data : undefined);
  if (seen.data && known) return <RoundOf round={seen.data} rules={known} />;
  return (
    <NotYet error={error} again={again}>
      <Loading heights={[24, 120, 400]} />
    </NotYet>
  );
}

function RoundOf({ round, rules }: { round: Round; rules: Rules }) {
  const units = useMemo(() => unitsOf(round.round, round.units), [round]);
  const words = useMemo(() => wordsOf(rules, units, round.seat ?? null), [rules, units, round]);
  return (
    <>
      <p className="mut">
        {t("round.of", { game: gameName(rules), table: round.name })}
      </p>
      <div className="round-parts">
        {units.length > 0 ? <Replay units={units} words={words} rules={rules} you={round.seat ?? null} /> : <Empty title={t("round.nothing")} />}
        <div className="round-side">
          <Settlement units={units} seat={round.seat ?? null} words={words} />
          <Chance shoes={round.shoes} table={round.name} />
        </div>
      </div>
    </>
  );
}
