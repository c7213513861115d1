// The screen of a puzzle: the board, and the results so far.

import { field, h, putIfNew, select } from "../browser/dom.js";
import { dayStreak, nSolved } from "../core/puzzle.js";
import { DrillTable } from "../parts/drill.js";
import { besideOf, twoSides } from "../parts/two_sides.js";

/**
 * @typedef {object} PuzzleState
 * @property {boolean} isDaily
 * @property {import("../core/puzzle.js").PuzzleHistory} history
 * @property {string} today
 */

export const DIFFICULTIES = /** @type {const} */ ([
  ["1", "1 · easy"],
  ["2", "2 · simple"],
  ["3", "3 · tricky"],
  ["4", "4 · hard"],
  ["5", "5 · very hard"],
]);

export class PuzzleScreen {
  /**
   * @param {import("../parts/drill.js").DrillActions & { choose: (difficulty: string) => void }} actions
   * @param {string} difficulty
   */
  constructor(actions, difficulty) {
    this.table = new DrillTable("The puzzle", actions);
    this.heading = h("h1", {}, "Puzzle");
    this.progress = h("dl", { class: "progress" });
    const list = select(DIFFICULTIES, difficulty, { onchange: () => actions.choose(list.value) });
    const choice = field("Difficulty of the next puzzle", list);
    const panel = { class: "panel plain" };
    this.root = twoSides(
      this.table.root,
      besideOf(h("section", panel, this.heading, this.table.talk, choice, this.progress)),
    );
  }

  /** @param {PuzzleState & import("../parts/drill.js").DrillView} view */
  show(view) {
    this.heading.textContent = view.isDaily ? "Puzzle of the day" : "Puzzle";
    this.table.show(view);
    this.showProgress(view);
  }

  /** @param {PuzzleState} view */
  showProgress({ history, today }) {
    const items = [
      ["Solved", nSolved(history)],
      ["Day streak", dayStreak(history, today)],
    ];
    putIfNew(
      this.progress,
      items.map(([, n]) => n),
      () => items.map(([name, n]) => h("div", {}, h("dt", {}, String(name)), h("dd", {}, String(n)))),
    );
  }
}
