/** The live table: felt, bar and panel. */
import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { Problem } from "../api/client";
import { useTableRules } from "../api/queries";
import { useSession } from "../api/session";
import type { Rules, TableNow } from "../api/types";
import { Failed, Loading } from "../components/states";
import { useTitle } from "../components/title";
import { Felt } from "../felt/felt";
import type { FeltProps } from "../felt/model";
import { useAnnouncements } from "../table/announcements";
import { BalancePanel } from "../table/balance";
import { BankPanel } from "../table/bank-panel";
import { Bar } from "../table/bar";
import type { LiveState } from "../table/live";
import { shownOf, useTableModel, type TableModel } from "../table/model";
import { MoneyTable } from "../table/money-table";
import { Notices } from "../table/notices";
import { paysOf } from "../table/pays";
import { rangeWords } from "../table/spots";
import { Stage } from "../table/show/stage";
import { useMoment } from "../table/show/use-moment";
import { SeatActs, SitDown } from "../table/seat";
import { HousePanel, SettledPanel } from "../table/settled";
import { offeredOf } from "../table/still-felt";
import { useChoices, type Choosing } from "../table/use-choices";
import { useCoups } from "../table/use-coups";
import { useFresh } from "../table/use-fresh";
import { useKeys } from "../table/use-keys";
import { useLiveTable, type Live } from "../table/use-live-table";
import { usePhone } from "../table/use-phone";
import { useSqueeze } from "../table/use-squeeze";
import { usePlacing, type MenuAt, type Placing } from "../table/use-placing";
import { laidFirst, useSetting } from "../table/use-setting";
import { useShownMarks } from "../table/use-shown-marks";
import { WagerMenu } from "../table/wager-menu";
import { isOfNumber, WagerSheet } from "../table/wager-sheet";
import type { Why } from "../table/why";
import { YourBets } from "../table/your-bets";
import { plural, t } from "../text";
import "../table/bar.css";
import "../table/panel.css";
import "../style/table.css";

export default function TablePage({ params }: { params: { table: string } }) {
  const session = useSession();
  const table = Number(params.table);
  if (!Number.isSafeInteger(table)) return <Closed />;
  if (!session) return <SignIn table={table} />;
  return <LiveOf key={`${table} ${session.person}`} table={table} />;
}

function SignIn({ table }: { table: number }) {
  useTitle(t("table.loading"));
  return (
    <div className="page">
      <div className="panel state">
        <h1>{t("state.signIn")}</h1>
        <p>{t("table.signIn.more")}</p>
        <Link className="btn pri" href={`/sign-in?then=${encodeURIComponent(`/tables/${table}`)}`}>
          {t("nav.signIn")}
        </Link>
      </div>
    </div>
  );
}

function Closed() {
  useTitle(t("table.closed"));
  return (
    <div className="page">
      <div className="panel state">
        <h1>{t("table.closed")}</h1>
        <p>{t("table.closed.more")}</p>
        <Link className="btn" href="/">
          {t("table.toLobby")}
        </Link>
      </div>
    </div>
  );
}

/** The state of one table for one person: it is reset for another table or another person. */
function LiveOf({ table }: { table: number }) {
  const live = useLiveTable(table);
  const rules = useTableRules(table);
  const problem = live?.state.problem ?? rules.error;
  const now = live?.state.now;
  if (problem instanceof Problem && problem.status === 404) return <Closed />;
  if (live && now && rules.data) return <Table live={live} now={now} rules={rules.data} />;
  if (problem) {
    return (
      <div className="page">
        <Failed error={problem} again={() => location.reload()} />
      </div>
    );
  }
  return <Skeleton state={live?.state ?? null} />;
}

/** Placeholders for felt, bar and panel, so that the layout does not shift. */
function Skeleton({ state }: { state: LiveState | null }) {
  useTitle(t("table.loading"));
  return (
    <div className="table-page" aria-busy="true">
      {state && <Notices state={state} />}
      <div className="table-left">
        <div className="table-head" />
        <div className="felt-box">
          <Loading heights={[]} />
        </div>
        <div className="panel bar" />
      </div>
      <aside className="table-side">
        <Loading heights={[78, 260, 260]} />
      </aside>
    </div>
  );
}

