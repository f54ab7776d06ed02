/** What a page shows while it loads, if it is empty, or after an error. */
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Problem, Unreachable, useReachable } from "../api/client";
import { problemWords } from "./problem-words";
import { t } from "../text";
import { RuleLinks } from "./rule-link";

/** Grey placeholders, so that the layout does not shift when the content arrives. */
export function Loading({ heights }: { heights: number[] }) {
  return (
    <div className="skeleton" role="status" aria-label={t("state.loading")}>
      {heights.map((height, index) => (
        <span key={index} className="bone" style={{ height }} aria-hidden="true" />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="panel state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface FailedProps {
  error: unknown;
  /** Tries once more. */
  again?: (() => void) | undefined;
}

/** Why a page is empty, and what the person can do about it. */
export function Failed({ error, again }: FailedProps) {
  if (error instanceof Problem && error.status === 401) return <SignInFirst />;
  const [title, text] = wordsFor(error);
  return (
    <div className="panel state" role="alert">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {error instanceof Problem && <RuleLinks ids={error.rules} />}
      {again && (
        <button type="button" className="btn" onClick={again}>
          {t("state.again")}
        </button>
      )}
    </div>
  );
}

interface NotYetProps extends FailedProps {
  /** Shown while the content may still arrive. */
  children: ReactNode;
}

/** Shown in place of the content: that it is loading, or why it is not available. */
export function NotYet({ error, again, children }: NotYetProps) {
  const reachable = useReachable();
  // Between two attempts a request has no error.
  if (!reachable) return <Failed error={new Unreachable()} />;
  return error ? <Failed error={error} again={again} /> : children;
}

function wordsFor(error: unknown): [string, string | null] {
  if (error instanceof Unreachable) return [t("state.offline"), t("state.offline.more")];
  if (!(error instanceof Problem)) return [t("state.fault"), t("state.fault.more")];
  if (error.kind === "failed") return [t("state.failed"), t("state.failed.more")];
  if (error.status === 404) return [t("state.none"), null];
  if (error.status === 503) return [t("state.busy"), problemWords(error)];
  return [problemWords(error), null];
}

/** Only for signed-in users. */
export function SignInFirst() {
  const [path] = useLocation();
  return (
    <div className="panel state">
      <h2>{t("state.signIn")}</h2>
      <p>{t("state.signIn.more")}</p>
      <Link className="btn pri" href={`/sign-in?then=${encodeURIComponent(path)}`}>
        {t("nav.signIn")}
      </Link>
    </div>
  );
}
