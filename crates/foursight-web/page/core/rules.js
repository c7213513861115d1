// A position: the discs on the board, the side to move, and the completed lines.
//
// Positions are values: playing makes a new one. Columns and rows count from 0 here, row 0 is the
// lowest; move strings count columns from 1 and have letters past 9.

import { MAX_CONNECT, MAX_SIDE, MIN_CONNECT, MIN_SIDE } from "./measures.js";

/** @typedef {"red" | "yellow"} Color the first player is red */
/** @typedef {Color | "draw"} Outcome */
/** @typedef {{ width: number, height: number, connect: number }} Size */
/** @typedef {readonly [column: number, row: number]} Cell */

/**
 * @typedef {object} Position
 * @property {Size} size
 * @property {readonly number[]} moves the columns played
 * @property {readonly (readonly Color[])[]} columns the discs of each column, the lowest first
 * @property {Outcome | null} outcome null while the game is open
 * @property {readonly (readonly Cell[])[]} lines the lines of the side that has won
 */

/** @type {Readonly<Size>} */
export const STANDARD = Object.freeze({ width: 7, height: 6, connect: 4 });

const NAMES = "123456789abcdefghijklmnopqrstuvwxyz";

/** Vertical, horizontal, rising, falling: the step from a cell to its neighbor. */
export const DIRECTIONS = /** @type {const} */ ([
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
]);

/** A move string that cannot be played; the message says which move and why. */
export class MovesError extends Error {}

/**
 * @param {Size} size
 * @returns {Position}
 */
export function empty(size) {
  const columns = Array.from({ length: size.width }, () => []);
  return { size, moves: [], columns, outcome: null, lines: [] };
}

/**
 * The side to move, even if the game is over.
 *
 * @param {Position} position
 * @returns {Color}
 */
export function sideToMove(position) {
  return colorAt(position.moves.length);
}

/**
 * The color of the disc that is played at a ply; the first ply is 0.
 *
 * @param {number} ply
 * @returns {Color}
 */
export function colorAt(ply) {
  return ply % 2 === 0 ? "red" : "yellow";
}

/**
 * @param {Color} color
 * @returns {Color}
 */
export function other(color) {
  return color === "red" ? "yellow" : "red";
}

/**
 * Whether the column is on the board and has room, even if the game is over.
 *
 * @param {Position} position
 * @param {number} column
 */
export function hasRoom(position, column) {
  const discs = position.columns[column];
  return discs !== undefined && discs.length < position.size.height;
}

/**
 * The columns that can be played; none when the game is over.
 *
 * @param {Position} position
 */
export function legal(position) {
  if (position.outcome) return [];
  return position.columns.map((_, column) => column).filter((column) => hasRoom(position, column));
}

/**
 * The position after a legal move.
 *
 * @param {Position} position
 * @param {number} column
 * @returns {Position}
 */
export function play(position, column) {
  if (position.outcome) throw new MovesError("the game is over");
  if (!hasRoom(position, column)) throw new MovesError(whyNot(position, column));
  const color = sideToMove(position);
  const columns = position.columns.map((discs, i) => (i === column ? [...discs, color] : discs));
  const moves = [...position.moves, column];
  const cell = /** @type {Cell} */ ([column, columns[column].length - 1]);
  const lines = linesThrough(position.size, columns, cell);
  const isFull = moves.length === position.size.width * position.size.height;
  const outcome = lines.length > 0 ? color : isFull ? "draw" : null;
  return { size: position.size, moves, columns, outcome, lines };
}

/**
 * @param {Position} position
 * @param {number} column
 */
function whyNot(position, column) {
  if (position.columns[column]) return `column ${"abcdefghij"[column]} is full`;
  return `there is no such column (columns are ${allNames(position.size)})`;
}

/**
 * The lines of at least the size's length that contain the disc in a cell.
 *
 * @param {Size} size
 * @param {readonly (readonly Color[])[]} columns
 * @param {Cell} cell
 */
