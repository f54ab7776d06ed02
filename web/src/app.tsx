/** The frame of all pages, and the routes. */
import { Suspense, lazy, useEffect, useRef } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { ErrorBoundary } from "./components/error-boundary";
import { LiveRegion } from "./components/live-region";
import { OfflineBanner } from "./components/offline-banner";
import { Loading } from "./components/states";
import { useTitle } from "./components/title";
import { TopBar } from "./components/top-bar";
import Lobby from "./pages/lobby";
import { t } from "./text";

const SignIn = lazy(() => import("./pages/sign-in"));
const RulesIndex = lazy(() => import("./pages/rules-index"));
const Rules = lazy(() => import("./pages/rules"));
const Table = lazy(() => import("./pages/table"));
const Rounds = lazy(() => import("./pages/rounds"));
const Round = lazy(() => import("./pages/round"));

export function App() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  useNewPage(path, main);
  return (
    <>
      <a className="btn skip" href="#content">
        {t("nav.skip")}
      </a>
      <TopBar />
      <OfflineBanner />
      <main id="content" ref={main} tabIndex={-1}>
        <ErrorBoundary about={path}>
          <Suspense fallback={<Waiting />}>
            <Switch>
              <Route path="/" component={Lobby} />
              <Route path="/sign-in" component={SignIn} />
              <Route path="/rules" component={RulesIndex} />
              <Route path="/rules/:jurisdiction/:game" component={Rules} />
              <Route path="/rounds" component={Rounds} />
              <Route path="/tables/:table" component={Table} />
              <Route path="/tables/:table/rounds/:round" component={Round} />
              <Route component={Missing} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <LiveRegion />
    </>
  );
}

/** A new page scrolls to its top and gets the focus, for users of keyboards and screen readers. */
function useNewPage(path: string, main: React.RefObject<HTMLElement | null>): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
    if (!location.hash) window.scrollTo(0, 0);
  }, [path, main]);
}

function Waiting() {
  return (
    <div className="page">
      <Loading heights={[32, 200, 200]} />
    </div>
  );
}

function Missing() {
  useTitle(t("missing.title"));
  return (
    <div className="page state">
      <h1>{t("missing.title")}</h1>
      <p>{t("missing.more")}</p>
      <Link className="btn" href="/">
        {t("missing.home")}
      </Link>
    </div>
  );
}
