import { useEffect, useRef } from "react";

/** How many marks are kept; a table that is open all night must not gather them. */
const KEPT = 128;

/** Marks `shown:SEQ` after the paint that shows a unit, so that the way from commit to screen can be measured. */
export function useShownMarks(seq: number): void {
  const last = useRef(seq - 1);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      // A task of its own runs after the frame has been painted.
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
