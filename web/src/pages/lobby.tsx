/** All open tables, game by game. */
import { memo, useState } from "react";
import { Link, useSearch } from "wouter";
import { useGames, useMeters, useTablesNow } from "../api/queries";
import { useSession } from "../api/session";
import type { Game, Listed, Meter } from "../api/types";
import { Glyph } from "../components/glyph";
import { MeterFigure } from "../components/meter";
import { Empty, Loading, NotYet } from "../components/states";
import { useTitle } from "../components/title";
import { amount, capital, list, plural, t } from "../text";
import "../style/lobby.css";

/** The tables of one game. */
interface Group {
  game: string;
  title: string;
  jurisdiction: string;
  tables: Listed[];
}

export default function Lobby() {
  useTitle(t("lobby.title"));
  const tables = useTablesNow();
  const games = useGames();
  const meters = useMeters();
  // Rendered together, so that no row grows after it is shown.
  const ready = !games.isPending && !meters.isPending;
  return (
    <div className="page lobby">
      <h1 className="vh">{t("lobby.title")}</h1>
      {tables.data && ready ? (
        <Tables groups={grouped(tables.data, games.data ?? [])} meters={meters.data ?? []} />
      ) : (
        <NotYet error={tables.error} again={() => void tables.refetch()}>
          <Waiting />
        </NotYet>
      )}
    </div>
  );
}

function grouped(tables: Listed[], games: Game[]): Group[] {
  const groups = new Map<string, Group>();
  for (const table of tables) {
    const known = groups.get(table.game);
    if (known) {
      known.tables.push(table);
      continue;
    }
    const jurisdiction = capital(games.find(({ game }) => game === table.game)?.jurisdiction ?? "");
    groups.set(table.game, { game: table.game, title: table.title, jurisdiction, tables: [table] });
  }
  return [...groups.values()];
}

function Tables({ groups, meters }: { groups: Group[]; meters: Meter[] }) {
  const [onlyFree, setOnlyFree] = useState(false);
  const wanted = new URLSearchParams(useSearch()).get("game");
  if (groups.length === 0) {
    return (
      <Empty title={t("lobby.empty")}>
        <p>{t("lobby.empty.more")}</p>
      </Empty>
    );
  }
  const shown = groups
    .filter(({ game }) => wanted === null || game === wanted)
    .map((group) => ({ ...group, tables: group.tables.filter((table) => !onlyFree || !isFull(table)) }))
    .filter(({ tables }) => tables.length > 0);
  return (
    <>
      <div className="lobby-rail">
        <GameFilter groups={groups} wanted={wanted} />
        <label className="check">
          <input type="checkbox" checked={onlyFree} onChange={(event) => setOnlyFree(event.target.checked)} />
          {t("lobby.free")}
        </label>
      </div>
      <div className="lobby-list">
        {shown.map((group) => (
          <GameTables key={group.game} group={group} meters={meters} />
        ))}
        {shown.length === 0 && <NoneLeft onAll={() => setOnlyFree(false)} />}
      </div>
    </>
  );
}

function NoneLeft({ onAll }: { onAll(): void }) {
  return (
    <Empty title={t("lobby.noneLeft")}>
      <p>{t("lobby.noneLeft.more")}</p>
      <Link className="btn" href="/" onClick={onAll}>
        {t("lobby.showAll")}
      </Link>
    </Empty>
  );
}

function GameFilter({ groups, wanted }: { groups: Group[]; wanted: string | null }) {
  const all = groups.reduce((sum, { tables }) => sum + tables.length, 0);
  return (
    <nav aria-label={t("lobby.games")}>
      <p className="lab">{t("lobby.games")}</p>
      <ul>
        <FilterLink href="/" name={t("lobby.all")} number={all} current={wanted === null} />
        {groups.map(({ game, title, jurisdiction, tables }) => (
          <FilterLink
            key={game}
            href={`/?game=${encodeURIComponent(game)}`}
            name={title}
            more={jurisdiction}
            number={tables.length}
            current={wanted === game}
          />
        ))}
      </ul>
    </nav>
  );
}

interface FilterProps {
  href: string;
  name: string;
  more?: string;
  number: number;
  current: boolean;
}

