// Variations: moves tried beside a game, which they never change.
//
// A game keeps each variation as all of its moves from the empty board. Together with the game's moves, they form a
// tree, in which every beginning of a variation can be shown.

import { play, sameMoves, shared } from "./rules.js";
import { isOver, lookingAt, newGame, seated, shown } from "./game.js";

/** @import { Game } from "./game.js" */
/** @typedef {readonly number[]} Moves from the empty board */

/**
 * Moves that leave a line of play, with the branches that leave them in turn.
 *
 * @typedef {object} Branch
 * @property {number} ply where it leaves the other line
 * @property {Moves} moves all of them, from the empty board
 * @property {readonly Branch[]} branches
 */

/** Whether the shown position is one of a variation. @param {Game} game */
export function isInVariation(game) {
  return game.line !== null && game.ply > fork(game, shown(game).moves);
}

/**
 * Whether a move in the shown position is only tried: in a variation, after the end, and looking back in analysis.
 *
 * @param {Game} game
 * @param {boolean} isAnalyzing
 */
export function isFree(game, isAnalyzing) {
  return isInVariation(game) || isOver(game) || (isAnalyzing && game.ply < game.moves.length);
}

/** The number of moves that these share with the game. @param {Game} game @param {Moves} moves */
export function fork(game, moves) {
  return shared(game.moves, moves);
}

/** The number of the game's own moves on the shown board. @param {Game} game */
export function plyOfGame(game) {
  return fork(game, shown(game).moves);
}

/**
 * The game with a move tried in the shown position; the next move of the game or of a variation does not add a new one.
 *
 * @param {Game} game
 * @param {number} column
 * @returns {Game}
 */
export function varied(game, column) {
  return lookingAtMoves(game, play(shown(game), column).moves);
}

/**
 * The game with a line of moves tried in the shown position; the first of them is shown.
 *
 * @param {Game} game
 * @param {Moves} moves
 * @returns {Game}
 */
export function playedOut(game, moves) {
  const to = lookingAtMoves(game, [...shown(game).moves, ...moves]);
  return seated({ ...to, ply: game.ply + 1 });
}

/**
 * The game, showing the position after these moves from the empty board. Unless they belong to the game or a variation,
 * they become a new variation, or extend one that ends on the way.
 *
 * @param {Game} game
 * @param {Moves} moves
 * @returns {Game}
 */
export function lookingAtMoves(game, moves) {
  const ply = moves.length;
  if (fork(game, moves) === ply) return seated({ ...game, line: null, ply });
  const known = game.variations.find((line) => shared(line, moves) === ply);
  const others = game.variations.filter((line) => shared(line, moves) < line.length);
  const variations = known ? game.variations : [...others, moves];
  return seated({ ...game, variations, line: positionsOf(game, known ?? moves), ply });
}

/**
 * The position after each of these moves; throws a `MovesError` if one cannot be played.
 *
 * @param {Game} game
 * @param {Moves} moves
 */
function positionsOf({ positions: [start] }, moves) {
  const positions = [start];
  for (const column of moves) positions.push(play(positions[positions.length - 1], column));
  return positions;
}

/** The end of the shown variation, or of the game. @param {Game} game @returns {Game} */
export function atEnd(game) {
  return game.line ? seated({ ...game, ply: game.line.length - 1 }) : lookingAt(game, game.moves.length);
}

/** The game at the point where the variation left it. @param {Game} game @returns {Game} */
export function backInGame(game) {
  return seated({ ...game, line: null, ply: plyOfGame(game) });
}

/**
 * The game without the shown variation, from where it left the others.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function withoutVariation(game) {
  const moves = game.line?.at(-1)?.moves;
  if (!moves) return game;
  const variations = game.variations.filter((line) => !sameMoves(line, moves));
  const left = Math.max(...[game.moves, ...variations].map((line) => shared(line, moves)));
  return lookingAtMoves({ ...game, variations, line: null }, moves.slice(0, left));
}

/**
 * The variations, as they leave the game and each other; if two continue together, the first is the longer way.
 *
 * @param {Pick<Game, "moves" | "variations">} game
 * @returns {Branch[]}
 */
export function branches({ moves, variations }) {
  return leaving(moves, variations);
}

/**
 * The game as it looks from behind the board, left and right exchanged.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function mirrored(game) {
  const flip = (/** @type {Moves} */ moves) => moves.map((column) => game.size.width - 1 - column);
  const { players, rule, swap, resigned, ply } = game;
  const flipped = {
    ...newGame(game.size, players, flip(game.moves), rule),
    swap,
    resigned,
    variations: game.variations.map(flip),
  };
  const moves = game.line?.at(-1)?.moves;
  return moves ? { ...flipped, ply, line: positionsOf(flipped, flip(moves)) } : lookingAt(flipped, ply);
}

/** @param {Moves} line @param {readonly Moves[]} variations @returns {Branch[]} */
function leaving(line, variations) {
  /** @type {Moves[][]} of those that leave at the same ply with the same move, the first one leads */
  const groups = [];
  for (const moves of variations) {
    const ply = shared(line, moves);
    const group = groups.find(([first]) => shared(line, first) === ply && shared(first, moves) > ply);
    if (group) group.push(moves);
    else groups.push([moves]);
  }
  const made = groups.map(([moves, ...others]) => {
    return { ply: shared(line, moves), moves, branches: leaving(moves, others) };
  });
  return made.sort((a, b) => a.ply - b.ply);
}
