/** A table with two hands: `deal()` deals the cards of the scene, announces the totals and settles all bets. */
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Felt } from "../../src/felt/felt";
import { Stage } from "../../src/table/show/stage";
import type { TableModel } from "../../src/table/model";
import type { Moment } from "../../src/table/show/beats";
import "../../src/table/panel.css";
import { money, propsOf, type SCENES } from "./scenes";

type Scene = (typeof SCENES)[string];

export function Dealing({ scene, phone }: { scene: Scene; phone: boolean }) {
  const [dealt, setDealt] = useState(false);
  Object.assign(window, { deal: () => flushSync(() => setDealt(true)) });
  const bets = scene.bets ?? [];
  const shown: Scene = dealt ? { ...scene, bets: [] } : { ...scene, cards: {}, totals: {}, results: {}, came: undefined, coups: scene.coups?.slice(0, -1) };
  const props = propsOf(shown, phone);
  const moment = useMemo((): Moment => {
    const wagers = bets.map(({ wager, stake, patron = "A", hand }, number) => ({ number, wager, stake, patron, spot: hand }));
    const lines = wagers.map(({ number, wager, patron, spot, stake }) => ({
      id: `2.${number}`, unit: 2, withdrawn: false, hands: { own: null, dealer: null },
      line: { number, wager, patron, hand: spot, stake, paid: number % 2 ? stake : 0, returned: number % 2 ? stake : 0, charged: 0, outcome: number % 2 ? "wins" : "loses", kind: "wager" },
    }));
    const [seq, cards] = [dealt ? 2 : 1, props.view.cards];
    return { seq, told: seq, cards, wagers: dealt ? [] : wagers, lines: dealt ? lines : [], dice: null, cups: [], opened: 0, rolls: [], results: [], came: shown.came ?? null, asked: false } as unknown as Moment;
  }, [dealt]);
  return (
    <div className="table-page" style={phone ? {} : { display: "block" }}>
      <div className="table-left" style={phone ? {} : { height: 560 }}>
        <Stage model={modelOf(scene)} moment={moment}>
          <Felt {...props} />
        </Stage>
      </div>
    </div>
  );
}

function modelOf({ totals = {} }: Scene): TableModel {
  const called = Object.fromEntries(Object.entries(totals).map(([place, total]) => [place, { value: Number(total), soft: false }]));
  const model = { cash: (minor: number) => `$${money(minor)}`, unit: 100, offers: { you: "A", since: 0 }, names: { wager: (wager: string) => wager }, state: { round: { results: {}, totals: called, before: { totals: {} } } } };
  return model as unknown as TableModel;
}
