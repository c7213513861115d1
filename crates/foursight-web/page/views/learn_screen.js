// The screen of a lesson: the board, what it teaches, and the chapters.

import { button, h, putIfNew } from "../browser/dom.js";
import { PICTURES } from "../core/ideas.js";
import { shareOf } from "../core/learned.js";
import { IDEAS } from "../core/lessons.js";
import { after, readMoves, STANDARD } from "../core/rules.js";
import { DrillTable } from "../parts/drill.js";
import { miniBoard } from "../parts/picture.js";
import { besideOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../core/lessons.js").Chapter} Chapter */
/** @typedef {import("../core/lessons.js").Step} Step */
/** @typedef {import("../core/learned.js").Learned} Learned */

/**
 * @typedef {object} LearnState
 * @property {readonly Chapter[]} chapters
 * @property {Step | null} step
 * @property {Learned} learned
 * @property {string | null} place the place in a practice, instead of the one in the chapter
 * @property {number} nOwn the positions of own games that come back
 * @property {string} words the task, which stays in view
 */

const AGAIN = "Positions in which you lost come back after 1, 3 and 7 days, until you find the better disc.";
const NAMES = { watch: "Example", exercise: "Exercise", play: "Game" };
const SIGNS = { watch: "Watch", exercise: "", play: "Play" };

export class LearnScreen {
  /** @param {import("../parts/drill.js").DrillActions & { reset: () => void }} actions */
  constructor(actions) {
    this.actions = actions;
    this.table = new DrillTable("The board of the lesson", actions);
    this.heading = h("h1", {}, "Learn");
    this.place = h("p", { class: "lesson-place" });
    this.lesson = h("p", { class: "lesson-text" });
    this.words = h("p", { class: "lesson-task" });
    this.picture = h("figure", { class: "idea" });
    this.path = h("nav", { class: "path", "aria-label": "The chapters" });
    this.progress = h("div", { class: "path-progress" });
    const rules = h("a", { class: "button", href: "/rules" }, "New here? The rules, in a minute");
    const beat = h("a", { class: "button", href: "/beat" }, "Beat everybody: learn how Red always wins");
    this.own = h("p", { class: "quiet" });
    this.map = h("section", { class: "panel plain" }, this.progress, this.own, rules, beat, this.path);
    this.root = twoSides(
      this.table.root,
      besideOf(
        h(
          "section",
          { class: "panel plain" },
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
    const { chapters, step, learned } = view;
    this.table.show(view);
    const chapter = step && chapters[step.chapter];
    this.heading.textContent = chapter?.title ?? (step ? "Your own game" : "Learn");
    this.lesson.textContent = chapter?.lesson ?? (step ? AGAIN : "One idea at a time: watch, try, and play.");
    this.words.textContent = view.words;
    const picture = step?.kind !== "play" && chapter && PICTURES[IDEAS[step.chapter][0]];
    this.picture.hidden = !picture;
    putIfNew(this.picture, [picture], () => (picture ? pictureOf(picture) : []));
    putIfNew(this.place, [chapters, step], () => [
      view.place ?? (chapter && step ? placeOf(chapters, step) : ""),
    ]);
    const come = view.nOwn === 1 ? "comes" : "come";
    this.own.textContent = `${view.nOwn} of your lost games ${come} back in the next days.`;
    this.own.hidden = view.nOwn === 0;
    // Until the lessons arrive, nobody knows how much space they need.
    this.map.hidden = chapters.length === 0;
    putIfNew(this.path, [chapters, step, learned.done, learned.cards], () =>
      chapters.map((one) => chapterItem(one, view)),
    );
    putIfNew(this.progress, [chapters, learned.done, learned.cards], () => this.count(view));
  }

  /** @param {LearnState} view */
  count({ chapters, learned }) {
    const n = chapters.filter((chapter) => shareOf(chapter, learned) === 1).length;
    return [
      h("p", {}, `${n} of ${chapters.length} chapters done`),
      h("progress", { max: chapters.length, value: n, "aria-label": "Chapters done" }),
      Object.keys(learned.done).length > 0 &&
        button("Start over", this.actions.reset, { class: "quiet-button" }),
    ];
  }
}

/** @param {readonly Chapter[]} chapters @param {Step} step */
function placeOf(chapters, { id, kind, chapter }) {
  const alike = chapters[chapter].steps.filter((step) => step.kind === kind);
  const n = alike.findIndex((step) => step.id === id) + 1;
  return `Chapter ${chapter + 1} of ${chapters.length} · ${NAMES[kind]} ${n} of ${alike.length}`;
}

/** @param {import("../core/ideas.js").Picture} picture */
function pictureOf({ moves, marks, words }) {
  const position = after(STANDARD, readMoves(moves, STANDARD));
  return [miniBoard(position, marks), h("figcaption", {}, words)];
}

/** A chapter with its progress and, if it is the current one, its steps. @param {Chapter} chapter @param {LearnState} view */
function chapterItem(chapter, { step, learned }) {
  const { title, steps } = chapter;
  const percent = Math.floor(100 * shareOf(chapter, learned));
  const first = steps.find(({ pos }) => !learned.done[pos]) ?? steps[0];
  const isCurrent = step !== null && steps.includes(step);
  const head = h(
    "a",
    { class: "chapter", href: `/learn/${first.id}`, "aria-current": isCurrent && "true" },
    h("span", {}, title),
    h("small", {}, percent === 100 ? "done" : percent > 0 ? `${percent}%` : ""),
  );
  if (!isCurrent) return head;
  let n = 0;
  const links = steps.map((one) => {
    const isSolved = Boolean(learned.done[one.pos]);
    const label = SIGNS[one.kind] || String((n += 1));
    return h(
      "a",
      {
        href: `/learn/${one.id}`,
        class: `step ${one.kind} ${isSolved ? "solved" : ""}`,
        "aria-current": one === step && "step",
        "aria-label": `${NAMES[one.kind]} ${label}, ${title}${isSolved ? ", solved" : ""}`,
      },
      label,
    );
  });
  return h("div", {}, head, h("div", { class: "chapter-steps" }, ...links));
}
