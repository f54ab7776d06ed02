/** Sitting down with chips from the wallet, buying more, and leaving with all of them. */
import { useRef, useState, type FormEvent } from "react";
import { ask, newKey, Problem } from "../api/client";
import { useWallet, walletsChanged } from "../api/queries";
import { useSession } from "../api/session";
import type { Moved, Wallet } from "../api/types";
import { Dialog } from "../components/dialog";
import { money as withCurrency, t } from "../text";
import { owedBy, type TableModel } from "./model";
import { refusalWords } from "./why";

const PLACES = "ABCDEFGHIJKLMNOP";
/** The last bought amount, by currency: the proposal for the next purchase; otherwise the minimum that allows play. */
const bought = new Map<string, number>();

/** The id of the panel. */
export const SIT_DOWN = "sit-down";

/** What replaces the balance for people without a place. */
export function SitDown({ model }: { model: TableModel }) {
  const { now } = model;
  const session = useSession();
  const wallet = useWallet(session?.role === "patron" ? now.cage : null);
  const taken = new Set(now.seats.map(({ patron }) => patron));
  const seat = model.you ?? [...PLACES].find((letter) => !taken.has(letter));
  return (
    <section id={SIT_DOWN} className="panel sit-down">
      <header>
        <h2 className="h">{t("table.watching")}</h2>
        <span className="sp" />
        {seat && wallet.data && <span className="lab">{t("table.sit.place", { seat })}</span>}
      </header>
      {session?.role !== "patron" ? (
        <p className="empty lab">{t("table.sit.staff")}</p>
      ) : !seat ? (
        <p className="empty lab">{t("table.sit.full")}</p>
      ) : (
        wallet.data && <BuyIn model={model} wallet={wallet.data} seat={seat} label={t("table.sit")} />
      )}
    </section>
  );
}

interface BuyInProps {
  model: TableModel;
  wallet: Wallet;
  seat: string;
  label: string;
  onDone?(): void;
}

function BuyIn({ model, wallet, seat, label, onDone }: BuyInProps) {
  const { now, unit, leastRound, live } = model;
  const money = (minor: number) => withCurrency(minor, now.view.currency);
  const least = Math.min(wallet.amount, leastRound || unit);
  const before = bought.get(now.view.currency) ?? 0;
  const [typed, setTyped] = useState(() => String((before > 0 && before <= wallet.amount ? before : least) / unit));
  const order = useOrder(async (key) => {
    await ask<Moved>(`/v1/cages/${now.cage}/buy-ins`, { body: { key, seen: wallet.seen, table: now.table, seat, amount } });
    bought.set(now.view.currency, amount);
    onDone?.();
  }, live.lookAgain);
  const amount = Math.round(Number.parseFloat(typed) * unit);
  const wrong = !(amount > 0 && amount <= wallet.amount);
  if (wallet.amount <= 0) return <p className="empty lab">{t("table.sit.empty")}</p>;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!wrong) order.send();
  }

  return (
    <form className="buy-in" onSubmit={submit}>
      <label className="lab">
        {t("table.sit.amount", { currency: now.view.currency })}
        <input className="field amount" inputMode="decimal" autoComplete="off" aria-invalid={wrong} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <button type="submit" className="btn pri" disabled={order.sending}>
        {label}
      </button>
      <p className="lab">
        {wrong
          ? t("table.sit.amountWrong", { min: money(1), max: money(wallet.amount) })
          : t("table.sit.wallet", { amount: money(wallet.amount) })}
      </p>
      {order.problem && <p className="lose">{refusalWords(now.game, order.problem, money)}</p>}
    </form>
  );
}

/** A movement of money. Until the house has answered, retries use the same key, so it moves once. */
function useOrder(send: (key: string) => Promise<void>, after: () => void) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = useRef<string | null>(null);

  async function run(): Promise<void> {
    setSending(true);
    setProblem(null);
    key.current ??= newKey();
    try {
      await send(key.current);
      key.current = null;
      after();
    } catch (error) {
      if (!(error instanceof Problem)) return;
      key.current = null;
      setProblem(error);
    } finally {
      setSending(false);
      void walletsChanged();
    }
  }

  return { sending, problem, send: () => void run() };
}

/** Buttons of a seated patron: more chips, or cash out. */
export function SeatActs({ model }: { model: TableModel }) {
  const [open, setOpen] = useState<"buy" | "leave" | null>(null);
  if (!model.you || !model.seated) return null;
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" className="btn sm" onClick={() => setOpen("buy")}>
        {t("table.buyMore")}
      </button>
      <button type="button" className="btn sm" onClick={() => setOpen("leave")}>
        {t("table.leave")}
      </button>
      {open === "buy" && <BuyMore model={model} seat={model.you} onClose={close} />}
      {open === "leave" && <Leave model={model} seat={model.you} onClose={close} />}
    </>
  );
}

interface SeatProps {
  model: TableModel;
  seat: string;
  onClose(): void;
}

function BuyMore({ model, seat, onClose }: SeatProps) {
  const wallet = useWallet(model.now.cage);
  return (
    <Dialog title={t("table.buyMore")} onClose={onClose}>
      {wallet.data && <BuyIn model={model} wallet={wallet.data} seat={seat} label={t("table.buy")} onDone={onClose} />}
    </Dialog>
  );
}

function Leave({ model, seat, onClose }: SeatProps) {
  const { now, live } = model;
  const money = (minor: number) => withCurrency(minor, now.view.currency);
  const own = now.seats.find(({ you }) => you);
  const order = useOrder(async (key) => {
    await ask<Moved>(`/v1/tables/${now.table}/cash-outs`, { body: { key, seen: now.seq, seat } });
    onClose();
  }, live.lookAgain);
  const stack = own?.stack ?? 0;
  const staked = own?.staked ?? 0;
  const owed = own ? owedBy(now.view, own.patron) : 0;
  return (
    <Dialog title={t("table.leave.title")} onClose={onClose}>
      <div className="leave">
        <p>{stack > 0 ? t("table.leave.takes", { amount: money(stack) }) : t("table.leave.nothing")}</p>
        {owed > 0 && <p>{t(staked > 0 ? "table.leave.owedLater" : "table.leave.owed", { amount: money(owed) })}</p>}
        {staked > 0 && <p>{t("table.leave.stakes", { amount: money(staked) })}</p>}
        {order.problem && <p className="lose">{refusalWords(now.game, order.problem, money)}</p>}
        <button type="button" className="btn pri" disabled={order.sending || stack <= 0} onClick={order.send}>
          {t("table.leave.confirm")}
        </button>
      </div>
    </Dialog>
  );
}
