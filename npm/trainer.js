// Learning the plan by which red wins every game: what to ask next, and when again; whole games by the plan.

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
import { columnAt, lineAt, planMove, readPlan } from "./core/plan.js";
import { after, legal, play, readMoves, sideToMove, STANDARD } from "./core/rules.js";
import { FoursightError } from "./error.js";
import { text as textFrom, wholeNumber, wrong } from "./check.js";
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

  /** @param {Progress} [progress] an earlier value of `progress`: from here, the page or `foursight beat` */
  constructor(progress = NOTHING) {
    if (!isProgress(progress)) throw wrong("progress", progress, "a saved `progress` of a Trainer");
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

  /** Of 100 games that the level has played, the number in which the person would know every position. */
  get wins() {
    return winsInHundred(plan, this.level, (line) => isKnown(this.#progress, line));
  }

  /** The position to ask for now, never the same twice in a row. @returns {Task} */
  next() {
    this.#last = nextLine(orderFor(plan, this.level), this.#progress, Date.now(), this.#last);
    const { moves } = toMove("red", this.#last.pos);
    return { moves: this.#last.pos, column: Number(planMove(plan, moves)) + 1 };
  }

  /** When a position comes again; null before the first answer. @param {string} moves those of a task, or of a game */
  due(moves) {
    const line = lineAt(plan, toMove("red", moves));
    const card = line && this.#progress.cards[line.pos];
    return card ? new Date(card.due) : null;
  }

  /**
   * Judges an answer: whether it is the plan's disc, or completes a line. It counts as progress unless a rule of the plan
   * answers here.
   *
   * @param {string} moves those of a task, or of a game in which red has followed the plan
   * @param {number} column from 1
   */
  answer(moves, column) {
    const position = toMove("red", moves);
    const planned = planMove(plan, position.moves);
    if (planned === null)
      throw wrong("moves", moves, "the moves of a game in which red has followed the plan");
    const wins = legal(position).filter((winning) => play(position, winning).outcome);
    const right = wins.length > 0 ? wins : [planned];
    const isRight = right.includes(wholeNumber("column", column, 1, STANDARD.width) - 1);
    const line = planned === columnAt(plan, position) && lineAt(plan, position);
    if (line) this.#progress = answered(this.#progress, line, isRight, Date.now());
    return isRight;
  }

  /**
   * The plan's column in a game, from 1, until red has won; null if red has left the plan.
   *
   * @param {string} moves
   * @example
   * trainer.move("41"); // 4
   */
  move(moves) {
    const column = planMove(plan, toMove("red", moves).moves);
    return column === null ? null : column + 1;
  }

  /**
   * A reply of yellow, from 1, as often as the level has played it in games against the plan; null if it never played
   * here.
   *
   * @param {string} moves those of a game, with yellow to move
   * @param {number} [chance] from 0 up to 1; the same number chooses the same reply
   */
  reply(moves, chance = Math.random()) {
    const position = toMove("yellow", moves);
    if (!(chance >= 0 && chance < 1)) throw wrong("chance", chance, "a number from 0 up to 1");
    const games = plan.games.get(this.level) ?? [];
    const replies = legal(position).flatMap((column) => {
      const line = lineAt(plan, play(position, column));
      const n = games.reduce((sum, game) => sum + (line && game.lines.includes(line) ? game.n : 0), 0);
      return Array(n).fill(column + 1);
    });
    return replies[Math.floor(chance * replies.length)] ?? null;
  }
}

/**
 * The position of a game that is not over, with `side` to move.
 *
 * @param {import("./core/rules.js").Color} side
 * @param {string} moves
 */
function toMove(side, moves) {
  const right = `the moves of a game that is not over, with ${side} to move`;
  const position = after(STANDARD, columnsOf(textFrom("moves", moves, right)));
  if (position.outcome || sideToMove(position) !== side) throw wrong("moves", moves, right);
  return position;
}

/** @param {string} moves */
function columnsOf(moves) {
  try {
    return readMoves(moves, STANDARD);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new FoursightError({ code: "invalid_position", message, field: "moves" });
  }
}
