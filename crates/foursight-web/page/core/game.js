// A game on this device: the players, the moves, and the shown position.
//
// Games are values: every function here returns a new one that shares its positions with the old one. Going back keeps
// the later moves, so that you can go forward again; playing another move drops them. Moves that are only tried are in
// `variations.js`.

import { cellName, columnLetter } from "./overlay.js";
import { colorAt, empty, lastCell, legal, other, play, sameMoves, shared } from "./rules.js";

/** @import { Color, Size, Position } from "./rules.js" */

/** @typedef {"person" | number} PlayedBy a number is the level of a machine */
/** @typedef {Record<Color, PlayedBy>} Players */

/**
 * @typedef {object} Game
 * @property {Size} size
 * @property {readonly number[]} moves all of them, also those after the shown position
 * @property {readonly Position[]} positions the empty board, and the position after each move
 * @property {number} ply how many moves are on the shown board
 * @property {Players} players
 * @property {Color | null} resigned who resigned after the last move
 * @property {readonly (readonly number[])[]} variations each with all of its moves from the empty board; none is a
 *     beginning of another, or of the game
 * @property {readonly Position[] | null} line the positions of the variation that is looked at, null for the game
 */

/** Two people on this screen. @type {Players} */
export const PEOPLE = { red: "person", yellow: "person" };

/** @typedef {{ winner: Color | null, ending: "line" | "draw" | "resigned" }} GameEnd */

/**
 * @param {Size} size
 * @param {Players} players
 * @param {readonly number[]} [moves] legal ones; the position after the last one is shown
 * @returns {Game}
 */
export function newGame(size, players, moves = []) {
  const positions = [empty(size)];
  for (const column of moves) positions.push(play(positions[positions.length - 1], column));
  const ply = moves.length;
  return { size, moves, positions, ply, players, resigned: null, variations: [], line: null };
}

/**
 * The shown position.
 *
 * @param {Game} game
 */
export function shown(game) {
  return (game.line ?? game.positions)[game.ply];
}

/**
 * The position after the last move.
 *
 * @param {Game} game
 */
export function latest(game) {
  return game.positions[game.moves.length];
}

/** Whether the position after the last move is shown. @param {Game} game */
export function isLatest(game) {
  return game.ply === game.moves.length && (!game.line || sameMoves(shown(game).moves, game.moves));
}

/** Whether the game is over, whatever position is shown. @param {Game} game */
export function isOver(game) {
  return game.resigned !== null || latest(game).outcome !== null;
}

/**
 * The game after a move in the shown position.
 *
 * @param {Game} game
 * @param {number} column
 * @returns {Game}
 */
export function played(game, column) {
  const next = play(shown(game), column);
  const { moves } = next;
  const positions = [...game.positions.slice(0, game.ply + 1), next];
  const variations = game.variations.filter((line) => shared(line, moves) < line.length);
  return { ...game, moves, positions, ply: moves.length, resigned: null, variations, line: null };
}

/**
 * The same game at another position, the nearest one if `ply` is out of range.
 *
 * @param {Game} game
 * @param {number} ply
 * @returns {Game}
 */
export function lookingAt(game, ply) {
  return { ...game, line: null, ply: Math.max(0, Math.min(ply, game.moves.length)) };
}

/**
 * One step back or, in an unfinished game against a machine, back to the person's previous turn.
 *
 * @param {Game} game
 */
export function undone(game) {
  return stepped(game, -1, nMachines(game.players) === 1);
}

/** One step forward; where a variation was left, into it again. @param {Game} game */
export function redone(game) {
  return stepped(game, 1, nMachines(game.players) === 1);
}

/**
 * One move forward or back.
 *
 * @param {Game} game
 * @param {1 | -1} step
 * @param {boolean} [isToOwn] whether to go on to the person's turn while the game goes on
 * @returns {Game}
 */
export function stepped(game, step, isToOwn = false) {
  const { line, moves, ply } = game;
  const last = line?.[line.length - 1];
  if (!last || ply + step < shared(moves, last.moves)) return lookingAt(game, stepFrom(game, step, isToOwn));
  return { ...game, ply: Math.min(ply + step, last.moves.length) };
}

/** @param {Game} game @param {1 | -1} step @param {boolean} isToOwn */
function stepFrom(game, step, isToOwn) {
  const isMixed = isToOwn && !isOver(game);
  let ply = game.ply + step;
  const isMachines = () => game.players[colorAt(ply)] !== "person";
  while (isMixed && isMachines() && ply > 0 && ply < game.moves.length) ply += step;
  return ply;
}

/**
 * The game resigned by the side to move, or by the only person.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function resigned(game) {
  const mover = colorAt(game.moves.length);
  const isPersons = game.players[mover] === "person";
  return { ...lookingAt(game, game.moves.length), resigned: isPersons ? mover : other(mover) };
}

/**
 * A new game with the same players, from the empty board, with sides swapped.
 *
 * @param {Game} game
 */
export function rematch(game) {
  return newGame(game.size, { red: game.players.yellow, yellow: game.players.red });
}

/**
 * The end of the game, null while it is open or an earlier position is shown.
 *
 * @param {Game} game
 * @returns {GameEnd | null}
 */
export function result(game) {
  if (!isLatest(game)) return null;
  if (game.resigned) return { winner: other(game.resigned), ending: "resigned" };
  const { outcome } = latest(game);
  if (!outcome) return null;
  return outcome === "draw" ? { winner: null, ending: "draw" } : { winner: outcome, ending: "line" };
}

/**
 * The side to move and its player, null if nobody is to move.
 *
 * @param {Game} game
 * @returns {{ color: Color, playedBy: PlayedBy } | null}
 */
export function mover(game) {
  const position = shown(game);
  if (position.outcome || (isLatest(game) && game.resigned)) return null;
  const color = colorAt(game.ply);
  return { color, playedBy: game.players[color] };
}

/**
 * The level to move, null if it is a person's turn or nobody's.
 *
 * Machines do not move in earlier positions.
 *
 * @param {Game} game
 * @returns {number | null}
 */
export function levelToMove(game) {
  const playedBy = isLatest(game) ? mover(game)?.playedBy : undefined;
  return typeof playedBy === "number" ? playedBy : null;
}

/** @param {Players} players */
export function nMachines({ red, yellow }) {
  return [red, yellow].filter((playedBy) => playedBy !== "person").length;
}

/**
 * A move in words: the player, the cell and, if only one is left, the column to play; not the result.
 *
 * @param {Position} position
 */
export function moveInWords(position) {
  const cell = lastCell(position);
  if (!cell) return "Empty board, red to move.";
  const who = colorAt(position.moves.length - 1) === "red" ? "Red" : "Yellow";
  const left = position.outcome ? [] : legal(position);
  const only = left.length === 1 ? ` Only column ${columnLetter(left[0])} is left.` : "";
  return `${who} plays ${cellName(cell)}.${only}`;
}

/**
 * The place in a game, announced while stepping through it.
 *
 * @param {Position} position
 */
export function placeInWords(position) {
  const { moves } = position;
  const cell = lastCell(position);
  if (!cell) return moveInWords(position);
  return `After move ${moves.length}, ${colorAt(moves.length - 1)} ${cellName(cell)}.`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Lines in words: `four in a row`, `two lines`. @param {readonly (readonly unknown[])[]} lines one at least */
export function linesInWords(lines) {
  const longest = Math.max(...lines.map((line) => line.length));
  return lines.length > 1 ? `${NUMBERS[lines.length]} lines` : `${NUMBERS[longest]} in a row`;
}
