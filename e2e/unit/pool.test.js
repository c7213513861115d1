// Workers that answer questions: none waits while another is idle, and what nobody wants is stopped.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EnginePool } from "../../crates/foursight-web/page/engine/pool.js";

/** A worker that answers when it is told to. */
class FakeWorker extends EventTarget {
  /** @type {any[]} */
  asked = [];
  isTerminated = false;

  /** @param {any} question */
  postMessage(question) {
    this.asked.push(question.target);
  }

  terminate() {
    this.isTerminated = true;
  }

  /** @param {string} text */
  answer(text) {
    this.dispatchEvent(new MessageEvent("message", { data: { status: 200, kind: "", text } }));
  }

  fail() {
    this.dispatchEvent(Object.assign(new Event("error", { cancelable: true }), { message: "unreachable" }));
  }
}

function newPool() {
  /** @type {FakeWorker[]} */
  const workers = [];
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return /** @type {Worker} */ (/** @type {unknown} */ (worker));
  };
  return { pool: new EnginePool(start, 2), workers };
}

/** @param {string} target */
const get = (target) => ({ method: "GET", target });

test("a question goes to the first idle worker, or waits for one", async () => {
  const { pool, workers } = newPool();
  const answers = ["a", "b", "c"].map((target) => pool.ask(get(target)));
  assert.deepEqual(
    workers.map((worker) => worker.asked),
    [["a"], ["b"]],
  );
  workers[1].answer("B");
  assert.deepEqual(workers[1].asked, ["b", "c"]);
  workers[0].answer("A");
  workers[1].answer("C");
  const texts = (await Promise.all(answers)).map(({ text }) => text);
  assert.deepEqual(texts, ["A", "B", "C"]);
  pool.ask(get("d"));
  assert.deepEqual(workers[0].asked, ["a", "d"], "it has found something already");
});

test("what nobody wants is stopped at once, and does not hold up the rest", async () => {
  const { pool, workers } = newPool();
  const running = new AbortController();
  const waiting = new AbortController();
  const first = pool.ask(get("a"), running.signal);
  pool.ask(get("b"));
  const third = pool.ask(get("c"), waiting.signal);
  const fourth = pool.ask(get("d"));
  waiting.abort();
  await assert.rejects(third, { name: "AbortError" });
  running.abort();
  await assert.rejects(first, { name: "AbortError" });
  assert.ok(workers[0].isTerminated && !workers[1].isTerminated);
  assert.deepEqual(workers[2].asked, ["d"]);
  workers[2].answer("D");
  assert.equal((await fourth).text, "D");
  await assert.rejects(pool.ask(get("e"), AbortSignal.abort()), { name: "AbortError" });
});

test("a closed pool has no workers, and rejects what was asked and what is asked", async () => {
  const { pool, workers } = newPool();
  const asked = ["a", "b", "c"].map((target) => pool.ask(get(target)));
  pool.close(new Error("closed"));
  for (const question of [...asked, pool.ask(get("d"))]) await assert.rejects(question, /closed/);
  assert.ok(workers.length === 2 && workers.every(({ isTerminated }) => isTerminated));
});

test("a worker that fails is replaced, and its question has no answer", async () => {
  const { pool, workers } = newPool();
  const broken = pool.ask(get("a"));
  workers[0].fail();
  await assert.rejects(broken, /the engine failed: unreachable/);
  assert.ok(workers[0].isTerminated);
  const next = pool.ask(get("b"));
  workers[2].answer("B");
  assert.equal((await next).text, "B");
});
