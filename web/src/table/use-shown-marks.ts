import { useEffect, useRef } from "react";

/** The number of marks that are kept; a table may be open all night. */
const KEPT = 128;

/** Sets the mark `shown:SEQ` after the paint that shows a unit, to measure the time from commit to screen. */
export function useShownMarks(seq: number): void {
  const last = useRef(seq - 1);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      // A separate task runs after the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        for (let shown = Math.max(last.current, seq - KEPT) + 1; shown <= seq; shown += 1) mark(shown);
        last.current = Math.max(last.current, seq);
        port1.close();
      };
      port2.postMessage(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [seq]);
}

function mark(seq: number): void {
  performance.mark(`shown:${seq}`);
  performance.clearMarks(`shown:${seq - KEPT}`);
}
