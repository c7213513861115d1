// A player who asks the same questions as everybody, but for the one that a chapter teaches.
//
// `tools/src/exercises/pupil.rs` is the same player, which plays the games of the lessons; a test compares the two.

import { completing, isAcross, nOpenLines, twiceIn } from "./questions.js";
import { legal, other, play, sideToMove } from "./rules.js";

/** @import { Position } from "./rules.js" */

const [BLOCK, DIAGONAL, FORK, STEP, ABOVE, CENTER] = [1, 2, 3, 4, 5, 8];

/** What the player of each chapter overlooks. */
export const WEAKNESSES = [
  "never blocks",
  "attacks with every disc and never blocks",
  "blocks only what lies across",
  "does not see a fork coming",
  "never looks above its own disc",
  "does not see one threat above another",
  "cannot look ahead further than one threat",
  "does not count who runs out of safe discs",
  "prefers the edges",
  "does not count who runs out of safe discs",
];

/** The player's disc. @param {number} chapter from 0 @param {Position} position */
export function rivalsDisc(chapter, position) {
  const color = sideToMove(position);
  const [four] = completing(position, color);
  if (four !== undefined) return four;
  const isSeen = (/** @type {number} */ column) =>
    chapter > DIAGONAL || isAcross(position, other(color), column);
  const blocks = completing(position, other(color)).filter(isSeen);
  if (chapter >= DIAGONAL && blocks[0] !== undefined) return blocks[0];
  let options = legal(position);
  const narrow = (/** @type {(next: Position) => boolean} */ isGood) => {
    const good = options.filter((column) => isGood(play(position, column)));
    if (good.length > 0) options = good;
  };
  if (chapter >= DIAGONAL && chapter !== STEP) {
    narrow((next) => completing(next, other(color)).length === 0);
  }
  if (chapter > DIAGONAL && chapter !== FORK && chapter !== CENTER) {
    const [own] = twiceIn(position, chapter === ABOVE);
    if (own !== undefined) return own;
    narrow((next) => next.outcome !== null || twiceIn(next, chapter === ABOVE).length === 0);
  }
  const value = (/** @type {number} */ column) => {
    const n = nOpenLines(position, column);
    if (chapter === BLOCK) return 100 * completing(play(position, column), color).length + n;
    return chapter === CENTER ? -n : n;
  };
  return options.reduce((best, column) => (value(column) > value(best) ? column : best));
}
