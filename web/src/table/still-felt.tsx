/** The felt of the live table without any bets: a past round at a step, or only the layout. */
import { useMemo } from "react";
import type { CupView, Layout, Marker, PlaceView, Rules, WagerView } from "../api/types";
import { Felt } from "../felt/felt";
import type { Chips, Coup, FeltProps, Result, SpotState, View } from "../felt/model";
import { amount, t } from "../text";
import { namesOf } from "./names";
import { paysOf } from "./pays";
import { usePhone } from "./use-phone";

export interface Still {
  cards: PlaceView[];
  wagers: WagerView[];
  markers: Marker[];
  /** The open cups of dice. */
  cups: Pick<CupView, "place" | "dice">[];
  totals: Record<string, string>;
  results: Record<string, Result[]>;
  dice: number[] | null;
  rolls: number[][];
  /** The wheel's results, the latest first. */
  spins: string[];
  /** The result of the hands on the layout, if all bet on them. */
  came: Coup | null;
}

interface Props {
  rules: Rules;
  boxes: number;
  you: string | null;
  still: Still;
  /** A spot was clicked. */
  onSpot: FeltProps["onPlace"];
}

export const EMPTY: Still = { cards: [], wagers: [], markers: [], cups: [], totals: {}, results: {}, dice: null, rolls: [], spins: [], came: null };

/** The layout without spots of wagers that this table does not offer; chips on them are still shown. */
export function offeredOf({ layout, in_force }: Pick<Rules, "layout" | "in_force">, also: readonly WagerView[] = []): Layout {
  if (!in_force) return layout;
  const offered = new Set([...in_force.wagers, ...also.map(({ wager }) => wager)]);
  const rows = layout.rows.map((row) => row.filter(({ wager }) => offered.has(wager)));
  return { ...layout, rows: rows.filter((row) => row.length > 0) };
}

function chipsOf(wagers: WagerView[], you: string | null): Map<string, Chips[]> {
  const byHand = new Map<string, Chips[]>();
  for (const { spot, patron, wager, stake, lammer, working } of wagers) {
    const chips = { patron, own: patron === you, wager, stake, lammer, working, state: "accepted" as const };
    byHand.set(spot, [...(byHand.get(spot) ?? []), chips]);
  }
  return byHand;
}

function viewOf({ currency }: Rules, { cards, wagers, markers, spins, cups }: Still): View {
  const dice = cups.map((cup) => ({ ...cup, value: 0 }));
  const due = { kind: "bets", text: "" } as View["due"];
  return { audience: "everyone" as View["audience"], awaits: [], cards, dice, currency: currency as View["currency"], due, hands: [], markers, phase: "", round: 0, shoe: { rack: 0, remaining: 0 }, wagers, results: spins };
}

export function StillFelt({ rules, boxes, you, still, onSpot }: Props) {
  const phone = usePhone();
  const names = useMemo(() => namesOf(rules), [rules]);
  const pays = useMemo(() => paysOf(rules), [rules]);
  const layout = useMemo(() => offeredOf(rules, still.wagers), [rules, still.wagers]);
  const view = useMemo(() => viewOf(rules, still), [rules, still]);
  const chips = useMemo(() => chipsOf(still.wagers, you), [still.wagers, you]);
  const all = [...chips.values()].flat();
  const spot = (box: number, wager: string): SpotState => {
    const name = names.spot(wager);
    const there = box === 0 ? all : (chips.get(String(box)) ?? []);
    return { offered: false, label: box === 0 ? name : t("table.spot", { box, wager: name }), chips: there.filter((one) => one.wager === wager) };
  };
  return (
    <Felt
      layout={layout}
      boxes={boxes}
      phone={phone}
      view={view}
      counted={false}
      you={you}
      wagerName={names.wager}
      faceName={names.face}
      pays={pays}
      spot={spot}
      chipsOn={(hand) => chips.get(hand) ?? []}
      kept={{}}
      squeeze={null}
      inTwo={{}}
      activeHand={null}
      totals={still.totals}
      results={still.results}
      coups={null}
      came={still.came}
      dice={still.dice}
      lastRolls={still.rolls}
      onPlace={onSpot}
      onRemove={() => undefined}
      money={(minor) => amount(minor, rules.currency)}
    />
  );
}