export function linesThrough(size, columns, cell) {
  const color = columns[cell[0]][cell[1]];
  const along = DIRECTIONS.map(([dx, dy]) => {
    /** @param {number} sign */
    const reach = (sign) => {
      let n = 0;
      while (columns[cell[0] + sign * dx * (n + 1)]?.[cell[1] + sign * dy * (n + 1)] === color) n += 1;
      return n;
    };
    const [behind, ahead] = [reach(-1), reach(1)];
    return Array.from({ length: behind + 1 + ahead }, (_, i) => {
      return /** @type {Cell} */ ([cell[0] + dx * (i - behind), cell[1] + dy * (i - behind)]);
    });
  });
  return along.filter((line) => line.length >= size.connect);
}

/**
 * The position after these moves from the empty board.
 *
 * @param {Size} size
 * @param {readonly number[]} moves
 */
export function after(size, moves) {
  return moves.reduce(play, empty(size));
}

/**
 * The cell of the last disc, if any was played.
 *
 * @param {Position} position
 * @returns {Cell | null}
 */
export function lastCell(position) {
  const column = position.moves.at(-1);
  return column === undefined ? null : [column, position.columns[column].length - 1];
}

/** The cells with discs. @param {Position} position @returns {Cell[]} */
export function cellsOf({ columns }) {
  return columns.flatMap((discs, column) => discs.map((_, row) => /** @type {Cell} */ ([column, row])));
}

/**
 * The name of a column in move strings and below the board.
 *
 * @param {number} column
 */
export function columnName(column) {
  return NAMES[column];
}

/** @param {Size} size */
function allNames({ width }) {
  return `1 to ${columnName(width - 1)}`;
}

/**
 * The column with this name, -1 if there is none.
 *
 * @param {string} name
 */
export function columnOf(name) {
  return name.length === 1 ? NAMES.indexOf(name.toLowerCase()) : -1;
}

/** @param {readonly number[]} moves */
export function writeMoves(moves) {
  return moves.map(columnName).join("");
}

/**
 * The columns of a move string that can be played from the empty board.
 *
 * @param {string} text
 * @param {Size} size
 */
export function readMoves(text, size) {
  let position = empty(size);
  for (const [index, name] of [...text].entries()) {
    const column = columnOf(name);
    if (column < 0) throw new MovesError(`move ${index + 1}: "${name}" is not a column`);
    if (column >= size.width) {
      const known = `columns are ${allNames(size)}`;
      throw new MovesError(`move ${index + 1} names a column that does not exist (${known})`);
    }
    try {
      position = play(position, column);
    } catch (error) {
      if (!(error instanceof MovesError)) throw error;
      throw new MovesError(`move ${index + 1}: ${error.message}`);
    }
  }
  return position.moves;
}

/** The number of moves that two lines share at the start. @param {readonly number[]} a @param {readonly number[]} b */
export function shared(a, b) {
  const n = a.findIndex((column, i) => column !== b[i]);
  return n < 0 ? a.length : n;
}

/** @param {readonly number[]} a @param {readonly number[]} b */
export function sameMoves(a, b) {
  return a.length === b.length && shared(a, b) === a.length;
}

/** @param {Size} size */
export function sizeText({ width, height }) {
  return `${width}x${height}`;
}

/**
 * Whether both are the same board.
 *
 * @param {Size} a
 * @param {Size} b
 */
export function sameSize(a, b) {
  return a.width === b.width && a.height === b.height && a.connect === b.connect;
}

/**
 * A size from text such as `7x6` and a line length; a missing part has its standard value.
 *
 * @param {string | null} text
 * @param {string | number | null} connect
 * @returns {Size}
 */
export function readSize(text, connect) {
  const match = /^(\d{1,2})x(\d{1,2})$/i.exec(text ?? sizeText(STANDARD));
  if (!match) throw new MovesError(`"${text}" is not a board size (columns x rows, such as 7x6)`);
  const size = { width: Number(match[1]), height: Number(match[2]), connect: Number(connect ?? 4) };
  if (![size.width, size.height].every((side) => side >= MIN_SIDE && side <= MAX_SIDE)) {
    throw new MovesError(`boards of ${text} are not supported (each side is ${MIN_SIDE} to ${MAX_SIDE})`);
  }
  if (!(size.connect >= MIN_CONNECT && size.connect <= MAX_CONNECT && Number.isInteger(size.connect))) {
    const known = `${MIN_CONNECT} to ${MAX_CONNECT} in a row`;
    throw new MovesError(`lines of ${connect} are not supported (${known})`);
  }
  return size;
}
