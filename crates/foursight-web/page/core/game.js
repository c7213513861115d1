// A game on this device: the players, the moves, and the shown position.
//
// Games are values: every function here returns a new one that shares its positions with the old one. Going back keeps
// the later moves, so that you can go forward again; playing another move drops them. Moves that are only tried are in
// `variations.js`.

import { moverAfter, OPENING_RULES } from "./opening_rule.js";
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
 * @property {Players} players who has which side in the shown place
 * @property {import("./opening_rule.js").OpeningRule} rule how the players open
 * @property {"none" | "ahead" | "done"} swap where the players swap sides by this rule: nowhere, after the shown
 *     place, or before it
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
 * @param {Game["rule"]} [rule]
 * @param {boolean} [isSwapped] whether the players have swapped sides
 * @returns {Game}
 */
export function newGame(size, players, moves = [], rule = "none", isSwapped = false) {
  const positions = [empty(size)];
  for (const column of moves) positions.push(play(positions[positions.length - 1], column));
  const ply = moves.length;
  const swap = isSwapped ? "done" : "none";
  return { size, moves, positions, ply, players, rule, swap, resigned: null, variations: [], line: null };
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
  if (game.swap === "ahead") return false;
  return game.ply === game.moves.length && (!game.line || sameMoves(shown(game).moves, game.moves));
}

/** The side of whoever chooses in the shown place. @param {Game} game */
export function sideToChoose({ rule, ply, swap }) {
  return moverAfter(rule, "red", ply, swap === "done");
}

/** The number of discs that are still placed by the opening rule. @param {Game} game */
export function nToPlace({ rule, ply }) {
  return Math.max(0, OPENING_RULES[rule].placed - ply);
}

/** Whether sides can be swapped in the shown place. @param {Game} game */
export function canSwap(game) {
  const { rule, ply, swap } = game;
  return (
    rule !== "none" && ply === OPENING_RULES[rule].placed && swap !== "done" && !game.line && !isOver(game)
  );
}

/** The game after a swap in the shown place; the same swap again keeps the moves after it. @param {Game} game */
export function swapped(game) {
  if (game.swap === "ahead") return seated(game, true);
  const moves = game.moves.slice(0, game.ply);
  return newGame(game.size, exchanged(game.players), moves, game.rule, true);
}

/** @param {Players} players @returns {Players} */
function exchanged({ red, yellow }) {
  return { red: yellow, yellow: red };
}

/**
 * The game with the seats of its shown place.
 *
 * @param {Game} game
 * @param {boolean} [isAfter] whether the place is after the swap, if there is one
 * @returns {Game}
 */
export function seated(game, isAfter = game.ply >= OPENING_RULES[game.rule].placed) {
  if (game.swap === "none" || isAfter === (game.swap === "done")) return game;
  return { ...game, swap: isAfter ? "done" : "ahead", players: exchanged(game.players) };
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
  const swap = game.swap === "ahead" ? "none" : game.swap;
  return { ...game, moves, positions, ply: moves.length, swap, resigned: null, variations, line: null };
}

/**
 * The same game at another position, the nearest one if `ply` is out of range.
 *
 * @param {Game} game
 * @param {number} ply
 * @returns {Game}
 */
export function lookingAt(game, ply) {
  return seated({ ...game, line: null, ply: Math.max(0, Math.min(ply, game.moves.length)) });
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
 * One move forward or back; a swap of sides is a step, too.
 *
 * @param {Game} game
 * @param {1 | -1} step
 * @param {boolean} [isToOwn] whether to go on to the person's turn while the game goes on
 * @returns {Game}
 */
export function stepped(game, step, isToOwn = false) {
  const { line, moves, ply } = game;
  const last = line?.[line.length - 1];
  if (!last || ply + step < shared(moves, last.moves)) return steppedInGame(game, step, isToOwn);
  return seated({ ...game, ply: Math.min(ply + step, last.moves.length) });
}

/** @param {Game} game @param {1 | -1} step @param {boolean} isToOwn */
function steppedInGame(game, step, isToOwn) {
  const isMixed = isToOwn && !isOver(game);
  let next = stepOnce(game, step);
  const isMachines = () => next.players[sideToChoose(next)] !== "person";
  while (isMixed && isMachines() && next.ply > 0 && !isLatest(next)) next = stepOnce(next, step);
  return next;
}

/** @param {Game} game @param {1 | -1} step */
function stepOnce(game, step) {
  const { placed } = OPENING_RULES[game.rule];
  const isSwap = game.ply === placed && game.swap === (step > 0 ? "ahead" : "done");
  if (isSwap) return seated({ ...game, line: null }, step > 0);
  const next = lookingAt(game, game.ply + step);
  // On the way forward the choice of sides comes before the swap.
  return step > 0 && next.ply === placed ? seated(next, game.swap === "done") : next;
}

/**
 * The game resigned by the side to move, or by the only person.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function resigned(game) {
  const end = lookingAt(game, game.moves.length);
  const mover = sideToChoose(end);
  const isPersons = end.players[mover] === "person";
  return { ...end, resigned: isPersons ? mover : other(mover) };
}

/**
 * A new game with the same players, from the empty board, with sides swapped.
 *
 * @param {Game} game
 */
export function rematch(game) {
  return newGame(game.size, exchanged(seated(game, true).players), [], game.rule);
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
  const color = sideToChoose(game);
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
