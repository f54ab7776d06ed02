/** What is out of order with the table, above it: the page goes on showing what it knows. */
import { useReachable } from "../api/client";
import { problemWords } from "../components/problem-words";
import { t } from "../text";
import type { LiveState } from "./live";

export function Notices({ state }: { state: LiveState }) {
  // Where nothing of the house can be reached the frame of the pages says so already.
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
