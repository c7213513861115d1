// Connect Four in WebAssembly: exact scores, the reason for every result, and levels to play against.

import { FoursightError, textOf } from "./error.js";
import { bytesOf, onlyOptions, text as textFrom, wholeNumber, wrong } from "./check.js";
import { MAX_CONNECT, MIN_CONNECT } from "./core/measures.js";
import { host } from "./host.js";
import { Engine } from "./module.js";
import { EnginePool } from "./pool.js";
import * as questions from "./questions.js";

export { FoursightError };

/** @typedef {import("./wire.js").AnalysisBody} Analysis */
/** @typedef {import("./wire.js").PositionBody} Board */
/** @typedef {import("./wire.js").Color} Color */
/** @typedef {import("./wire.js").ReviewBody} Review */
/** @typedef {import("./wire.js").ScoreBody} Solution */
/** @typedef {import("./wire.js").Why} Why */
/** @typedef {import("./questions.js").Look} Look */
/** A position, or the moves that lead to one on the standard board. @typedef {Position | string} PositionLike */

const module = await host.loadModule();
const engine = new Engine(module);

/** @template T @param {questions.Question<T>} question @returns {T} */
function ask({ target, read }) {
  return read(textOf(engine.ask("GET", target)));
}

/**
 * A position, which never changes. It is made from moves (columns from 1, `"4455"`) or from any other notation that
 * Foursight reads, such as a drawn board.
 *
 * @example
 * const position = new Position("4455");
 * position.play(3).toMove; // "yellow"
 */
export class Position {
  /** @type {Board} */
  #board;

  /**
   * @param {string} [text]
   * @param {{ size?: string, connect?: number }} [board] columns x rows, such as `9x7`, and how many discs in a row win
   */
  constructor(text = "", board = {}) {
    const { size, connect } = board;
    onlyOptions(board, "size", "connect");
    textFrom("position", text, 'text, such as the moves "4455"');
    if (size !== undefined) textFrom("size", size, 'columns x rows, such as "9x7"');
    if (connect !== undefined) wholeNumber("connect", connect, MIN_CONNECT, MAX_CONNECT);
    const body = JSON.stringify({ text, size, connect });
    this.#board = JSON.parse(textOf(engine.ask("POST", "/api/position", body)));
  }

  /** The columns played, from 1. */
  get moves() {
    return this.#board.pos;
  }

  /** Columns x rows. */
  get size() {
    return this.#board.size;
  }

  /** The number of discs in a row that win. */
  get connect() {
    return this.#board.connect;
  }

  /** The number of discs on the board. */
  get ply() {
    return this.#board.ply;
  }

  /** The side to move; null if the game is over. */
  get toMove() {
    return this.#board.to_move;
  }

  /** The winner, or `draw`; null while the game is open. */
  get outcome() {
    return this.#board.outcome;
  }

