// What the board shows of its columns: arrows, and scores.

import { task } from "../core/lesson.js";

/** The columns with an arrow. @param {import("./play_screen.js").PlayState} state */
export function advised({ lesson, advice }) {
  const move = lesson && task(lesson);
  if (move && lesson.state !== "open") return move.best_columns.map((column) => column - 1);
  return advice?.columns ?? [];
}

/**
 * The scores in the lane above the plate; in a lesson, only of the columns tried that have no flag.
 *
 * @param {import("./play_screen.js").PlayState} state
 * @param {import("../core/notes.js").Notes} notes
 * @returns {import("../parts/board.js").BoardView["scores"]}
 */
export function scores({ game, lesson, isAnalyzing, analysis }, notes) {
  const columns = Array.from({ length: game.size.width }, (_, column) => column);
  if (lesson) {
    const flagged = notes.flags.map(({ column }) => column);
    return columns.map((column) => (flagged.includes(column) ? null : lessonScore(lesson, column)));
  }
  if (!isAnalyzing) return null;
  return columns.map((column) => {
    const move = analysis?.moves.find((candidate) => candidate.column === column + 1);
    const isBest = analysis?.advice?.recommended.includes(column + 1) ?? false;
    return move ? { score: move.score, isBest, words: move.words } : null;
  });
}

/** @param {import("../core/lesson.js").Lesson} lesson @param {number} column */
function lessonScore(lesson, column) {
  const move = task(lesson);
  const score = move?.scores[column];
  const isSeen = lesson.state !== "open" || lesson.tried.includes(column);
  if (!move || score === null || score === undefined || !isSeen) return null;
  return { score, isBest: score === move.best, words: "" };
}
