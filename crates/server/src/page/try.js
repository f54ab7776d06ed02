// The page is made of the OpenAPI document alone: an endpoint that is added there appears here.
"use strict";

const state = { token: null, document: null, socket: null };
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** Follows a reference within the document. */
const resolve = (schema) => {
  const path = schema?.$ref;
  return path ? path.slice(2).split("/").reduce((part, name) => part[name], state.document) : schema;
};

/** A value that fits a schema, as a template for the user. */
const example = (schema, depth = 0) => {
  const known = resolve(schema) ?? {};
  if (known.const !== undefined) return known.const;
  if (known.enum) return known.enum[0];
  const choice = known.oneOf ?? known.anyOf;
  if (choice) return example(choice.find((one) => resolve(one).type !== "null") ?? choice[0], depth);
  const type = Array.isArray(known.type) ? known.type[0] : known.type;
  if (type === "object" && depth < 5) {
    const wanted = Object.entries(known.properties ?? {}).filter(([name]) => (known.required ?? []).includes(name));
    return Object.fromEntries(wanted.map(([name, of]) => [name, example(of, depth + 1)]));
  }
  if (known.format === "uuid") return crypto.randomUUID?.() ?? "";
  return { integer: 0, number: 0, boolean: false, array: [], string: "" }[type] ?? null;
};

const field = (parameter) => {
  const input = element("input", { name: parameter.name, required: parameter.required });
  return element("label", {}, parameter.name, input);
};

/** The address of an operation with what was filled in. */
const addressOf = (path, parameters, form) => {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: where } of parameters) {
    const value = form.elements[name].value;
    if (where === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.set(name, value);
  }
  return query.size ? `${address}?${query}` : address;
};

const show = (where, status, text) => {
  const good = status < 400;
  let body = text;
  try { body = JSON.stringify(JSON.parse(text), null, 2); } catch { /* It is no JSON; it is shown as it is. */ }
  where.replaceChildren(element("p", { className: good ? "good" : "bad" }, `${status} ${good ? "done" : "refused"}`), element("pre", {}, body));
};

/** A stream is listened to until it is asked for again. */
const listen = (address, where) => {
  state.socket?.close();
  const lines = element("pre");
  where.replaceChildren(element("p", {}, "listening"), lines);
  const base = location.origin.replace(/^http/, "ws");
  state.socket = new WebSocket(base + address, ["croupier", `bearer.${state.token ?? ""}`]);
  state.socket.onmessage = ({ data }) => lines.prepend(`${data}\n\n`);
  state.socket.onclose = ({ code, reason }) => lines.prepend(`closed: ${code} ${reason}\n\n`);
};

const send = async (method, path, operation, form, where) => {
  const address = addressOf(path, operation.parameters ?? [], form);
  if (operation.operationId === "stream") return listen(address, where);
  const headers = state.token ? { authorization: `Bearer ${state.token}` } : {};
  const body = form.elements.body?.value;
  if (body) headers["content-type"] = "application/json";
  try {
    const answer = await fetch(address, { method: method.toUpperCase(), headers, body });
    show(where, answer.status, await answer.text());
  } catch (error) {
    show(where, 599, `the server cannot be reached: ${error.message}`);
  }
};

const operationCard = (method, path, operation) => {
  const form = element("form");
  form.append(element("div", { className: "fields" }, ...(operation.parameters ?? []).map(field)));
  const schema = operation.requestBody?.content["application/json"].schema;
  if (schema) {
    const area = element("textarea", { name: "body", spellcheck: false });
    area.value = JSON.stringify(example(schema), null, 2);
    form.append(element("label", {}, "Body", area));
  }
  form.append(element("button", {}, "Send"));
  const answer = element("div");
  answer.setAttribute("aria-live", "polite");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(method, path, operation, form, answer);
  });
  const head = element("summary", {}, element("span", { className: "method" }, method.toUpperCase()), element("code", {}, path), element("span", {}, operation.summary));
  const card = element("details", {}, head, form, answer);
  card.dataset.words = `${operation.operationId} ${path} ${operation.summary}`.toLowerCase();
  return card;
};

const signedIn = (session) => {
  state.token = session?.token ?? null;
  document.getElementById("who").textContent = session ? `signed in as ${session.role}, person ${session.person}` : "not signed in";
  document.getElementById("sign-out").hidden = !session;
};

const start = async () => {
  const all = document.getElementById("operations");
  state.document = await (await fetch("/openapi.json")).json();
  document.getElementById("version").textContent = state.document.info.version;
  document.getElementById("about").textContent = state.document.info.description;
  const cards = Object.entries(state.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationCard(method, path, operation)));
  all.replaceChildren(...cards);
  document.getElementById("find").addEventListener("input", ({ target }) => {
    for (const card of cards) card.hidden = !card.dataset.words.includes(target.value.toLowerCase());
  });
  document.getElementById("sign-in").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { name, password } = event.target.elements;
    const body = JSON.stringify({ name: name.value, password: password.value });
    const answer = await fetch("/v1/session", { method: "POST", headers: { "content-type": "application/json" }, body });
    const session = await answer.json();
    password.value = "";
    signedIn(answer.ok ? session : null);
    if (!answer.ok) document.getElementById("who").textContent = session.detail ?? session.title;
  });
  document.getElementById("sign-out").addEventListener("click", async () => {
    await fetch("/v1/session", { method: "DELETE", headers: { authorization: `Bearer ${state.token}` } });
    signedIn(null);
  });
};

start().catch((error) => document.getElementById("operations").replaceChildren(element("p", { className: "bad" }, `the document cannot be read: ${error.message}`)));
