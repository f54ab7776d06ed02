/** Light, dark, or as the system has it. */
import { useState, useSyncExternalStore } from "react";
import { setSound, soundIsOn } from "../table/show/sound";
import { t } from "../text";

export type Theme = "system" | "light" | "dark";

const STORED = "croupier.theme";
const ORDER: Theme[] = ["system", "light", "dark"];
const SIGNS: Record<Theme, string> = { system: "◐", light: "○", dark: "●" };

let current: Theme = read();
const watchers = new Set<() => void>();

function read(): Theme {
  const stored = localStorage.getItem(STORED);
  return ORDER.find((theme) => theme === stored) ?? "system";
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

show(current);

export function setTheme(theme: Theme): void {
  current = theme;
  localStorage.setItem(STORED, theme);
  show(theme);
  watchers.forEach((watcher) => watcher());
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useTheme(): Theme {
  return useSyncExternalStore(watch, () => current);
}

const DECK = "croupier.four-colours";
const FOUR = "four-colours";

function showDeck(four: boolean): void {
  document.documentElement.classList.toggle(FOUR, four);
}

showDeck(localStorage.getItem(DECK) === "yes");

/** A deck with a colour for each suit. */
export function DeckSwitch() {
  const [four, setFour] = useState(() => localStorage.getItem(DECK) === "yes");
  function change(wanted: boolean): void {
    localStorage.setItem(DECK, wanted ? "yes" : "no");
    showDeck(wanted);
    setFour(wanted);
  }
  return (
    <label className="check">
      <input type="checkbox" checked={four} onChange={(event) => change(event.target.checked)} />
      {t("theme.deck")}
    </label>
  );
}

/** Sounds of cards, chips and dice. */
export function SoundSwitch() {
  const [on, setOn] = useState(soundIsOn);
  function change(wanted: boolean): void {
    setSound(wanted);
    setOn(wanted);
  }
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={(event) => change(event.target.checked)} />
      {t("show.sound")}
    </label>
  );
}

/** One button that cycles through the three themes. */
export function ThemeButton() {
  const theme = useTheme();
  const next = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system";
  const label = t("theme.button", { theme: t(`theme.${theme}`), next: t(`theme.${next}`) });
  return (
    <button type="button" className="btn sm theme-button" aria-label={label} title={label} onClick={() => setTheme(next)}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  );
}
