// Questions that workers answer.

import { bytesOf, onlyOptions, optionsOf, text as textFrom, wholeNumber, wrong } from "./check.js";
import { EnginePool } from "./engine/pool.js";
import { FoursightError, textOf } from "./answer.js";
import { compile, load, ownEngine } from "./module.js";
import { placed } from "./position.js";
import * as questions from "./questions.js";
import { expectListeners, nCores, startWorker } from "./workers.js";

/** @template O, T @typedef {import("./position.js").Call<O, T>} Call */
/** @typedef {import("./questions.js").Solution} Solution */
/** @typedef {import("./questions.js").Analysis} Analysis */
/** @typedef {import("./questions.js").Why} Why */
/** @typedef {import("./questions.js").Review} Review */
/** @typedef {import("./questions.js").Look} Look */

/** A question may be taken back, which ends its search. @typedef {{ signal?: AbortSignal }} Options */

/** More workers than any machine needs. */
const MAX_WORKERS = 256;

/** Adds an opening book, a file of `foursight book build`. @param {Uint8Array | ArrayBuffer} file */
export function addBook(file) {
  if (ownEngine().addBook(bytesOf(file))) return;
  const message = "file is not an opening book; `foursight book build` writes them";
  throw new FoursightError({ code: "no_book", message, field: "file" });
}

/** Adds the text of a plan, which explains positions of the opening. @param {string} plan */
export function addPlan(plan) {
  if (ownEngine().addPlan(textFrom("plan", plan, "the text of a plan"))) return;
  const message = "plan is not the text of a plan; `foursight plan find` writes them";
  throw new FoursightError({ code: "no_plan", message, field: "plan" });
}

/**
 * Workers that answer while the page or the program continues; `close` ends them.
 *
 * @example
 * const pool = new Pool();
 * const solutions = await Promise.all(["4455", "44455"].map((moves) => pool.solve(moves)));
 * pool.close();
 */
export class Pool {
  #pool;

  /** @param {{ workers?: number }} [options] without it, as many as the machine has cores */
  constructor(options = {}) {
    const { workers = nCores() } = options;
    onlyOptions(options, "workers");
    wholeNumber("workers", workers, 1, MAX_WORKERS);
    const module = compile();
    this.#pool = new EnginePool(() => {
      const worker = startWorker();
      worker.postMessage(module);
      return worker;
    }, workers);
  }

  /**
   * Asks a worker.
   *
   * @template O, T
   * @param {(placed: questions.Placed, options?: O) => questions.Question<T>} question
   * @returns {Call<O & Options, Promise<T>>}
   */
  #asking(question) {
    return async (position, options) => {
      const { signal, ...others } = optionsOf(options);
      if (signal !== undefined) {
        if (typeof signal?.addEventListener !== "function") throw wrong("signal", signal, "an AbortSignal");
        expectListeners(signal);
      }
      const { target, read } = question(placed(position), /** @type {O} */ (others));
      return read(textOf(await this.#answer(target, signal)));
    };
  }

  /** @param {string} target @param {AbortSignal} [signal] */
  async #answer(target, signal) {
    try {
      return await this.#pool.ask({ method: "GET", target }, signal);
    } catch (error) {
      if (signal?.aborted || error instanceof FoursightError) throw error;
      throw new FoursightError({ code: "engine_failed", message: /** @type {Error} */ (error).message });
    }
  }

  /** @type {Call<Options, Promise<Solution>>} */
  solve = this.#asking(questions.solve);
  /** @type {Call<Options, Promise<(number | null)[]>>} */
  scores = this.#asking(questions.scores);
  /** @type {Call<Options, Promise<Analysis>>} */
  analyze = this.#asking(questions.analyze);
  /** @type {Call<Options & { column?: number }, Promise<Why>>} */
  why = this.#asking(questions.why);
  /** @type {Call<Options, Promise<Review>>} */
  review = this.#asking(questions.review);
  /** @type {Call<Options & { level?: number, seed?: number }, Promise<number>>} */
  play = this.#asking(questions.play);
  /** @type {Call<Options & Look, Promise<string>>} */
  toSvg = this.#asking(questions.svg);

  /** Gives an opening book to all workers, and to the calls that search synchronously. @param {Uint8Array | ArrayBuffer} file */
  addBook(file) {
    addBook(file);
    this.#pool.add(bytesOf(file).slice().buffer);
  }

  /** The same with a plan. @param {string} plan */
  addPlan(plan) {
    addPlan(plan);
    this.#pool.add({ plan });
  }

  /** Ends the workers. Pending and later questions are rejected. */
  close() {
    const message = "the pool is closed; create a new Pool";
    this.#pool.close(new FoursightError({ code: "closed", message }));
  }
}

/** @type {Promise<Pool> | null} */
let shared = null;

/** The pool of all boards of a page, with one worker; it loads the module. */
export function sharedPool() {
  shared ??= load().then(() => new Pool({ workers: 1 }));
  // Whoever asks next tries again.
  shared.catch(() => (shared = null));
  return shared;
}
