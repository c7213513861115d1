// Workers that answer questions: none waits while another is idle, and what nobody wants is stopped.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EnginePool } from "../../crates/foursight-web/page/engine/pool.js";

/** A worker that answers when it is told to. */
class FakeWorker extends EventTarget {
  /** @type {any[]} */
  asked = [];
  isTerminated = false;

  /** @param {any} message a question or a file */
  postMessage(message) {
    this.asked.push(message.target ?? message);
  }

  terminate() {
    this.isTerminated = true;
  }

  start() {
    this.dispatchEvent(new MessageEvent("message", { data: null }));
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

test("all workers read a file, and so do those that come later", async () => {
  const { pool, workers } = newPool();
  const book = new ArrayBuffer(1);
  pool.add(book);
  const running = new AbortController();
  const question = pool.ask(get("a"), running.signal);
  running.abort();
  await assert.rejects(question, { name: "AbortError" });
  assert.deepEqual(
    workers.map(({ asked }) => asked),
    [[book, "a"], [book], [book]],
  );
});

test("a closed pool has no workers, and rejects what was asked and what is asked", async () => {
  const { pool, workers } = newPool();
  const asked = ["a", "b", "c"].map((target) => pool.ask(get(target)));
  pool.close(new Error("closed"));
  for (const question of [...asked, pool.ask(get("d"))]) await assert.rejects(question, /closed/);
  assert.ok(workers.length === 2 && workers.every(({ isTerminated }) => isTerminated));
});

/** So many that a pool without a bound would still be replacing workers. */
const MANY = 100;

/** All workers fail, and so do those that take their places. @param {FakeWorker[]} workers @param {boolean} [start] */
function failAll(workers, start = false) {
  for (let n = 0; n < Math.min(workers.length, MANY); n++) {
    if (start) workers[n].start();
    workers[n].fail();
  }
}

test("a worker that fails is replaced, and its question has no answer", async () => {
  const { pool, workers } = newPool();
  const first = pool.ask(get("a"));
  workers[0].start();
  workers[0].answer("A");
  assert.equal((await first).text, "A");
  const broken = pool.ask(get("b"));
  workers[0].fail();
  await assert.rejects(broken, /^Error: the engine failed: unreachable$/);
  assert.ok(workers[0].isTerminated);
  assert.equal(pool.closed, null);
  const next = pool.ask(get("c"));
  workers[2].answer("C");
  assert.equal((await next).text, "C");
  workers[0].fail();
  assert.equal(workers.length, 3, "one that was ended before is not replaced again");
});

test("a pool whose workers do not start gives up, and rejects all questions", async () => {
  const { pool, workers } = newPool();
  const asked = ["a", "b", "c"].map((target) => pool.ask(get(target)));
  failAll(workers);
  const expected = /^Error: a worker of the engine did not start: unreachable$/;
  for (const question of [...asked, pool.ask(get("d"))]) await assert.rejects(question, expected);
  assert.equal(workers.length, 2, "none was started again");
  assert.ok(workers.every(({ isTerminated }) => isTerminated));
});

test("a pool gives up if a worker does not start in the place of another", async () => {
  const { pool, workers } = newPool();
  const stopped = new AbortController();
  for (const target of ["a", "b"]) pool.ask(get(target));
  for (const worker of workers) worker.answer("");
  const first = pool.ask(get("c"), stopped.signal);
  stopped.abort();
  await assert.rejects(first, { name: "AbortError" });
  const asked = ["d", "e"].map((target) => pool.ask(get(target)));
  workers[2].fail();
  for (const question of asked) await assert.rejects(question, /a worker of the engine did not start/);
  assert.equal(workers.length, 3);
});

test("a pool whose workers fail again and again gives up", async () => {
  const { pool, workers } = newPool();
  const asked = Array.from({ length: 12 }, () => pool.ask(get("a")).catch(({ message }) => message));
  failAll(workers, true);
  const said = await Promise.all(asked);
  assert.deepEqual(said, [
    ...Array(10).fill("the engine failed: unreachable"),
    ...Array(2).fill("the engine failed too often: unreachable"),
  ]);
  assert.equal(workers.length, 12, "ten took the place of another");
  assert.ok(workers.every(({ isTerminated }) => isTerminated));
  await assert.rejects(pool.ask(get("b")), /the engine failed too often/);
});
