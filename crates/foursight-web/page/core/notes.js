// Notes on the board of a review: the mark of a mistake, and the better moves.

import { isAnswered, task } from "./review.js";
import { lastCell } from "./rules.js";
import { landing } from "./overlay.js";
import { verdict } from "./score.js";
import { isInVariation } from "./variations.js";

/** @import { Game } from "./game.js" */
/** @import { Lesson } from "./review.js" */
/** @import { Notes } from "./overlay.js" */
/** @import { Position } from "./rules.js" */
/** @import { GradedMove, Review } from "../net/api.js" */

/** The largest number of equally good columns that are an answer to look for. */
const MOST_FLAGS = 3;

/**
 * The mistake that led to the shown position of a game, null if none did.
 *
 * @param {Game} game
 * @param {Review | null} review
 * @returns {GradedMove | null}
 */
export function mistakeAt(game, review) {
  if (isInVariation(game) || !review?.mistakes.includes(game.ply - 1)) return null;
  return review.moves[game.ply - 1] ?? null;
}

/**
 * @param {{ game: Game, review: Review | null, lesson: Lesson | null, isAnalyzing: boolean, position: Position }} state
 * @returns {Notes}
 */
export function notesOf({ game, review, lesson, isAnalyzing, position }) {
  const mistake = lesson ? lesson.state === "told" && task(lesson) : isAnalyzing && mistakeAt(game, review);
  const cell = lastCell(position);
  return {
    mistake: mistake && mistake.symbol && cell ? { cell, symbol: mistake.symbol } : null,
    flags: lesson ? flagsOf(lesson, game.positions[task(lesson)?.ply ?? 0]) : [],
  };
}

/** The better cells, once they have been found or shown. @param {Lesson} lesson @param {Position} before the mistake */
function flagsOf(lesson, before) {
  const move = task(lesson);
  if (!move || !isAnswered(lesson) || move.best_columns.length > MOST_FLAGS) return [];
  const verb = { win: "wins", draw: "holds", loss: null }[verdict(move.best)];
  if (!verb) return [];
  return move.best_columns.map((column) => ({
    column: column - 1,
    words: `${landing(before, column - 1)} ${verb}`,
  }));
}
