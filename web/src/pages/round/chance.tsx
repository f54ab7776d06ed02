import { useEffect, useState } from "react";
import type { Shoe } from "../../api/types";
import { cardSign } from "../../felt/card";
import { t } from "../../text";
import { verdictOn, type Verdict } from "./commitment";

/** The house's commitment, and whether the opened order matches it. */
export function Chance({ shoes, table }: { shoes: Shoe[]; table: string }) {
  return (
    <section className="panel chance">
      <header>
        <h2>{t("round.chance")}</h2>
      </header>
      <p className="mut">{t(shoes.length === 0 ? "round.chance.none" : "round.chance.lead")}</p>
      {shoes.map((shoe) => (
        <ShoeOf key={shoe.number} shoe={shoe} table={table} />
      ))}
    </section>
  );
}

function ShoeOf({ shoe, table }: { shoe: Shoe; table: string }) {
  const verdict = useVerdict(shoe, table);
  return (
    <section>
      <h3>{t("round.shoe", { number: shoe.number })}</h3>
      <VerdictLine verdict={verdict} />
      <dl>
        <dt className="lab">{t("round.commitment")}</dt>
        <dd className="id">{shoe.commitment}</dd>
        {shoe.salt && <dt className="lab">{t("round.salt")}</dt>}
        {shoe.salt && <dd className="id">{shoe.salt}</dd>}
      </dl>
      {shoe.cards && <Order cards={shoe.cards} />}
    </section>
  );
}

function useVerdict(shoe: Shoe, table: string): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let current = true;
    void verdictOn(shoe, table).then((found) => current && setVerdict(found));
    return () => {
      current = false;
    };
  }, [shoe, table]);
  return verdict;
}

function VerdictLine({ verdict }: { verdict: Verdict | null }) {
  return (
    <p role="status">
      {verdict === null && <span className="mut">{t("round.check.checking")}</span>}
      {verdict === "sealed" && <span>{t("round.check.sealed")}</span>}
      {verdict === "unable" && <span className="warn">! {t("round.check.unable")}</span>}
      {verdict === "holds" && <span className="win">✓ {t("round.check.holds")}</span>}
      {verdict === "broken" && <span className="lose">! {t("round.check.broken")}</span>}
    </p>
  );
}

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** A card by its number: from the two of clubs up, four suits a rank; the joker is the last. */
function cardOf(index: number): string {
  return index >= RANKS.length * SUITS.length ? "Jk" : `${RANKS[Math.floor(index / 4)]}${SUITS[index % 4]}`;
}

function Order({ cards }: { cards: number[] }) {
  return (
    <details>
      <summary className="lab">{t("round.check.order")}</summary>
      <p className="id order">{cards.map((card) => cardSign(cardOf(card))).join(" ")}</p>
    </details>
  );
}
