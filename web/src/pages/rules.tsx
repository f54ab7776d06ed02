/** The rules of one game in plain words: what the rule book allows, or what is in force at one of its tables. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { Link, useLocation, useParams, useSearch } from "wouter";
import { useRules, useTableRules, useTables } from "../api/queries";
import type { Rules } from "../api/types";
import { Loading, NotYet } from "../components/states";
import { documentOf, gameName } from "../components/game-name";
import { useTitle } from "../components/title";
import { capital, plural, t } from "../text";
import { aboutGame } from "../text/about";
import { Contents } from "./rules/contents";
import { useAnchor } from "./rules/anchor";
import { searched } from "./rules/search";
import { Duties, Irregularities, Options, PayTables, Wagers } from "./rules/figures";
import { HowToPlay } from "./rules/how";
import { Paragraphs } from "./rules/paragraphs";
import { Part, partOf, Unfolded } from "./rules/part";
import "../style/table.css";
import "../style/rules.css";

export default function RulesPage() {
  const { jurisdiction, game } = useParams<{ jurisdiction: string; game: string }>();
  const id = `${jurisdiction}/${game}`;
  const asked = new URLSearchParams(useSearch()).get("table");
  const table = asked === null ? null : Number(asked);
  const ofGame = useRules(table === null ? id : null);
  const ofTable = useTableRules(table);
  const { data, error, refetch } = table === null ? ofGame : ofTable;
  useTitle(data ? gameName(data) : t("rules.title"));
  return (
    <div className="page rules">
      {data ? (
        <RulesOf rules={data} />
      ) : (
        <NotYet error={error} again={() => void refetch()}>
          <Waiting />
        </NotYet>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <>
      <div className="rules-aside">
        <Loading heights={[44, 220]} />
      </div>
      <Loading heights={[34, 20, 300, 300]} />
    </>
  );
}

function RulesOf({ rules }: { rules: Rules }) {
  const [words, setWords] = useState("");
  const wanted = useDeferredValue(words);
  const shown = useMemo(() => searched(rules, wanted), [rules, wanted]);
  const anchor = useAnchor();
  const isSearch = wanted.trim() !== "";

  // A link to a paragraph must show it, even if a search is active.
  useEffect(() => {
    if (anchor && !document.getElementById(anchor)) setWords("");
  }, [anchor]);

  return (
    <>
      <Heading rules={rules} />
      <aside className="rules-aside">
        <Search words={words} onWords={setWords} found={isSearch ? shown.found : null} />
        <Contents shown={shown} />
      </aside>
      <article className="rules-text">
        {!isSearch && <HowToPlay rules={rules} />}
        <Unfolded value={isSearch ? true : (partOf(anchor) ?? false)}>
          <Wagers rules={rules} wagers={shown.wagers} />
          <PayTables rules={rules} paytables={shown.paytables} />
          <Options rules={rules} options={shown.options} />
          <Irregularities irregularities={shown.irregularities} />
          <Duties duties={shown.duties} />
          <Paragraphs paragraphs={shown.paragraphs} anchor={anchor} />
          {!isSearch && <Source rules={rules} />}
        </Unfolded>
      </article>
    </>
  );
}

/** The document, and the hash that identifies these rules. */
function Source({ rules }: { rules: Rules }) {
  return (
    <Part id="source" title={t("rules.source")}>
      <dl className="facts">
        <dt>{t("rules.document")}</dt>
        <dd>{documentOf(rules)}</dd>
        <dt>{t("rules.hash")}</dt>
        <dd className="id">{rules.hash}</dd>
      </dl>
    </Part>
  );
}

function Heading({ rules }: { rules: Rules }) {
  const about = aboutGame(rules.game);
  return (
    <header className="rules-head">
      <Link className="lab" href="/rules">
        {t("rules.back")}
      </Link>
      <h1>
        {rules.name} <span className="mut">{capital(rules.jurisdiction)}</span>
      </h1>
      {about && <p className="object">{about.object}</p>}
      <TableChoice rules={rules} />
      {!rules.in_force && <p className="mut">{t("rules.general")}</p>}
    </header>
  );
}

/** The table whose rules are shown. */
function TableChoice({ rules }: { rules: Rules }) {
  const [path, go] = useLocation();
  const open = useTables().data?.filter(({ game }) => game === rules.game) ?? [];
  const here = rules.in_force;
  const choices = here && !open.some(({ table }) => table === here.table) ? [here, ...open] : open;
  return (
    <div className="rules-table">
      <label>
        <span className="h">{t("rules.seeTable")}</span>
        <select
          className="input"
          value={here?.table ?? ""}
          onChange={({ target }) => go(target.value ? `${path}?table=${target.value}` : path, { replace: true })}
        >
          <option value="">{t("rules.noTable")}</option>
          {choices.map(({ table, name }) => (
            <option key={table} value={table}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {here && (
        <Link className="btn" href={`/tables/${here.table}`}>
          {t("rules.toTable")}
        </Link>
      )}
    </div>
  );
}

interface SearchProps {
  words: string;
  onWords(words: string): void;
  /** The number of entries that match the search; null without a search. */
  found: number | null;
}

function Search({ words, onWords, found }: SearchProps) {
  return (
    <search className="rules-search">
      <label>
        <span className="h">{t("rules.search")}</span>
        <input className="input" type="search" value={words} onChange={(event) => onWords(event.target.value)} />
      </label>
      <p className="lab" role="status">
        {found !== null && (found === 0 ? t("rules.nothing") : plural("rules.found", found))}
      </p>
    </search>
  );
}
