// The screen of an exercise: the board, what it teaches, and the path.

import { button, h, putIfNew } from "../browser/dom.js";
import { chapterOf, exercisesOf, nLearned } from "../core/learned.js";
import { DrillTable } from "../parts/drill.js";
import { besideOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../core/learned.js").Chapter} Chapter */
/** @typedef {import("../core/learned.js").Exercise} Exercise */
/** @typedef {import("../core/learned.js").Learned} Learned */

/**
 * @typedef {object} LearnState
 * @property {readonly Chapter[]} chapters
 * @property {Exercise | null} exercise
 * @property {Learned} learned
 */

export class LearnScreen {
  /** @param {import("../parts/drill.js").DrillActions & { reset: () => void }} actions */
  constructor(actions) {
    this.actions = actions;
    this.table = new DrillTable("The exercise", actions);
    this.heading = h("h1", {}, "Learn");
    this.lesson = h("p", { class: "lesson-text" });
    this.path = h("nav", { class: "path", "aria-label": "The path" });
    this.progress = h("div", { class: "path-progress" });
    this.root = twoSides(
      this.table.root,
      besideOf(
        h("section", { class: "panel plain" }, this.heading, this.lesson, this.table.talk),
        h("section", { class: "panel plain" }, this.progress, this.path),
      ),
    );
  }

  /** @param {LearnState & import("../parts/drill.js").DrillView} view */
  show(view) {
    const { chapters, exercise, learned } = view;
    this.table.show(view);
    const chapter = exercise && chapterOf(chapters, exercise);
    this.heading.textContent = chapter?.title ?? "Learn";
    this.lesson.textContent = chapter?.lesson ?? "Short exercises, one idea at a time.";
    putIfNew(this.path, [chapters, exercise, learned], () => chapters.map((one) => chapterItem(one, view)));
    putIfNew(this.progress, [chapters, learned], () => this.count(view));
  }

  /** @param {LearnState} view */
  count({ chapters, learned }) {
    const [n, all] = [nLearned(chapters, learned), exercisesOf(chapters).length];
    if (all === 0) return [];
    const label = n === all ? `All ${all} solved` : `${n} of ${all} solved`;
    return [
      h("p", {}, label),
      h("progress", { max: all, value: n, "aria-label": "Exercises solved" }),
      n > 0 && button("Start over", this.actions.reset, { class: "quiet-button" }),
    ];
  }
}

/** @param {Chapter} chapter @param {LearnState} view */
function chapterItem({ title, exercises }, { exercise, learned }) {
  const links = exercises.map((one) => {
    const result = learned[one.pos];
    const words = { clean: ", solved without a mistake", solved: ", solved" };
    return h(
      "a",
      {
        href: `/learn/${one.id}`,
        class: `step ${result ?? ""}`,
        "aria-current": one === exercise && "step",
        "aria-label": `Exercise ${one.id}, ${title}${result ? words[result] : ""}`,
      },
      String(one.id),
    );
  });
  return h("div", { class: "chapter" }, h("h2", {}, title), h("div", { class: "chapter-steps" }, ...links));
}
