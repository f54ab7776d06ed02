/** What is out of order with the table, above it: the page goes on showing what it knows. */
import { useReachable } from "../api/client";
import { t } from "../text";
import type { LiveState } from "./live";

export function Notices({ state }: { state: LiveState }) {
  // Where nothing of the house can be reached the frame of the pages says so already.
  const reachable = useReachable();
  const interrupted = state.stream === "offline" && reachable;
  if (!interrupted && !state.failed) return null;
  return (
    <div className="notices" role="status">
      {interrupted && <p className="notice">{t("table.offline")}</p>}
      {state.failed && <p className="notice">{t("table.failed")}</p>}
    </div>
  );
}
