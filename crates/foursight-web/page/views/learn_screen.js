// The screen of an exercise: the board, what it teaches, and the path.

import { button, h, putIfNew } from "../browser/dom.js";
import { PICTURES } from "../core/ideas.js";
import { chapterOf, exercisesOf, nLearned } from "../core/learned.js";
import { after, readMoves, STANDARD } from "../core/rules.js";
import { DrillTable } from "../parts/drill.js";
import { miniBoard } from "../parts/mini_board.js";
import { besideOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../../wire").Chapter} Chapter */
/** @typedef {import("../../wire").Exercise} Exercise */
/** @typedef {import("../core/learned.js").Learned} Learned */

/**
 * @typedef {object} LearnState
 * @property {readonly Chapter[]} chapters
 * @property {Exercise | null} exercise
 * @property {Learned} learned
 * @property {string} words the task, which stays in view
 */

export class LearnScreen {
  /** @param {import("../parts/drill.js").DrillActions & { reset: () => void }} actions */
  constructor(actions) {
    this.actions = actions;
    this.table = new DrillTable("The exercise", actions);
    this.heading = h("h1", {}, "Learn");
    this.place = h("p", { class: "lesson-place" });
    this.lesson = h("p", { class: "lesson-text" });
    this.words = h("p", { class: "lesson-task" });
    this.picture = h("figure", { class: "idea" });
    this.path = h("nav", { class: "path", "aria-label": "The path" });
    this.progress = h("div", { class: "path-progress" });
    const beat = h("a", { class: "button", href: "/beat" }, "Beat everybody: learn how Red always wins");
    this.map = h("section", { class: "panel plain" }, this.progress, this.path);
    this.root = twoSides(
      this.table.root,
      besideOf(
        h(
          "section",
          { class: "panel plain" },
          beat,
          this.place,
          this.heading,
          this.lesson,
          this.picture,
          this.words,
          this.table.talk,
        ),
        this.map,
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
    this.words.textContent = view.words;
    const picture = exercise && PICTURES[exercise.idea];
    this.picture.hidden = !picture;
    putIfNew(this.picture, [picture], () => (picture ? pictureOf(picture) : []));
    putIfNew(this.place, [chapters, exercise], () =>
      exercise ? [`Exercise ${exercise.id} of ${exercisesOf(chapters).length}`] : [],
    );
    // Until the path arrives, nobody knows how much space it needs.
    this.map.hidden = chapters.length === 0;
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

/** @param {import("../core/ideas.js").Picture} picture */
function pictureOf({ moves, marks, words }) {
  const position = after(STANDARD, readMoves(moves, STANDARD));
  return [miniBoard(position, marks), h("figcaption", {}, words)];
}

/** @param {Chapter} chapter @param {LearnState} view */
function chapterItem({ title, exercises }, { exercise, learned }) {
  const links = exercises.map((one) => {
    const isSolved = Boolean(learned[one.pos]);
    return h(
      "a",
      {
        href: `/learn/${one.id}`,
        class: `step ${isSolved ? "solved" : ""}`,
        "aria-current": one === exercise && "step",
        "aria-label": `Exercise ${one.id}, ${title}${isSolved ? ", solved" : ""}`,
      },
      String(one.id),
    );
  });
  return h("div", { class: "chapter" }, h("h2", {}, title), h("div", { class: "chapter-steps" }, ...links));
}
