/** The id of a paragraph; it opens our summary of it. */
import { Suspense, lazy, useState } from "react";
import { t } from "../text";

// Dialog and summary are fetched on demand.
const RuleDialog = lazy(() => import("./rule-dialog"));

export function RuleLink({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="id"
        aria-haspopup="dialog"
        aria-label={t("rule.open", { id })}
        onClick={() => setOpen(true)}
      >
        {id}
      </button>
      {open && (
        <Suspense>
          <RuleDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export function RuleLinks({ ids }: { ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <span className="ids">
      {ids.map((id) => (
        <RuleLink key={id} id={id} />
      ))}
    </span>
  );
}
