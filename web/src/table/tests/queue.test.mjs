import assert from "node:assert/strict";
import test from "node:test";
import { betOffer, load, tableNow } from "./load.mjs";

const { CommandQueue } = await load("queue.ts");

const bet = (stake) => ({ bet: { patron: "A", box: 1, wager: "x", stake } });
const choose = { choose: { patron: "A", hand: "1", choice: "u" } };
const done = (seq) => ({ kind: "done", played: { seq, again: false, table: null } });
const problem = (kind, status, more = {}) => ({ kind: "problem", problem: { kind, status, allowed: null, ...more } });

/** A queue whose house gives these answers, one after another. */
function house(answers, looks = []) {
  const sent = [];
  const heard = { done: [], refused: [] };
  let keys = 0;
  const port = {
    send: async (order) => (sent.push(order), answers.shift()),
    look: async () => looks.shift() ?? null,
    wait: async () => undefined,
    newKey: () => `key-${(keys += 1)}`,
  };
  const finished = deferred();
  const listener = {
    changed: () => queue.pending.length === 0 && finished.resolve(),
    done: (played) => heard.done.push(played),
    refused: (refused) => heard.refused.push(refused),
  };
  const queue = new CommandQueue(port, listener);
  const rest = () => finished.promise.then(() => new Promise((resolve) => setTimeout(resolve)));
  return { queue, sent, heard, rest };
}

function deferred() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

test("commands go one after another, each knowing what the one before did", async () => {
  const { queue, sent, heard, rest } = house([done(11), done(12)]);
  queue.give(bet(500), tableNow());
  queue.give(bet(500), tableNow());
  assert.equal(queue.pending.length, 2);
  await rest();
  assert.deepEqual(sent.map(({ key, seen }) => [key, seen]), [["key-1", 10], ["key-2", 11]]);
  assert.equal(heard.done.length, 2);
});

test("busy or unreachable, the same key is sent again", async () => {
  const { queue, sent, rest } = house([problem("busy", 503), { kind: "unreachable" }, done(11)]);
  queue.give(bet(500), tableNow());
  await rest();
  assert.deepEqual(sent.map(({ key }) => key), ["key-1", "key-1", "key-1"]);
});

test("a command that failed is not sent again", async () => {
  const { queue, sent, heard, rest } = house([problem("failed", 503)]);
  queue.give(bet(500), tableNow());
  await rest();
  assert.equal(sent.length, 1);
  assert.equal(heard.refused.length, 1);
});

test("a bet that something came before is given again while it is offered", async () => {
  const later = tableNow([betOffer(1, "x")], { seq: 15 });
  const { queue, sent, heard, rest } = house([problem("conflict", 409), done(16)], [later]);
  queue.give(bet(500), tableNow());
  await rest();
  assert.deepEqual(sent.map(({ key, seen }) => [key, seen]), [["key-1", 10], ["key-2", 15]]);
  assert.equal(heard.refused.length, 0);
});

test("it is not given again in another round, nor when it is offered no more", async () => {
  const nextRound = tableNow([betOffer(1, "x")], { view: { round: 2 } });
  for (const later of [nextRound, tableNow()]) {
    const { queue, sent, heard, rest } = house([problem("conflict", 409)], [later]);
    queue.give(bet(500), tableNow());
    await rest();
    assert.equal(sent.length, 1);
    assert.equal(heard.refused.length, 1);
  }
});

test("a decision is never given again", async () => {
  const { queue, sent, heard, rest } = house([problem("conflict", 409)], [tableNow()]);
  queue.give(choose, tableNow());
  await rest();
  assert.equal(sent.length, 1);
  assert.equal(heard.refused.length, 1);
});

test("a decision is sent with the number of its question, whatever was answered since", async () => {
  const { queue, sent, rest } = house([done(11), problem("conflict", 409)], [tableNow()]);
  queue.give(choose, tableNow());
  queue.give({ choose: { ...choose.choose, choice: "v" } }, tableNow());
  await rest();
  assert.deepEqual(sent.map(({ seen, question }) => [seen, question]), [[10, 8], [10, 8]]);
});

test("bets name no question", async () => {
  const { queue, sent, rest } = house([done(11)]);
  queue.give(bet(500), tableNow());
  await rest();
  assert.deepEqual(Object.keys(sent[0]).sort(), ["input", "key", "seen"]);
});

test("the same decision given twice is one, until it is refused", async () => {
  const { queue, sent, rest } = house([done(11)]);
  queue.give(choose, tableNow());
  queue.give(choose, tableNow());
  await rest();
  queue.give(choose, tableNow());
  assert.equal(sent.length, 1);
  const next = house([problem("refused", 422), done(12)]);
  next.queue.give(choose, tableNow());
  await next.rest();
  next.queue.give(choose, tableNow());
  await next.rest();
  assert.equal(next.sent.length, 2);
});

test("the same choice about the next question is another decision", async () => {
  const { queue, sent, rest } = house([done(11), done(12)]);
  queue.give(choose, tableNow());
  queue.give(choose, tableNow([], { seq: 11, question: 11 }));
  await rest();
  assert.deepEqual(sent.map(({ question }) => question), [8, 11]);
});

test("where amounts are the matter a refusal brings what would be taken", async () => {
  const allowed = { min: 600, max: 4_000, step: 600 };
  const { queue, heard, rest } = house([problem("refused", 422, { allowed })]);
  queue.give(bet(500), tableNow());
  await rest();
  assert.deepEqual(heard.refused[0].instead.map(({ bet }) => bet.stake), [600]);
});

test("below and above, where there are both", async () => {
  const allowed = { min: 600, max: 4_000, step: 600 };
  const { queue, heard, rest } = house([problem("refused", 422, { allowed })]);
  queue.give(bet(2_500), tableNow());
  await rest();
  assert.deepEqual(heard.refused[0].instead.map(({ bet }) => bet.stake), [2_400, 3_000]);
});
