/** The games of this house, each with a link to its rules. */
import { Link } from "wouter";
import { useGames, useTables } from "../api/queries";
import type { Game } from "../api/types";
import { documentOf } from "../components/game-name";
import { Empty, Loading, NotYet } from "../components/states";
import { useTitle } from "../components/title";
import { capital, plural, t } from "../text";
import "../style/rules.css";

export default function RulesIndex() {
  useTitle(t("rules.title"));
  const games = useGames();
  return (
    <div className="page rules-index">
      <h1>{t("rules.title")}</h1>
      <p className="mut">{t("rules.lead")}</p>
      {games.data ? (
        <Games games={games.data} />
      ) : (
        <NotYet error={games.error} again={() => void games.refetch()}>
          <Loading heights={[28, 220, 28, 160]} />
        </NotYet>
      )}
    </div>
  );
}

function Games({ games }: { games: Game[] }) {
  if (games.length === 0) return <Empty title={t("rules.none")} />;
  const jurisdictions = [...new Set(games.map(({ jurisdiction }) => jurisdiction))];
  return jurisdictions.map((jurisdiction) => (
    <section key={jurisdiction}>
      <h2>{capital(jurisdiction)}</h2>
      <ul className="panel">
        {games
          .filter((game) => game.jurisdiction === jurisdiction)
          .map((game) => (
            <GameRow key={game.game} game={game} />
          ))}
      </ul>
    </section>
  ));
}

function GameRow({ game }: { game: Game }) {
  const tables = useTables().data?.filter((table) => table.game === game.game).length;
  return (
    <li>
      <Link href={`/rules/${game.game}`}>
        <b>{game.name}</b>
        <span className="mut">{documentOf(game)}</span>
        <span className="lab num">{tables ? plural("rules.tables", tables) : ""}</span>
      </Link>
    </li>
  );
}
