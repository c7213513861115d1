// Marks on the board's columns: arrows and scores.

import { isAnswered, task } from "../core/review.js";
import { columnScores, endOfMove } from "../core/score.js";

/** The columns with an arrow. @param {import("./play_screen.js").PlayState} state */
export function advised({ lesson, advice }) {
  const move = lesson && task(lesson);
  if (lesson && !isAnswered(lesson)) return [];
  if (move) return move.best_columns.map((column) => column - 1);
  return advice?.columns ?? [];
}

/**
 * The scores in the lane above the plate; in a lesson, only of the columns tried that have no flag.
 *
 * @param {import("./play_screen.js").PlayState} state
 * @param {import("../core/overlay.js").Notes} notes
 * @returns {import("../parts/board.js").BoardView["scores"]}
 */
export function scores({ game, position, lesson, isAnalyzing, analysis }, notes) {
  if (lesson) {
    const flagged = notes.flags.map(({ column }) => column);
    const shown = Array.from({ length: game.size.width }, (_, column) =>
      flagged.includes(column) ? null : lessonScore(lesson, column, game.size),
    );
    return shown.some((score) => score !== null) ? shown : null;
  }
  if (!isAnalyzing) return null;
  return columnScores(analysis ?? { moves: [], advice: null }, game.size, position.moves.length);
}

/** @param {import("../core/review.js").Lesson} lesson @param {number} column @param {import("../core/rules.js").Size} size */
function lessonScore(lesson, column, size) {
  const move = task(lesson);
  const score = move?.scores[column];
  const isSeen = isAnswered(lesson) || lesson.tried.includes(column);
  if (!move || score === null || score === undefined || !isSeen) return null;
  const end = endOfMove(score, size, move.ply);
  return { score, isBest: score === move.best, words: "", end, isLow: true };
}
