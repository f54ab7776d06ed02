/** The parts of a browser that the API's modules need; must be defined before they are loaded. */
const stored = new Map();

globalThis.sessionStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
  removeItem: (key) => stored.delete(key),
};
globalThis.window = new EventTarget();
globalThis.location = { protocol: "https:", host: "house.example" };

/** The answers that fetch returns in order, and the requests it received. */
export const asked = [];
export const answers = [];

globalThis.fetch = async (path, request) => {
  asked.push({ path, body: request.body, token: request.headers.get("Authorization") });
  const answer = answers.shift();
  if (!answer) throw new TypeError("no way there");
  return answer();
};

export function answer(status, body, headers = {}) {
  const type = status < 400 ? "application/json" : "application/problem+json";
  answers.push(() => new Response(JSON.stringify(body), { status, headers: { "Content-Type": type, ...headers } }));
}

/** The sockets that were opened, the latest last. */
export const sockets = [];

globalThis.WebSocket = class {
  constructor(address, protocols) {
    Object.assign(this, { address, protocols, closed: false });
    sockets.push(this);
  }

  hear(...numbers) {
    for (const seq of numbers) this.onmessage({ data: JSON.stringify({ seq }) });
  }

  end(code) {
    this.closed = true;
    this.onclose({ code });
  }

  close() {
    if (!this.closed) this.end(1000);
  }
};

export const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
