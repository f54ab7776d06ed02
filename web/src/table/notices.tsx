/** Problems of the table, shown above it; the page continues to show the last known state. */
import { useReachable } from "../api/client";
import { problemWords } from "../components/problem-words";
import { t } from "../text";
import type { LiveState } from "./live";

export function Notices({ state }: { state: LiveState }) {
  // If the house cannot be reached at all, the frame of the pages already says so.
  const reachable = useReachable();
  const { said, lost, stream } = state;
  const notices = [
    stream === "offline" && reachable ? t("table.offline") : null,
    said && problemWords(said),
    lost === null ? null : t("table.lost"),
  ].filter((words) => words !== null);
  if (notices.length === 0) return null;
  return (
    <div className="notices" role="status">
      {notices.map((words) => (
        <p key={words} className="notice">
          {words}
        </p>
      ))}
    </div>
  );
}
