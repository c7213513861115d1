// What the module answers: the JSON of Foursight's server. Columns count from 1.

/** @typedef {"red" | "yellow"} Color */
/** A cell: its column and its row, from 1; row 1 is at the bottom. @typedef {[column: number, row: number]} Cell */

/**
 * What is proved of a position. A score is 0 for a draw, n > 0 if the side to move wins with its n-th disc from the last,
 * and negative if the other side does.
 *
 * @typedef {object} Solution
 * @property {string} pos the moves that lead to the position
 * @property {number | null} score null if four seconds did not prove it
 * @property {number} lower the score is at least this
 * @property {number} upper the score is at most this
 * @property {number | null} moves_to_end how many moves the winner still has to play; null for a draw
 * @property {string} words such as `wins in 2 moves`, for the side to move
 */

/**
 * @typedef {object} MoveAnalysis
 * @property {number} column
 * @property {number | null} score for the side that plays the move
 * @property {number} lower
 * @property {number} upper
 * @property {string} words
 * @property {boolean} best whether no other move is better
 * @property {string} line the move, and best play after it
 */

/**
 * What every move of a position leads to.
 *
 * @typedef {object} Analysis
 * @property {string} pos
 * @property {number | null} score
 * @property {number} lower
 * @property {number} upper
 * @property {string} words
 * @property {{ columns: number[], recommended: number[], words: string } | null} advice which moves to point at
 * @property {number | null} guess what level 10 would play where no move is proved to be best
 * @property {MoveAnalysis[]} moves
 */

/**
 * Why a result is what it is. `kind` is `certain`, `draw` or `kept` for a strategy that was checked against every reply,
 * `example` for best play, which proves nothing, and `bare` for no more than the score. `sentences` are for a person, at
 * most three. After a mistake, `better` is the column that would have kept the result.
 *
 * @typedef {import("./wire.js").Why} Why
 */

/**
 * @typedef {object} MachineMove
 * @property {number} column
 */

/**
 * A game with its moves graded. `complete` says whether time sufficed for all. `mistakes` has the number of discs before
 * each mistake, the worst first, and `evaluation` the score before each move and at the end, for red.
 *
 * @typedef {import("./wire.js").ReviewBody} Review
 */

/**
 * A position as it stands.
 *
 * @typedef {object} Board
 * @property {string} pos the moves that lead to it
 * @property {string} size such as `7x6`
 * @property {number} connect how many discs in a row win
 * @property {number} ply how many discs there are
 * @property {Color | null} to_move null if the game is over
 * @property {Color | "draw" | null} outcome
 * @property {string[]} rows from the top: `R`, `Y` and `.`
 * @property {number[]} legal the columns that can be played
 * @property {Cell[][]} lines those that are complete
 * @property {string} words
 */

/** What was wrong with a question. */
export class FoursightError extends Error {
  /** @param {{ code: string, message: string, field?: string | null }} problem */
  constructor({ code, message, field }) {
    super(message);
    this.name = "FoursightError";
    /** For programs: `invalid_position` and so on. */
    this.code = code;
    /** Which argument is wrong. */
    this.field = field ?? null;
  }
}

/** What the server calls the argument that is a position. */
const POSITIONS = new Set(["pos", "text"]);

/**
 * The text of an answer, or an error.
 *
 * @param {{ status: number, text: string }} answer
 */
export function textOf({ status, text }) {
  if (status === 200) return text;
  const { error } = JSON.parse(text);
  throw new FoursightError({ ...error, field: POSITIONS.has(error.field) ? "position" : error.field });
}