  /** The rows from the top: `R`, `Y` and `.`. */
  get rows() {
    return [...this.#board.rows];
  }

  /** The columns that can be played. */
  get legalMoves() {
    return [...this.#board.legal];
  }

  /** The position after a move in `column`. @param {number} column */
  play(column) {
    if (!this.legalMoves.includes(column)) throw this.#whyNot(column);
    const move = column === 10 ? "a" : String(column);
    return new Position(this.moves + move, { size: this.size, connect: this.connect });
  }

  /** The reason why no disc can be played in `column`. @param {number} column */
  #whyNot(column) {
    if (this.outcome)
      return new FoursightError({ code: "illegal_move", message: "the game is over", field: "column" });
    wholeNumber("column", column, 1, questions.widthOf(this));
    const message = `column ${column} is full; discs can be played in ${this.legalMoves.join(", ")}`;
    return new FoursightError({ code: "illegal_move", message, field: "column" });
  }

  /** A picture. @param {Look} [look] */
  toSvg(look = {}) {
    return ask(questions.svg(this, look));
  }

  toString() {
    return this.moves;
  }

  /** The value that `JSON.stringify` writes: the position as the server describes it. */
  toJSON() {
    return structuredClone(this.#board);
  }
}

/** Positions that the module takes unchanged: moves on the standard board. */
const PLAIN = /^[1-7]*$/;

/** @param {PositionLike} position @returns {questions.Placed} */
function placed(position) {
  if (position instanceof Position) return position;
  textFrom("position", position, 'a Position, or text such as the moves "4455"');
  return PLAIN.test(position) ? { moves: position, size: "7x6", connect: 4 } : new Position(position);
}

/**
 * The exact score of a position under best play, with the result in words.
 *
 * @param {PositionLike} position
 * @returns {Solution}
 * @example
 * solve("4455").score; // 18: the side to move wins with its 18th disc from the last
 */
export function solve(position) {
  return ask(questions.solve(placed(position)));
}

/** The score of each column, for the side to move; null where it is full. @param {PositionLike} position */
export function scores(position) {
  return ask(questions.scores(placed(position)));
}

/**
 * The scores of all moves with words, lines of best play and advice.
 *
 * @param {PositionLike} position
 * @returns {Analysis}
 */
export function analyze(position) {
  return ask(questions.analyze(placed(position)));
}

/**
 * The reason why a position is won, lost or drawn, or what a move in `column` gave away; a checker has verified it.
 *
 * @param {PositionLike} position
 * @param {number} [column]
 * @returns {Why}
 * @example
 * why("7443", 4).sentences.join(" ");
 */
export function why(position, column) {
  return ask(questions.why(placed(position), column));
}

/** Each move of a game, graded, with the reason for each mistake and, once it is over, its lesson. @param {PositionLike} game @returns {Review} */
export function review(game) {
  return ask(questions.review(placed(game)));
}

/**
 * The column that a level plays.
 *
 * @param {PositionLike} position
 * @param {number} [level] from 0, which plays at random, to 10, which plays perfectly wherever it can calculate to the end
 * @param {number} [seed] for the same move again
 */
export function play(position, level = 10, seed) {
  return ask(questions.play(placed(position), level, seed));
}

/** Adds an opening book, a file of `foursight book build`. @param {Uint8Array | ArrayBuffer} file */
export function addBook(file) {
  if (engine.addBook(bytesOf(file))) return;
  const message = "file is not an opening book; `foursight book build` writes them";
  throw new FoursightError({ code: "no_book", message, field: "file" });
}

/** Adds the text of a plan, which explains positions of the opening. @param {string} plan */
export function addPlan(plan) {
  if (engine.addPlan(textFrom("plan", plan, "the text of a plan"))) return;
  const message = "plan is not the text of a plan; `foursight plan find` writes them";
  throw new FoursightError({ code: "no_plan", message, field: "plan" });
}

/** A question may be taken back, which ends its search. @typedef {{ signal?: AbortSignal }} Options */

/** More workers than any machine needs. */
const MAX_WORKERS = 256;

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
    const { workers = host.nCores() } = options;
    onlyOptions(options, "workers");
    wholeNumber("workers", workers, 1, MAX_WORKERS);
    this.#pool = new EnginePool(() => {
      const worker = host.startWorker();
      worker.postMessage(module);
      return worker;
    }, workers);
  }

  /** @template T @param {questions.Question<T>} question @param {Options} options @param {string[]} names of the others */
  async #ask({ target, read }, options, ...names) {
    const { signal } = options;
    onlyOptions(options, "signal", ...names);
    if (signal !== undefined) {
      if (!(signal instanceof AbortSignal)) throw wrong("signal", signal, "an AbortSignal");
      host.expectListeners(signal);
    }
    return read(textOf(await this.#answer(target, signal)));
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

  /** @param {PositionLike} position @param {Options} [options] @returns {Promise<Solution>} */
  async solve(position, options = {}) {
    return this.#ask(questions.solve(placed(position)), options);
  }

  /** @param {PositionLike} position @param {Options} [options] @returns {Promise<(number | null)[]>} */
  async scores(position, options = {}) {
    return this.#ask(questions.scores(placed(position)), options);
  }

  /** @param {PositionLike} position @param {Options} [options] @returns {Promise<Analysis>} */
  async analyze(position, options = {}) {
    return this.#ask(questions.analyze(placed(position)), options);
  }

  /** @param {PositionLike} position @param {Options & { column?: number }} [options] @returns {Promise<Why>} */
  async why(position, options = {}) {
    return this.#ask(questions.why(placed(position), options.column), options, "column");
  }

  /** @param {PositionLike} game @param {Options} [options] @returns {Promise<Review>} */
  async review(game, options = {}) {
    return this.#ask(questions.review(placed(game)), options);
  }

  /** @param {PositionLike} position @param {Options & { level?: number, seed?: number }} [options] @returns {Promise<number>} */
  async play(position, options = {}) {
    const { level = 10, seed } = options;
    return this.#ask(questions.play(placed(position), level, seed), options, "level", "seed");
  }

  /** A picture. @param {PositionLike} position @param {Options & Look} [look] @returns {Promise<string>} */
  async toSvg(position, { signal, ...look } = {}) {
    return this.#ask(questions.svg(placed(position), look), { signal });
  }

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