function FilterLink({ href, name, more, number, current }: FilterProps) {
  return (
    <li>
      <Link href={href} aria-current={current ? "true" : undefined}>
        <span>
          {name} {more && <span className="lab">{more}</span>}
        </span>
        <span className="mut">{number}</span>
      </Link>
    </li>
  );
}

function GameTables({ group, meters }: { group: Group; meters: Meter[] }) {
  const { game, title, jurisdiction } = group;
  return (
    <section className="game">
      <header>
        <h2>{title}</h2>
        <span className="lab">{jurisdiction}</span>
        <Link className="lab to-rules" href={`/rules/${game}`} aria-label={t("lobby.rulesOf", { game: title, jurisdiction })}>
          {t("lobby.rules")}
        </Link>
      </header>
      <ul className="panel">
        {group.tables.map((table) => (
          <Row key={table.table} table={table} meters={metersOf(table, meters)} />
        ))}
      </ul>
    </section>
  );
}

const NO_METERS: Meter[] = [];

function metersOf(table: Listed, meters: Meter[]): Meter[] {
  return table.meters.length === 0 ? NO_METERS : meters.filter(({ meter }) => table.meters.includes(meter));
}

/** A house may have thousands of tables: unchanged rows are not rendered again. */
const Row = memo(function Row({ table, meters }: { table: Listed; meters: Meter[] }) {
  return (
    <li className="row">
      <Glyph kind={table.kind ?? "boxes-arc"} places={table.boxes} taken={table.taken} label={placesOf(table)} />
      <div className="name">
        <b>{table.name}</b>
        <div className="lab" aria-hidden="true">
          {placesOf(table)}
        </div>
      </div>
      <div className="words mut">{wordsOf(table)}</div>
      <div className="limits">
        {table.limits && (
          <>
            <span className="vh">{t("lobby.limitsLabel")} </span>
            <b>{t("lobby.limits", { min: amount(table.limits.min, table.currency), max: amount(table.limits.max, table.currency) })}</b>
          </>
        )}{" "}
        <span className="lab">{table.currency}</span>
      </div>
      <div className={meters.length > 1 ? "meters many" : "meters"}>
        {meters.map((meter) => (
          <MeterFigure key={meter.meter} meter={meter} />
        ))}
      </div>
      <Enter table={table} />
    </li>
  );
});

function Enter({ table }: { table: Listed }) {
  const session = useSession();
  const path = `/tables/${table.table}`;
  const full = isFull(table);
  // The row shows this beside its places; the table cannot be entered.
  if (!table.reachable) return <span />;
  return (
    <Link
      className="btn"
      href={session ? path : `/sign-in?then=${encodeURIComponent(path)}`}
      aria-label={t(full ? "lobby.watchAt" : "lobby.sitAt", { table: table.name })}
    >
      {t(full ? "lobby.watch" : "lobby.sit")}
    </Link>
  );
}

function isFull({ boxes, taken }: Listed): boolean {
  return taken >= boxes;
}

/** The kinds of layout whose places all patrons share. */
const SHARED = new Set(["zones", "wheel", "grid"]);

function placesOf(table: Listed): string {
  const { boxes, taken, kind, reachable } = table;
  if (!reachable) return t("lobby.unreachable");
  if (isFull(table)) return t("lobby.full", { places: boxes });
  if (!SHARED.has(kind ?? "")) return t("lobby.taken", { taken, places: boxes });
  return taken === 0 ? t("lobby.nobody") : plural("lobby.atTable", taken);
}

/** The number of side bets shown; the table's rules list all of them. */
const NAMED = 6;

function wordsOf({ live, decks, side_bets }: Listed): string {
  const words = live ? [t("lobby.live")] : [];
  if (decks > 0) words.push(plural("lobby.decks", decks));
  words.push(...side_bets.slice(0, NAMED));
  if (side_bets.length > NAMED) words.push(t("lobby.moreBets", { count: side_bets.length - NAMED }));
  return list(words);
}

function Waiting() {
  return (
    <>
      <div className="lobby-rail">
        <Loading heights={[38, 38, 38, 38]} />
      </div>
      <div className="lobby-list">
        <Loading heights={[28, 130, 28, 66, 28, 66]} />
      </div>
    </>
  );
}
