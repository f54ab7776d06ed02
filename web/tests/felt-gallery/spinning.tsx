/**
 * A table with a wheel and the content beside it: `spin("17")` brings a result and settles all bets, `ask()` asks a
 * question.
 */
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Felt } from "../../src/felt/felt";
import type { Moment } from "../../src/table/show/beats";
import type { TableModel } from "../../src/table/model";
import { Stage } from "../../src/table/show/stage";
import "../../src/table/panel.css";
import { money, propsOf, type SCENES } from "./scenes";

type Scene = (typeof SCENES)[string];

interface State {
  unit: number;
  results: string[];
  asked: boolean;
}

const NOW = ["spin", "ask"] as const;

export function Spinning({ scene, phone }: { scene: Scene; phone: boolean }) {
  const [state, setState] = useState<State>({ unit: 1, results: scene.wheelResults ?? [], asked: false });
  const acts = {
    spin: (face: string) => setState(({ unit, results }) => ({ unit: unit + 1, results: [face, ...results].slice(0, 12), asked: false })),
    ask: () => setState((before) => ({ ...before, asked: true })),
  };
  for (const name of NOW) Object.assign(window, { [name]: (face: string) => flushSync(() => acts[name](face)) });
  const bets = scene.bets ?? [];
  const isOver = state.unit > 1;
  const [face = ""] = state.results;
  const markers = isOver && scene.layout.numbers ? [{ id: "point", value: face === "00" ? 37 : Number(face), patron: null }] : [];
  const props = propsOf({ ...scene, bets: isOver ? [] : bets, wheelResults: state.results, markers: markers as unknown as Scene["markers"] }, phone);
  const moment = useMemo(() => momentOf(state, bets), [state]);
  return (
    <div className="table-page" style={phone ? {} : { display: "block" }}>
      <div className="table-left" style={phone ? {} : { height: 560 }}>
        <Stage model={modelOf(props.faceName)} moment={moment}>
          <Felt {...props} />
        </Stage>
      </div>
      <section className="panel balance">
        <div className="big">{isOver ? "$1,200" : "$1,000"}</div>
        <div className="in-play">{isOver ? "$0" : "$90"}</div>
      </section>
    </div>
  );
}

function momentOf({ unit, results, asked }: State, bets: NonNullable<Scene["bets"]>): Moment {
  const wagers = bets.map(({ wager, stake, patron = "A", hand }, number) => ({ number, wager, stake, patron, spot: hand }));
  const lines = wagers.map(({ number, wager, patron, spot, stake }) => ({
    id: `${unit}.${number}`, unit, withdrawn: false, hands: { own: null, dealer: null },
    line: { number, wager, patron, hand: spot, stake, paid: 0, returned: 0, charged: 0, outcome: "loses", kind: "wager" },
  }));
  const isOver = unit > 1;
  return { seq: unit, told: unit, cards: [], wagers: isOver ? [] : wagers, lines: isOver ? lines : [], dice: null, cups: [], opened: 0, rolls: [], results, asked } as unknown as Moment;
}

function modelOf(face: (face: string) => string): TableModel {
  const model = { cash: (minor: number) => `$${money(minor)}`, unit: 100, offers: { you: "A", since: 0 }, names: { face, wager: (wager: string) => wager }, state: { round: { results: {}, totals: {}, before: { totals: {} } } } };
  return model as unknown as TableModel;
}
