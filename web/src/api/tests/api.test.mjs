import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, answers, asked, later, sockets } from "./browser.mjs";
import { load } from "../../table/tests/load.mjs";

// One bundle, so that all modules share one session.
const { ask, openStream, Problem, Unreachable, remember, token } = await load("../api/tests/all.ts");

beforeEach(() => {
  asked.length = answers.length = sockets.length = 0;
  remember({ token: "t1", person: 1, role: "patron", expires: 0, previous: null, name: "ada" });
});

test("while the house is busy the very same body is sent again", async () => {
  answer(503, { type: "/problems/busy", title: "busy", status: 503 }, { "Retry-After": "0" });
  answer(200, { seq: 4 });
  assert.deepEqual(await ask("/v1/x", { body: { key: "k" } }), { seq: 4 });
  assert.deepEqual(asked.map(({ body }) => body), ['{"key":"k"}', '{"key":"k"}']);
});

test("a command that failed is told at once", async () => {
  answer(503, { type: "/problems/failed", title: "failed", status: 503 }, { "Retry-After": "5" });
  await assert.rejects(ask("/v1/x"), (error) => error instanceof Problem && error.kind === "failed");
});

test("a refusal says by which rules, and what would be allowed", async () => {
  const allowed = { min: 1, max: 2, step: 1 };
  answer(422, { type: "/problems/refused", title: "no", status: 422, detail: "too much", rules: ["X-1"], allowed });
  await assert.rejects(ask("/v1/x"), (error) => {
    assert.deepEqual([error.kind, error.message, error.rules, error.allowed], ["refused", "too much", ["X-1"], allowed]);
    return true;
  });
});

test("a token that is worth nothing is forgotten", async () => {
  answer(401, { type: "/problems/not-signed-in", title: "sign in", status: 401 });
  await assert.rejects(ask("/v1/x"), Problem);
  assert.equal(token(), null);
});

test("no answer is another thing than a refusal", async () => {
  await assert.rejects(ask("/v1/x"), Unreachable);
});

function watch(after) {
  const [frames, states, losses] = [[], [], []];
  const onFrame = ({ seq }) => frames.push(seq);
  const [onState, onLost] = [(state) => states.push(state), () => losses.push(frames.at(-1))];
  const stream = openStream({ table: 7, after, onFrame, onState, onLost });
  return { frames, states, losses, stream };
}

test("a stream goes on after the last unit that was told", async () => {
  const { frames, states, stream } = watch(5);
  assert.match(sockets[0].address, /^wss:\/\/house\.example\/v1\/tables\/7\/stream\?after=5$/);
  assert.deepEqual(sockets[0].protocols, ["croupier", "bearer.t1"]);
  sockets[0].onopen();
  sockets[0].hear(6, 7, 7);
  sockets[0].end(1012);
  await later(400);
  assert.match(sockets[1].address, /after=7$/);
  assert.deepEqual(frames, [6, 7]);
  assert.deepEqual(states, ["connecting", "open", "connecting"]);
  stream.close();
});

test("a gap is not passed over", async () => {
  const { frames, stream } = watch(5);
  sockets[0].onopen();
  sockets[0].hear(6, 8, 9);
  assert.ok(sockets[0].closed);
  await later(400);
  assert.match(sockets[1].address, /after=6$/);
  sockets[1].hear(7, 8, 9);
  assert.deepEqual(frames, [6, 7, 8, 9]);
  stream.close();
});

test("lost units are not passed over, whether they are told or the socket is closed for them", async () => {
  const told = watch(5);
  sockets[0].onopen();
  sockets[0].hear(6);
  sockets[0].onmessage({ data: JSON.stringify({ seq: 9, what: "lost", stands: 5 }) });
  assert.deepEqual([told.frames, told.losses], [[6], [6]]);
  told.stream.close();
  const closed = watch(5);
  sockets.at(-1).onopen();
  sockets.at(-1).end(4010);
  assert.equal(closed.losses.length, 1);
  closed.stream.close();
});

test("a person who has to sign in again is told so, and no socket is opened any more", async () => {
  const { states } = watch(5);
  sockets[0].onopen();
  sockets[0].end(4001);
  await later(400);
  assert.deepEqual(states, ["connecting", "open", "signed-out"]);
  assert.equal(sockets.length, 1);
});
