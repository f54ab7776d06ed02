/** The menu of a spot: a choice among several wagers, taking back, calling on and off. */
import * as Popover from "@radix-ui/react-popover";
import { useEffect, useRef } from "react";
import { t } from "../text";
import type { TableModel } from "./model";
import { wantedOf, worthAt } from "./collecting";
import { betAt, betOf, callsAt, takeBackAt } from "./offers";
import { rangeWords } from "./spots";
import { ignoreSecond, swallow, useOpening } from "./use-fresh";
import { ownWagers, takeBackOf, type MenuAt, type Placing } from "./use-placing";

interface Props {
  model: TableModel;
  menu: MenuAt;
  placing: Placing;
}

interface Entry {
  id: string;
  name: string;
  note: string;
  run(): void;
}

export function WagerMenu({ model, menu, placing }: Props) {
  const { closeMenu } = placing;
  const entries = entriesOf(model, menu, placing);
  const anchor = useRef(menu.anchor);
  anchor.current = menu.anchor;
  const fresh = useOpening();
  useMenuKeys(entries, take);

  function take(entry: Entry): void {
    entry.run();
    closeMenu();
  }

  return (
    <Popover.Root open onOpenChange={(open) => !open && closeMenu()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className="wager-menu panel"
          aria-busy={fresh}
          // The second of two clicks that opened the menu neither closes it nor selects an item.
          onInteractOutside={(event) => fresh && event.preventDefault()}
          onClickCapture={fresh ? swallow : undefined}
          sideOffset={6}
          collisionPadding={8}
          aria-label={title(model, menu)}
        >
          {entries.length === 0 && <p className="pad">{t("table.menu.nothing")}</p>}
          {entries.map((entry, index) => (
            <button key={entry.id} type="button" className="wager-entry" onClick={(event) => (ignoreSecond(event), take(entry))}>
              <span>{entry.name}</span>
              <span className="lab">{entry.note}</span>
              {index < 9 && <kbd aria-hidden="true">{index + 1}</kbd>}
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function title({ names }: TableModel, { wagers }: MenuAt): string {
  return t("table.menu", { spot: wagers.map(names.wager).join(", ") });
}

/** Your own bets first, then actions for placed ones, then bets for the dealers. */
function entriesOf(model: TableModel, menu: MenuAt, placing: Placing): Entry[] {
  const each = (entries: (wager: string) => Entry[]) => menu.wagers.flatMap(entries);
  return [
    ...each((wager) => betEntry(model, menu, wager, false, placing)),
    ...each((wager) => changeEntries(model, menu, wager)),
    ...each((wager) => betEntry(model, menu, wager, true, placing)),
  ];
}

/** The effect of the selected chip: a bet, or chips that wait for more. The menu shows it in advance. */
function betEntry(model: TableModel, { box, chip }: MenuAt, wager: string, forDealers: boolean, placing: Placing): Entry[] {
  const { offers, you, names, cash: money, state } = model;
  const offer = betAt(offers, box, wager, forDealers);
  if (!you || !chip || !offer) return [];
  const amount = worthAt(state.collected, offer) + chip.minor;
  const wanted = wantedOf(offer.range, amount);
  const isBet = amount >= wanted;
  const words = isBet ? (forDealers ? "table.menu.betForDealers" : "table.menu.bet") : forDealers ? "table.menu.putForDealers" : "table.menu.put";
  return [
    {
      id: `bet ${wager} ${forDealers}`,
      name: `${names.wager(wager)}: ${t(words, { amount: money(Math.min(amount, wanted)), wanted: money(wanted) })}`,
      note: rangeWords(offer.range, money),
      // An excess over the maximum is reduced to it.
      run: () => (amount > wanted ? model.give(betOf(you, offer, wanted)) : placing.put(offer, chip.minor)),
    },
  ];
}

function changeEntries(model: TableModel, { box }: MenuAt, wager: string): Entry[] {
  const { offers, you, names, cash: money } = model;
  const returns = ownWagers(model, box, [wager])
    .filter((own) => takeBackAt(offers, box, own.wager))
    .map((own) => ({
      id: `back ${own.number}`,
      name: `${names.wager(wager)}: ${t("table.menu.takeBack", { amount: money(own.stake) })}`,
      note: "",
      run: () => model.give(takeBackOf(own)),
    }));
  const calls = callsAt(offers, box, wager).map((call) => ({
    id: `call ${wager} ${call.on}`,
    name: `${names.wager(wager)}: ${t(call.on ? "table.menu.on" : "table.menu.off")}`,
    note: "",
    run: () => model.give({ work: { patron: you ?? "", box: call.box, wager, on: call.on } }),
  }));
  return [...returns, ...calls];
}

/** While the menu is open, digits select its items and not the tray's chips. */
function useMenuKeys(entries: Entry[], take: (entry: Entry) => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const entry = /^[1-9]$/.test(event.key) ? entries[Number(event.key) - 1] : undefined;
      if (!entry) return;
      event.preventDefault();
      event.stopPropagation();
      take(entry);
    }
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  });
}
