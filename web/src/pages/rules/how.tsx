/** How a game is played, for newcomers: a round, the table, and what each bet pays. */
import { useState } from "react";
import type { Rules, RulesWager } from "../../api/types";
import { plural, t } from "../../text";
import { aboutGame } from "../../text/about";
import { namesOf, type Names } from "../../table/names";
import { oddsWords, PayLines, PaysDialog, tablesOf } from "../../table/pays";
import { EMPTY, StillFelt } from "../../table/still-felt";
import { alike } from "./alike";

export function HowToPlay({ rules }: { rules: Rules }) {
  const about = aboutGame(rules.game);
  return (
    <>
      {about && (
        <section id="round">
          <h2>{t("rules.round")}</h2>
          <ol className="how">
            {about.round.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      <TheTable rules={rules} />
      <WhatPays rules={rules} />
    </>
  );
}

/** Without a table the number of boxes is unknown. */
const SOME_BOXES = 1;

function TheTable({ rules }: { rules: Rules }) {
  const [asked, setAsked] = useState<string[] | null>(null);
  return (
    <section id="layout">
      <h2>{t("rules.layout")}</h2>
      <p className="mut">{t("rules.layout.tap")}</p>
      <div className="felt-box still">
        <StillFelt rules={rules} boxes={rules.in_force?.boxes ?? SOME_BOXES} you={null} still={EMPTY} onSpot={(_, wagers) => setAsked(wagers)} />
      </div>
      {asked && <PaysDialog rules={rules} wagers={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** Required bets come first, side bets last. */
function inOrder({ wagers, in_force }: Rules): RulesWager[] {
  const offered = wagers.filter(({ wager }) => in_force?.wagers.includes(wager) ?? true);
  const rank = ({ required, side_bet }: RulesWager) => (required ? 0 : side_bet ? 2 : 1);
  return [...offered].sort((one, other) => rank(one) - rank(other));
}

function WhatPays({ rules }: { rules: Rules }) {
  const names = namesOf(rules);
  return (
    <section id="pays">
      <h2>{t("rules.whatPays")}</h2>
      <ul className="panel pays-list">
        {alike(rules, inOrder(rules)).map(({ wager, others }) => (
          <BetPays key={wager.wager} rules={rules} wager={wager} others={others} names={names} />
        ))}
      </ul>
    </section>
  );
}

interface BetProps {
  rules: Rules;
  wager: RulesWager;
  /** The number of others with the same payout. */
  others: number;
  names: Names;
}

function BetPays({ rules, wager, others, names }: BetProps) {
  const odds = oddsWords(wager);
  const tables = odds ? [] : tablesOf(rules, wager.wager);
  const bet = names.wager(wager.wager);
  const name = others > 0 ? plural("pays.alike", others, { bet }) : bet;
  if (tables.length === 0) {
    return (
      <li>
        <span>{name}</span>
        <span className="num">{odds ?? t("pays.rest")}</span>
      </li>
    );
  }
  return (
    <li>
      <details>
        <summary>
          <span>{name}</span>
          <span className="num">{t("rules.byTable")}</span>
        </summary>
        {tables.map((table) => (
          <PayLines key={table.code} table={table} names={names} />
        ))}
      </details>
    </li>
  );
}
