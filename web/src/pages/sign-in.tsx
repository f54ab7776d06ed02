import { useState, type FormEvent } from "react";
import { useLocation, useSearch } from "wouter";
import { ask, Problem, Unreachable } from "../api/client";
import { remember, whyLeft } from "../api/session";
import type { Session } from "../api/types";
import { announce } from "../components/live-region";
import { useTitle } from "../components/title";
import { t } from "../text";
import "../style/sign-in.css";

export default function SignIn() {
  useTitle(t("signIn.title"));
  const then = pathWithin(new URLSearchParams(useSearch()).get("then"));
  const [, go] = useLocation();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("name")).trim();
    const password = String(form.get("password"));
    if (!name || !password) return setFault(t("signIn.missing"));
    setBusy(true);
    setFault(null);
    try {
      const session = await ask<Session>("/v1/session", { body: { name, password } });
      remember({ ...session, name });
      announce(t("nav.signedInAs", { name }));
      go(then, { replace: true });
    } catch (error) {
      setFault(wordsFor(error));
      setBusy(false);
    }
  }

  return (
    <div className="page sign-in">
      <form className="panel pad" onSubmit={(event) => void submit(event)} noValidate>
        <h1>{t("signIn.title")}</h1>
        <WhyHere />
        <Field name="name" label={t("signIn.name")} type="text" complete="username" fault={fault} />
        <Field name="password" label={t("signIn.password")} type="password" complete="current-password" fault={fault} />
        <p id="sign-in-fault" className="lose" role="alert">
          {fault}
        </p>
        <button className="btn pri" type="submit" disabled={busy}>
          {t(busy ? "signIn.busy" : "signIn.submit")}
        </button>
        <p className="lab">{t("signIn.tab")}</p>
      </form>
    </div>
  );
}

/** Accepts only paths within these pages, so that a link to here cannot redirect to another site. */
function pathWithin(then: string | null): string {
  if (!then?.startsWith("/")) return "/";
  const url = new URL(then, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : "/";
}

function wordsFor(error: unknown): string {
  if (error instanceof Unreachable) return t("signIn.unreachable");
  if (error instanceof Problem && error.status === 401) return t("signIn.wrong");
  return error instanceof Problem ? error.message : t("state.fault.more");
}

function WhyHere() {
  const why = whyLeft();
  if (why === null) return null;
  return <p className="mut">{t(why === "ended" ? "signIn.ended" : "signIn.signedOut")}</p>;
}

interface FieldProps {
  name: string;
  label: string;
  type: "text" | "password";
  complete: string;
  fault: string | null;
}

function Field({ name, label, type, complete, fault }: FieldProps) {
  return (
    <label>
      <span className="h">{label}</span>
      <input
        className="input"
        name={name}
        type={type}
        autoComplete={complete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={fault !== null}
        aria-describedby="sign-in-fault"
      />
    </label>
  );
}
