/** Light, dark, or as the system has it. */
import { useSyncExternalStore } from "react";
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

/** One button that goes through the three. */
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
