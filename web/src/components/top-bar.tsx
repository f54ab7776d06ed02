/** The logo, links to the pages, the person's money, the theme, and the menu. */
import { Fragment, type ToggleEvent } from "react";
import { Link, useLocation } from "wouter";
import { ask } from "../api/client";
import { useCages, useWallet, walletsChanged } from "../api/queries";
import { forget, useSession, type SignedIn } from "../api/session";
import type { Cage } from "../api/types";
import { t, type Key } from "../text";
import { Money } from "./money";
import { DeckSwitch, SoundSwitch, ThemeButton } from "./theme";

const PAGES: [string, Key][] = [
  ["/", "nav.lobby"],
  ["/rules", "nav.rules"],
  ["/rounds", "nav.rounds"],
];

const MENU = "menu";

export function TopBar() {
  const session = useSession();
  const [path] = useLocation();
  return (
    <header className="top">
      <Link className="mark" href="/" aria-label={t("nav.home")}>
        <Mark />
        <span aria-hidden="true">Croupier</span>
      </Link>
      <nav aria-label={t("nav.pages")}>
        <PageLinks path={path} />
      </nav>
      <span className="sp" />
      {session?.role === "patron" && <BarWallets />}
      <ThemeButton />
      {!session && path !== "/sign-in" && <SignInLink path={path} />}
      <MenuButton session={session} />
      <Menu session={session} path={path} />
    </header>
  );
}

function PageLinks({ path }: { path: string }) {
  return PAGES.map(([href, key]) => (
    <Link key={href} href={href} aria-current={isAt(path, href) ? "page" : undefined}>
      {t(key)}
    </Link>
  ));
}

function isAt(path: string, href: string): boolean {
  return href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
}

function SignInLink({ path }: { path: string }) {
  return (
    <Link className="btn sm" href={`/sign-in?then=${encodeURIComponent(path)}`}>
      {t("nav.signIn")}
    </Link>
  );
}

function MenuButton({ session }: { session: SignedIn | null }) {
  return (
    <button type="button" className={session ? "btn sm" : "btn sm phone-only"} popoverTarget={MENU}>
      <span>{session?.name ?? t("nav.menu")}</span>
      <span aria-hidden="true">▾</span>
    </button>
  );
}

/** On a phone the menu has the links to the pages too. */
function Menu({ session, path }: { session: SignedIn | null; path: string }) {
  function close(): void {
    document.getElementById(MENU)?.hidePopover();
  }
  function onToggle({ newState }: ToggleEvent<HTMLElement>): void {
    if (newState === "open") void walletsChanged();
  }
  return (
    <div id={MENU} className="menu" popover="auto" onToggle={onToggle}>
      {session && <p className="who lab">{t("nav.signedInAs", { name: session.name })}</p>}
      {session?.role === "patron" && <MenuWallets />}
      <nav className="nav" aria-label={t("nav.pages")} onClick={close}>
        <PageLinks path={path} />
      </nav>
      <hr />
      <DeckSwitch />
      <SoundSwitch />
      {session && (
        <button
          type="button"
          onClick={() => {
            close();
            signOut();
          }}
        >
          {t("nav.signOut")}
        </button>
      )}
    </div>
  );
}

/** Drops the token immediately, even if the house cannot be told. */
function signOut(): void {
  void ask("/v1/session", { method: "DELETE" }).catch(() => undefined);
  forget("signed-out");
}

/** The person's money, if it is one sum; several sums are in the menu. */
function BarWallets() {
  const cages = useCages().data ?? [];
  const [cage] = cages;
  if (cages.length !== 1 || !cage) return null;
  return (
    <span className="wallets">
      {t("nav.wallet")} <Holds cage={cage} />
    </span>
  );
}

function MenuWallets() {
  const cages = useCages().data ?? [];
  return (
    <dl>
      {cages.map((cage) => (
        <Fragment key={cage.cage}>
          <dt>{cages.length === 1 ? t("nav.wallet") : t("nav.walletAt", { property: cage.property })}</dt>
          <dd>
            <Holds cage={cage} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Holds({ cage }: { cage: Cage }) {
  const wallet = useWallet(cage.cage).data;
  return <b>{wallet ? <Money minor={wallet.amount} currency={cage.currency} /> : "…"}</b>;
}

function Mark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <rect x=".75" y=".75" width="18.5" height="18.5" rx="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M13.6 6.7a4.7 4.7 0 1 0 0 6.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <circle cx="10.4" cy="10" r="1.5" fill="var(--accent)" />
    </svg>
  );
}
