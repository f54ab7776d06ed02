/** Your last rounds. */
import { useState } from "react";
import { Link } from "wouter";
import { useMyRounds, useTables } from "../api/queries";
import { useSession } from "../api/session";
import type { MyRound } from "../api/types";
import { Balance, Money } from "../components/money";
import { Empty, Loading, NotYet, SignInFirst } from "../components/states";
import { useTitle } from "../components/title";
import { dateTime, t } from "../text";
import "../style/rounds.css";

const FIRST = 20;
/** The maximum that the server returns. */
const MOST = 100;

export default function Rounds() {
  useTitle(t("rounds.title"));
  const session = useSession();
  return (
    <div className="page rounds">
      <h1>{t("rounds.title")}</h1>
      {session ? <MyRounds /> : <SignInFirst />}
    </div>
  );
}

function MyRounds() {
  const [limit, setLimit] = useState(FIRST);
  const { data, error, refetch } = useMyRounds(limit);
  const tables = useTables().data;
  if (!data) {
    return (
      <NotYet error={error} again={() => void refetch()}>
        <Loading heights={[20, 400]} />
      </NotYet>
    );
  }
  if (data.length === 0) return <NoRounds />;
  // Stakes on the layout in the current round are not lost.
  const isOpen = ({ table, round }: MyRound) => tables?.some((one) => one.table === table && one.round <= round) ?? false;
  return (
    <>
      <p className="mut">{t("rounds.lead")}</p>
      <ul className="panel">
        {data.map((round) => (
          <RoundRow key={`${round.table} ${round.round}`} round={round} open={isOpen(round)} />
        ))}
      </ul>
      {data.length === limit && limit < MOST && (
        <button type="button" className="btn" onClick={() => setLimit(MOST)}>
          {t("rounds.more")}
        </button>
      )}
    </>
  );
}

function NoRounds() {
  return (
    <Empty title={t("rounds.empty")}>
      <p>{t("rounds.empty.more")}</p>
      <Link className="btn" href="/">
        {t("rounds.toLobby")}
      </Link>
    </Empty>
  );
}

function RoundRow({ round, open }: { round: MyRound; open: boolean }) {
  return (
    <li>
      <Link href={`/tables/${round.table}/rounds/${round.round}`}>
        <span className="where">
          <b>{round.name}</b> <span>{t("rounds.round", { round: round.round })}</span>{" "}
          <span className="lab">{t("rounds.seat", { seat: round.seat })}</span>
        </span>
        <time className="lab when">{dateTime(round.at)}</time>
        <span className="sum">
          <span className="lab">{t("rounds.staked")}</span> <Money minor={round.staked} currency={round.currency} />
        </span>
        <span className="sum">
          <span className="lab">{t("rounds.returned")}</span> <Money minor={round.returned} currency={round.currency} />
        </span>
        <span className="sum">
          <span className="lab">{t("rounds.net")}</span>{" "}
          <b>{open ? t("rounds.open") : <Balance minor={round.returned - round.staked} currency={round.currency} />}</b>
        </span>
      </Link>
    </li>
  );
}