function Table({ live, now, rules }: { live: Live; now: TableNow; rules: Rules }) {
  const model = useTableModel(live.table, live.state, now, rules);
  const [why, setWhy] = useState<Why | null>(null);
  const placing = usePlacing(model, setWhy);
  const fresh = useFresh(model.question?.asked ? `${now.question} ${model.question.hand}` : "chips");
  const { setting, inTwo } = useSetting(model, fresh);
  const choosing = laidFirst(useChoices(model, fresh, setWhy), setting);
  const dismiss = useCallback(() => {
    setWhy(null);
    live.table.forgetRefused();
  }, [live.table]);
  // In another round, or for another question, earlier failures no longer matter.
  const moment = `${now.view.round} ${model.question?.hand ?? ""}`;
  useEffect(dismiss, [dismiss, moment]);
  useTitle(now.name);
  useKeys(model, placing, choosing, setting, dismiss);
  useAnnouncements(model);
  useShownMarks(now.seq);
  const phone = usePhone();
  // A roll may settle a hundred wagers: the felt is rendered first, and the lines when there is time.
  const later = useDeferredValue(model);
  return (
    <div className="table-page">
      <Notices state={live.state} />
      <div className="table-left">
        <Head model={model}>{!phone && <Acts model={model} />}</Head>
        <FeltOf model={model} placing={placing} choosing={choosing} inTwo={inTwo} phone={phone} />
        <Bar model={model} fresh={fresh} phone={phone} placing={placing} choosing={choosing} setting={setting} why={why} onDismiss={dismiss} />
      </div>
      <aside className="table-side">
        {!model.seated && <SitDown model={model} />}
        {model.seated && !phone && <BalancePanel model={model} />}
        <BankPanel model={model} />
        <YourBets model={model} placing={placing} />
        <HousePanel model={model} />
        <SettledPanel model={later} />
        {later.you && <MoneyTable model={later} />}
        {phone && <Acts model={model} />}
      </aside>
      {placing.menu && <MenuOf model={model} menu={placing.menu} placing={placing} />}
    </div>
  );
}

/**
 * The bets of a number are shown as a list with their payouts; those of other spots as a small menu beside the spot.
 */
function MenuOf(props: { model: TableModel; menu: MenuAt; placing: Placing }) {
  return isOfNumber(props.model, props.menu) ? <WagerSheet {...props} /> : <WagerMenu {...props} />;
}

function Head({ model, children }: { model: TableModel; children: ReactNode }) {
  const { now, rules, limits, cash: money } = model;
  const decks = rules.in_force?.decks ?? 0;
  const facts = [
    rules.name,
    limits && rangeWords({ ...limits, step: 1 }, money),
    decks > 0 && plural("table.decks", decks),
    now.view.round > 0 && t("table.round", { round: now.view.round }),
    now.live && t("table.dealtLive"),
  ];
  return (
    <header className="table-head">
      <h1>{now.name}</h1>
      <span className="lab">{facts.filter(Boolean).join(" · ")}</span>
      {children}
    </header>
  );
}

/** Beside the name; on a phone below everything, since the felt needs the room. */
function Acts({ model }: { model: TableModel }) {
  const { game, table } = model.now;
  return (
    <div className="table-acts">
      <Link className="btn sm" href={`/rules/${game}?table=${table}`}>
        {t("table.rules")}
      </Link>
      <SeatActs model={model} />
    </div>
  );
}

interface FeltOfProps {
  model: TableModel;
  placing: Placing;
  choosing: Choosing;
  inTwo: FeltProps["inTwo"];
  phone: boolean;
}

function FeltOf({ model, placing, choosing, inTwo, phone }: FeltOfProps) {
  const { now, rules, you, names, spots, state, question, money } = model;
  const { round } = state;
  const { view, totals, results, came } = shownOf(model);
  const coups = useCoups(model);
  const layout = useMemo(() => offeredOf(rules), [rules]);
  const pays = useMemo(() => paysOf(rules), [rules]);
  const squeeze = useSqueeze(model, choosing, view);
  const moment = useMoment(model, view, came);
  const active = question?.asked ? question.hand : (now.view.due.hand ?? null);
  return (
    <Stage model={model} moment={moment}>
      <Felt
        layout={layout}
        boxes={now.boxes}
        phone={phone}
        view={view}
        you={you}
        wagerName={names.wager}
        faceName={names.face}
        pays={pays}
        spot={spots.spot}
        chipsOn={spots.chipsOn}
        kept={Object.fromEntries(now.places.map(({ box, you }) => [box, you ? "yours" : "kept"]))}
        squeeze={squeeze}
        inTwo={inTwo}
        activeHand={active}
        totals={totals}
        results={results}
        coups={coups}
        came={came}
        dice={round.dice}
        lastRolls={round.rolls}
        onPlace={placing.place}
        onRemove={placing.remove}
        money={money}
      />
    </Stage>
  );
}
