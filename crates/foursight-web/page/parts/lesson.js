// The panel of a lesson: the move played, and whether a better one was found.

import { button, h, putIfNew } from "../browser/dom.js";
import { answer, task } from "../core/lesson.js";
import { columnName } from "../core/rules.js";
import { evaluationInWords } from "../core/score.js";

/** @typedef {import("../core/lesson.js").Lesson} Lesson */
/** @typedef {import("../core/rules.js").Size} Size */
/** @typedef {{ next: () => void, give: () => void, end: () => void }} LessonActions */

export class LessonPanel {
  /** @param {LessonActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.root = h("section", { class: "lesson", "aria-label": "Learn from mistakes", hidden: true });
  }

  /** @param {Lesson | null} lesson @param {Size} size */
  show(lesson, size) {
    this.root.hidden = lesson === null;
    if (lesson) putIfNew(this.root, [lesson], () => this.parts(lesson, size));
  }

  /** @param {Lesson} lesson @param {Size} size */
  parts(lesson, size) {
    const move = task(lesson);
    const end = button("End the lesson", this.actions.end);
    if (!move) return [h("p", {}, "That was the last mistake."), h("div", { class: "actions" }, end)];
    const isOpen = lesson.state === "open";
    return [
      h("h2", {}, titleOf(lesson)),
      h("p", { class: "lesson-words" }, lessonInWords(lesson, size)),
      h(
        "div",
        { class: "actions" },
        isOpen
          ? button("Show the answer", this.actions.give)
          : button("Next", this.actions.next, { class: "primary" }),
        end,
      ),
    ];
  }
}

/** @param {Lesson} lesson */
function titleOf({ index, moves }) {
  return moves.length === 1 ? "What was better?" : `Mistake ${index + 1} of ${moves.length}`;
}

/**
 * What the lesson says now.
 *
 * @param {Lesson} lesson
 * @param {Size} size
 */
export function lessonInWords(lesson, size) {
  const move = task(lesson);
  if (!move) return "That was the last mistake.";
  const side = move.player === "red" ? "Red" : "Yellow";
  const best = move.best_columns.map((column) => columnName(column - 1)).join(" or ");
  if (lesson.state === "shown") return `The best is column ${best}: ${leadsTo(move, move.best, size)}.`;
  const last = lesson.tried.at(-1);
  if (last === undefined) {
    const remark = move.remark ?? "was not the best move";
    return `${side} played column ${columnName(move.column - 1)}, which ${remark}. Find a better move.`;
  }
  const score = move.scores[last];
  const words = score === null || score === undefined ? "" : `: ${leadsTo(move, score, size)}`;
  const name = columnName(last);
  const kind = answer(move, last);
  if (kind === "best") return `Right, column ${name}${words}.`;
  if (kind === "good") return `Good, column ${name}${words}; the best is column ${best}.`;
  return `Not column ${name}${words}. Try another column.`;
}

/** @param {import("../net/api.js").GradedMove} move @param {number} score @param {Size} size */
function leadsTo(move, score, size) {
  return evaluationInWords(move.player === "red" ? score : -score, size, move.ply);
}
