import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { newGame, PEOPLE } from "../../crates/foursight-web/page/core/game.js";
import { after, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import { Knowledge } from "../../crates/foursight-web/page/net/knowledge.js";

/** Longer than the wait before a question, and shorter than the pause before it is asked again. */
const ASKED_MS = 300;
/** Longer than that pause, while a review is asked for. */
const PAUSE_MS = 1600;

/** @typedef {{ path: string, signal: AbortSignal, answer: (body: object, status?: number) => void }} Request */

/** @type {Request[]} */
let requests = [];
beforeEach(() => {
  requests = [];
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => mock.timers.reset());

/** Lets time pass, and everything happen that follows. @param {number} milliseconds */
async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

globalThis.fetch = /** @type {typeof fetch} */ (
  (path, options) =>
    new Promise((resolve, reject) => {
      const signal = /** @type {AbortSignal} */ (options?.signal);
      signal.addEventListener("abort", () => reject(signal.reason));
      const answer = (/** @type {object} */ body, status = 200) => resolve(Response.json(body, { status }));
      requests.push({ path: String(path), signal, answer });
    })
);

/** @param {number[]} moves */
const gameOf = (moves) => newGame(STANDARD, PEOPLE, moves);

/** A review of one move, of which only the result is known until it is complete. @param {boolean} complete */
const reviewed = (complete) => ({ complete, moves: [complete ? {} : null], evaluation: [null, 0] });

const paths = () => requests.map(({ path }) => path);

test("whoever steps on quickly asks only about the last position", async () => {
  const knowledge = new Knowledge(() => {}, new Map());
  for (let n = 1; n <= 4; n += 1) knowledge.analysis(STANDARD, Array(n).fill(3));
  await pass(ASKED_MS);
  assert.deepEqual(paths(), ["/api/analyze?pos=4444"]);
  knowledge.stop();
});

test("a request about a position that was left is aborted, one of the other kind is not", async () => {
  const knowledge = new Knowledge(() => {}, new Map());
  knowledge.analysis(STANDARD, [3]);
  knowledge.review(gameOf([3]));
  await pass(ASKED_MS);
  knowledge.analysis(STANDARD, [3, 3]);
  assert.deepEqual(
    requests.map(({ signal }) => signal.aborted),
    [true, false],
  );
  knowledge.drop("review");
  assert.ok(requests[1].signal.aborted);
  knowledge.stop();
});

test("what was said is known when one comes back, and only the rest is asked for", async () => {
  let nChanges = 0;
  const knowledge = new Knowledge(() => (nChanges += 1));
  knowledge.review(gameOf([3]));
  await pass(ASKED_MS);
  requests[0].answer(reviewed(false));
  await pass(ASKED_MS);
  assert.equal(nChanges, 1);
  knowledge.review(gameOf([3, 3]));
  assert.deepEqual(knowledge.review(gameOf([3])), reviewed(false));
  await pass(ASKED_MS);
  requests[1].answer(reviewed(true));
  await pass(ASKED_MS);
  knowledge.review(gameOf([3, 3]));
  assert.deepEqual(knowledge.review(gameOf([3])), reviewed(true));
  await pass(ASKED_MS);
  assert.deepEqual(paths(), ["/api/review?pos=4&opening_rule=none", "/api/review?pos=4&opening_rule=none"]);
  knowledge.stop();
});

test("a review is over when it is complete, or when nothing more was graded", async () => {
  const knowledge = new Knowledge(() => {}, new Map());
  const game = gameOf([3]);
  const isReviewed = () => knowledge.of(game, true, null, null).isReviewed;
  assert.equal(isReviewed(), false);
  const ofReview = () => requests.filter(({ path }) => path.startsWith("/api/review"));
  for (const [index, isOver] of [false, false, true].entries()) {
    await pass(PAUSE_MS);
    ofReview()[index].answer(reviewed(false));
    await pass(0);
    assert.equal(isReviewed(), isOver, `try ${index + 1}`);
  }
  await pass(10 * PAUSE_MS);
  assert.equal(ofReview().length, 3);
  knowledge.stop();
});

test("a lesson brings its reason, and a game that was given up says who lost", async () => {
  const knowledge = new Knowledge(() => {}, new Map());
  const game = { ...gameOf([3, 0]), resigned: /** @type {const} */ ("red") };
  const move = { ply: 0, column: 4, kind: "unstoppable" };
  const of = () => knowledge.of(game, false, /** @type {any} */ ({ moves: [move], index: 0 }), "red");
  of();
  await pass(ASKED_MS);
  const [review] = requests.splice(0, 1);
  assert.equal(review.path, "/api/review?pos=41&opening_rule=none&result=0-1&you=red");
  const why = { pos: "4" };
  review.answer({ complete: true, moves: [], evaluation: [], mistakes: [], lesson: { ply: 0, why } });
  await pass(0);
  assert.deepEqual(of().why, why);
  knowledge.stop();
});

test("an error stays until the same question has an answer", async () => {
  const knowledge = new Knowledge(() => {}, new Map());
  knowledge.analysis(STANDARD, [3]);
  knowledge.review(gameOf([3]));
  await pass(ASKED_MS);
  requests[0].answer({ error: { message: "wrong" } }, 400);
  requests[1].answer(reviewed(true));
  await pass(0);
  assert.match(String(knowledge.errors.analysis), /wrong/);
  assert.equal(knowledge.errors.review, null);
  knowledge.analysis(STANDARD, [3, 3]);
  assert.equal(knowledge.errors.analysis, null);
  knowledge.stop();
});

test("the reason is asked for once the score is known; after a mistake, that of the move", async () => {
  const knowledge = new Knowledge(() => {}, new Map());
  const position = after(STANDARD, [6, 3]);
  const solved = /** @type {any} */ ({ score: 1 });
  const review = /** @type {any} */ ({ moves: [null, { symbol: "?", column: 4 }] });
  for (const [analysis, known] of /** @type {const} */ ([
    [null, review],
    [{ ...solved, score: null }, review],
    [solved, null],
  ])) {
    knowledge.reason(position, analysis, known);
    await pass(ASKED_MS);
    assert.deepEqual(paths(), []);
  }
  knowledge.reason(position, solved, review);
  await pass(ASKED_MS);
  knowledge.reason(position, solved, /** @type {any} */ ({ moves: [null, null] }));
  await pass(ASKED_MS);
  assert.deepEqual(paths(), ["/api/why?pos=7&column=4", "/api/why?pos=74"]);
  assert.ok(requests[0].signal.aborted);
  knowledge.stop();
});
