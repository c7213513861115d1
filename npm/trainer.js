// Learning the plan by which red wins every game: what to ask next, and when again.

import {
  answered,
  isKnown,
  isProgress,
  LEVELS,
  nextLine,
  NOTHING,
  orderFor,
  winsInHundred,
} from "./core/beat.js";
import { columnAt, readPlan } from "./core/plan.js";
import { after, readMoves, STANDARD } from "./core/rules.js";
import { wholeNumber, wrong } from "./check.js";
import { GAMES, PLAN } from "./plan.js";

export { PLAN };

/** @typedef {import("./core/beat.js").Progress} Progress */
/** @typedef {import("./core/plan.js").Line} Line */
/** A position to learn. @typedef {{ moves: string, column: number }} Task moves that lead to it; the plan's column, from 1 */

const plan = readPlan(PLAN, GAMES);

/**
 * Teaches the plan in the order in which its positions come up against a level.
 *
 * @example
 * const trainer = new Trainer();
 * trainer.next(); // { moves: "", column: 4 }
 * trainer.answer("", 4); // true
 */
export class Trainer {
  #progress;
  /** @type {Line | null} */
  #last = null;

  /** @param {Progress} [progress] what `progress` was before: from here, the page or `foursight beat` */
  constructor(progress = NOTHING) {
    if (!isProgress(progress)) throw wrong("progress", progress, "what `progress` of a Trainer was");
    this.#progress = structuredClone(progress);
  }

  /** The person's knowledge, to be stored as JSON. @returns {Progress} */
  get progress() {
    return structuredClone(this.#progress);
  }

  /** The level to beat, from 1 to 10. */
  get level() {
    return this.#progress.level;
  }

  set level(level) {
    this.#progress.level = wholeNumber("level", level, LEVELS[0], LEVELS.length);
  }

  /** In how many of 100 games that the level has played somebody would know every position. */
  get wins() {
    return winsInHundred(plan, this.level, (line) => isKnown(this.#progress, line));
  }

  /** The position to ask for now, never the same twice in a row. @returns {Task} */
  next() {
    this.#last = nextLine(orderFor(plan, this.level), this.#progress, Date.now(), this.#last);
    return { moves: this.#last.pos, column: columnOf(this.#last) };
  }

  /** When a position comes again; null before the first answer. @param {string} moves those of a task */
  due(moves) {
    const card = this.#progress.cards[lineOf(moves).pos];
    return card ? new Date(card.due) : null;
  }

  /**
   * Counts an answer: whether it is the plan's disc.
   *
   * @param {string} moves those of a task
   * @param {number} column from 1
   */
  answer(moves, column) {
    const line = lineOf(moves);
    const isRight = wholeNumber("column", column, 1, STANDARD.width) === columnOf(line);
    this.#progress = answered(this.#progress, line, isRight, Date.now());
    return isRight;
  }
}

/** @param {string} moves */
function lineOf(moves) {
  const line = plan.lines.find(({ pos }) => pos === moves);
  if (line) return line;
  throw wrong("moves", moves, "the moves of a position that the trainer has asked for");
}

/** @param {Line} line */
function columnOf({ pos }) {
  return Number(columnAt(plan, after(STANDARD, readMoves(pos, STANDARD)))) + 1;
}
