// A game on this device: the players, the moves, and which position is shown.
//
// Games are values: every function here makes a new one that shares its positions with the old one. Going back
// keeps the later moves, so that you can go forward again; playing another move drops them.

import { colorAt, empty, legal, other, play } from "./rules.js";

/** @typedef {import("./rules.js").Color} Color */
/** @typedef {import("./rules.js").Size} Size */
/** @typedef {import("./rules.js").Position} Position */

/** @typedef {"person" | number} PlayedBy a number is the level of a machine */
/** @typedef {Record<Color, PlayedBy>} Players */

/**
 * @typedef {object} Game
 * @property {Size} size
 * @property {readonly number[]} moves all of them, also those after the shown position
 * @property {readonly Position[]} positions the empty board, and the position after each move
 * @property {number} ply how many of the moves are on the shown board
 * @property {Players} players
 * @property {Color | null} resigned who resigned after the last move
 */

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
  return { size, moves, positions, ply: moves.length, players, resigned: null };
}

/**
 * The shown position.
 *
 * @param {Game} game
 */
export function shown(game) {
  return game.positions[game.ply];
}

/**
 * The position after the last move.
 *
 * @param {Game} game
 */
export function latest(game) {
  return game.positions[game.moves.length];
}

/** @param {Game} game */
export function isLatest(game) {
  return game.ply === game.moves.length;
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
  const positions = [...game.positions.slice(0, game.ply + 1), next];
  return { ...game, moves: next.moves, positions, ply: next.moves.length, resigned: null };
}

/**
 * The same game at another position, the nearest one if `ply` is out of range.
 *
 * @param {Game} game
 * @param {number} ply
 * @returns {Game}
 */
export function lookingAt(game, ply) {
  return { ...game, ply: Math.max(0, Math.min(ply, game.moves.length)) };
}

/**
 * One step back; against a machine, to the person's previous turn.
 *
 * @param {Game} game
 */
export function undone(game) {
  return lookingAt(game, stepFrom(game, -1));
}

/** @param {Game} game */
export function redone(game) {
  return lookingAt(game, stepFrom(game, 1));
}

/** @param {Game} game @param {1 | -1} step */
function stepFrom(game, step) {
  const isMixed = nMachines(game.players) === 1;
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
  return { ...game, ply: game.moves.length, resigned: isPersons ? mover : other(mover) };
}

/**
 * The same players again from the empty board, with sides swapped.
 *
 * @param {Game} game
 */
export function rematch(game) {
  return newGame(game.size, { red: game.players.yellow, yellow: game.players.red });
}

/**
 * How the game ended, null while it is open or an earlier position is shown.
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
 * Who is to move, null if nobody is.
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
 * A move in words: who, where, and the result.
 *
 * @param {Position} position
 */
export function moveInWords(position) {
  const column = position.moves.at(-1);
  if (column === undefined) return "Empty board, red to move.";
  const who = colorAt(position.moves.length - 1) === "red" ? "Red" : "Yellow";
  return `${who} plays column ${column + 1}.${outcomeInWords(position)}`;
}

/**
 * The place in a game, announced while stepping through it.
 *
 * @param {Position} position
 */
export function placeInWords(position) {
  const { moves } = position;
  const column = moves.at(-1);
  if (column === undefined) return moveInWords(position);
  const who = colorAt(moves.length - 1);
  return `After move ${moves.length}, ${who} in column ${column + 1}.${outcomeInWords(position)}`;
}

/** @param {Position} position */
function outcomeInWords(position) {
  const { outcome } = position;
  if (outcome === "draw") return " The board is full: it is a draw.";
  if (outcome) return ` ${outcome === "red" ? "Red" : "Yellow"} wins with ${lineInWords(position)}.`;
  const left = legal(position);
  return left.length === 1 ? ` Only column ${left[0] + 1} is left.` : "";
}

/** @param {Position} position */
export function lineInWords({ lines }) {
  const longest = Math.max(...lines.map((line) => line.length));
  return lines.length > 1 ? `${lines.length} lines` : `${longest} in a row`;
}
