// A position: by the rules in JavaScript if it is given by moves; the module reads all other notations.

import { onlyOptions, text as textFrom, wholeNumber } from "./check.js";
import { MAX_CONNECT, MIN_CONNECT } from "./core/measures.js";
import { after, legal, readMoves, readSize, sideToMove, sizeText, writeMoves } from "./core/rules.js";
import { FoursightError, textOf } from "./answer.js";
import { ownEngine } from "./module.js";
import { svg } from "./questions.js";

/** @typedef {import("./wire.js").Color} Color */
/** @typedef {import("./wire.js").GameResult} GameResult */

/** What `size` and `connect` say: columns x rows, such as `9x7`, and how many discs in a row win. @typedef {{ size?: string, connect?: number }} BoardOptions */

/**
 * A position, which never changes. It is made from moves (columns from 1, `"4455"`) or from any other notation that
 * Foursight reads, such as a drawn board.
 *
 * @example
 * const position = new Position("4455");
 * position.play(3).toMove; // "yellow"
 */
export class Position {
  /** The columns played, from 1. @readonly */
  moves;
  /** Columns x rows. @readonly */
  size;
  /** The number of discs in a row that win. @readonly */
  connect;
  /** The number of discs on the board. @readonly */
  ply;
  /** The side to move; null if the game is over. @readonly @type {Color | null} */
  toMove;
  /** The winner, or `draw`; null while the game is open. @readonly @type {GameResult | null} */
  outcome;
  /** The rows from the top: `R`, `Y` and `.`. @readonly */
  rows;
  /** The columns that can be played. @readonly */
  legalMoves;

  /**
   * @param {string} [text]
   * @param {BoardOptions} [board]
   */
  constructor(text = "", board = {}) {
    onlyOptions(board, "size", "connect");
    const { size, connect } = board;
    textFrom("position", text, 'text, such as the moves "4455"');
    if (size !== undefined) textFrom("size", size, 'columns x rows, such as "9x7"');
    if (connect !== undefined) wholeNumber("connect", connect, MIN_CONNECT, MAX_CONNECT);
    const now = byMoves(text, size, connect) ?? byModule(text, size, connect);
    this.moves = writeMoves(now.moves);
    this.size = sizeText(now.size);
    this.connect = now.size.connect;
    this.ply = now.moves.length;
    this.toMove = now.outcome ? null : sideToMove(now);
    this.outcome = now.outcome;
    this.rows = rowsOf(now);
    this.legalMoves = legal(now).map((column) => column + 1);
    Object.freeze(this);
  }

  /** The position after a move in `column`. @param {number} column */
  play(column) {
    if (!this.legalMoves.includes(column)) throw this.#whyNot(column);
    return new Position(this.moves + writeMoves([column - 1]), { size: this.size, connect: this.connect });
  }

  /** The reason why no disc can be played in `column`. @param {number} column */
  #whyNot(column) {
    if (this.outcome)
      return new FoursightError({ code: "illegal_move", message: "the game is over", field: "column" });
    wholeNumber("column", column, 1, this.rows[0].length);
    const message = `column ${column} is full; discs can be played in ${this.legalMoves.join(", ")}`;
    return new FoursightError({ code: "illegal_move", message, field: "column" });
  }

  /** A picture. @param {import("./questions.js").Look} [look] */
  toSvg(look = {}) {
    const { target, read } = svg(this, look);
    return read(textOf(ownEngine().ask("GET", target)));
  }

  toString() {
    return this.moves;
  }

  /** The board, for the console of Node.js, Deno and Bun. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `Position "${this.moves}"\n${this.rows.map((row) => [...row].join(" ")).join("\n")}`;
  }
}

/** @param {import("./core/rules.js").Position} position */
function rowsOf({ columns, size }) {
  const letter = (/** @type {Color | undefined} */ color) => color?.[0].toUpperCase() ?? ".";
  const rows = Array.from({ length: size.height }, (_, row) =>
    columns.map((discs) => letter(discs[row])).join(""),
  );
  return rows.reverse();
}

/** @param {string} text @param {string} [size] @param {number} [connect] */
function byMoves(text, size, connect) {
  try {
    const board = readSize(size ?? null, connect ?? null);
    return after(board, readMoves(text, board));
  } catch {
    return null;
  }
}

/** @param {string} text @param {string} [size] @param {number} [connect] */
function byModule(text, size, connect) {
  const answer = ownEngine().ask("POST", "/api/position", JSON.stringify({ text, size, connect }));
  /** @type {import("./wire.js").PositionBody} */
  const found = JSON.parse(textOf(answer));
  const board = readSize(found.size, found.connect);
  return after(board, readMoves(found.pos, board));
}

/** A position, or the moves that lead to one on the standard board. @typedef {Position | string} PositionLike */

/** A question with its options. @template O, T @typedef {(position: PositionLike, options?: O) => T} Call */

/** Positions that the module takes unchanged: moves on the standard board. */
const PLAIN = /^[1-7]*$/;

/**
 * What a question needs to know of a position. It may come from another copy of this script.
 *
 * @param {PositionLike} position
 * @returns {import("./questions.js").Placed}
 */
export function placed(position) {
  if (isPosition(position)) return position;
  textFrom("position", position, 'a Position, or text such as the moves "4455"');
  return PLAIN.test(position) ? { moves: position, size: "7x6", connect: 4 } : new Position(position);
}

/** @param {unknown} value @returns {value is Position} */
export function isPosition(value) {
  return typeof value === "object" && value !== null && "legalMoves" in value && "moves" in value;
}
