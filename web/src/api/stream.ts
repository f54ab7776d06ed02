/** The units of a table, in order and without a gap, across reconnects. */
import { ask } from "./client";
import { forget, token } from "./session";
import type { UnitFrame } from "./types";

export type StreamState = "connecting" | "open" | "offline" | "signed-out";

export interface Watching {
  table: number;
  /** Units after this one are delivered. */
  after: number;
  onFrame(frame: UnitFrame): void;
  onState(state: StreamState): void;
  /** Units that this client received were lost: read the table again. With the house's text, if it sent one. */
  onLost(words: string): void;
}

export interface Stream {
  /** The last unit that was delivered. */
  last(): number;
  close(): void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
/** Close code: the token is no longer valid. */
const SIGN_IN_AGAIN = 4001;
/** Close codes: the page's last unit does not exist (4004), or was lost and another unit has its number (4010). */
const NO_SUCH_UNIT = [4004, 4010];

export function openStream({ table, after, onFrame, onState, onLost }: Watching): Stream {
  let last = after;
  /** The time of the last delivered unit: after a loss another unit may have its number. */
  let at: number | undefined;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_PAUSE;
  let closed = false;

  function connect(): void {
    clearTimeout(timer);
    const bearer = token();
    if (bearer === null) return end("signed-out");
    const mine = new WebSocket(address(table, last, at), ["croupier", `bearer.${bearer}`]);
    let opened = false;
    socket = mine;
    mine.onopen = () => {
      opened = true;
      wait = FIRST_PAUSE;
      onState("open");
    };
    mine.onmessage = (message: MessageEvent<string>) => {
      if (socket === mine) hear(JSON.parse(message.data) as UnitFrame);
    };
    mine.onclose = ({ code, reason }) => {
      if (socket !== mine) return;
      if (code === SIGN_IN_AGAIN) forget("ended");
      if (NO_SUCH_UNIT.includes(code)) return onLost(reason);
      retry(opened);
    };
  }

  function hear(frame: UnitFrame): void {
    if (frame.seq <= last) return;
    if (frame.what === "lost") return onLost("");
    if (frame.seq !== last + 1) return beginAnew();
    [last, at] = [frame.seq, frame.at];
    onFrame(frame);
  }

  /** A unit is missing: everything after the last delivered unit is requested again. */
  function beginAnew(): void {
    const old = socket;
    retry(true);
    old?.close();
  }

  function retry(opened: boolean): void {
    socket = null;
    if (token() === null) return end("signed-out");
    onState(opened ? "connecting" : "offline");
    // A browser does not report why a socket was not opened; an ordinary request does, and signs out on 401.
    if (!opened) void ask("/v1/me").catch(() => undefined);
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_PAUSE);
  }

  function end(state: StreamState): void {
    close();
    onState(state);
  }

  function onOnline(): void {
    if (socket === null) connect();
  }

  function onOffline(): void {
    const old = socket;
    socket = null;
    old?.close();
    onState("offline");
    timer = setTimeout(connect, LONGEST_PAUSE);
  }

  function close(): void {
    if (closed) return;
    closed = true;
    clearTimeout(timer);
    window.removeEventListener("online", onOnline);
    window.removeEventListener("offline", onOffline);
    const old = socket;
    socket = null;
    old?.close();
  }

  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  onState("connecting");
  connect();
  return { last: () => last, close };
}

function address(table: number, after: number, at: number | undefined): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const when = at === undefined ? "" : `&at=${at}`;
  return `${scheme}//${location.host}/v1/tables/${table}/stream?after=${after}${when}`;
}
