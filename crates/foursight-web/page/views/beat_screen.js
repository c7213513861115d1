// The screen of the plan: the board, the question, and the person's progress.

import { button, buttonRow, field, fileButton, h, putIfNew, select, setAttribute } from "../browser/dom.js";
import { goalInWords, GOALS, isKnown, promiseInWords } from "../core/plan_progress.js";
import { wayTo } from "../core/course.js";
import { after, STANDARD } from "../core/rules.js";
import { DrillTable } from "../parts/drill.js";
import { miniBoard } from "../parts/picture.js";
import { besideOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../core/plan_progress.js").Progress} Progress */
/** @typedef {import("../core/plan.js").Plan} Plan */

/**
 * @typedef {object} BeatState
 * @property {Plan | null} plan
 * @property {import("./beat.js").Mode} mode
 * @property {Progress} progress
 * @property {string} chapter
 * @property {number} now
 */
/**
 * @typedef {object} BeatActions
 * @property {(goal: number) => void} goal
 * @property {() => void} save
 * @property {(file: Blob) => void} load
 * @property {() => void} deck
 */

/** The ways to train, each with its link. */
const MODES = /** @type {const} */ ([
  ["learn", "Learn", "/beat"],
  ["games", "Play", "/beat?mode=games"],
  ["hole", "Find a hole", "/beat?mode=hole"],
]);

const WORDS = {
  learn: "With the right moves, Red wins every game. Learn them one by one.",
  games: "Use what you know in a whole game.",
  hole: "Now you are Yellow. Try to stop the plan: nobody can.",
};

/** The chapters by Yellow's first reply. */
const CHAPTERS = /** @type {Record<string, string>} */ ({
  1: "a1 or g1",
  2: "b1 or f1",
  3: "c1 or e1",
  4: "d2",
});

/** The number of positions shown to choose from. */
const MOST_SHOWN = 60;

export class BeatScreen {
  /** @param {import("../parts/drill.js").DrillActions & BeatActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.table = new DrillTable("The position", actions);
    this.modes = MODES.map(([, label, href]) => h("a", { class: "button", href }, label));
    this.words = h("p", { class: "beat-words" });
    this.promise = h("p", {});
    this.today = h("p", {});
    this.chapters = h("nav", { class: "beat-chapters", "aria-label": "Chapters" });
    this.positions = h("div", { class: "beat-positions" });
    this.list = h("details", {}, h("summary", {}, "Your positions"), this.positions);
    this.list.addEventListener("toggle", () => this.view && this.showPositions(this.view));
    this.goal = select(
      GOALS.map((goal) => /** @type {const} */ ([String(goal), `${goal} right answers`])),
      "",
      { onchange: () => actions.goal(Number(this.goal.value)) },
    );
    this.root = twoSides(
      this.table.root,
      besideOf(
        h(
          "section",
          { class: "panel plain beat" },
          h("h1", {}, "Beat everybody"),
          h("nav", { class: "tabs", "aria-label": "Ways to train" }, ...this.modes),
          this.words,
          this.table.talk,
        ),
        h(
          "section",
          { class: "panel plain", "aria-label": "Your progress" },
          h("h2", {}, "If Yellow begins with"),
          this.chapters,
          this.promise,
          this.today,
          h(
            "details",
            {},
            h("summary", {}, "More"),
            this.list,
            field("Daily goal", this.goal),
            this.files(),
            h("p", {}, "That Red wins with this plan is a theorem, proved with Coq."),
          ),
        ),
      ),
    );
  }

  /** Files to take along: progress, and cards for another program. */
  files() {
    const { actions } = this;
    return buttonRow(
      button("Save progress", actions.save),
      fileButton("Load progress", actions.load, { accept: "application/json" }),
      button("Cards for Anki", actions.deck),
    );
  }

  /** The last state that was shown. @type {BeatState | null} */
  view = null;

  /** @param {BeatState & import("../parts/drill.js").DrillView} view */
  show(view) {
    this.view = view;
    const { plan, mode, progress, chapter, now } = view;
    this.table.show(view);
    MODES.forEach(([name], i) => setAttribute(this.modes[i], "aria-current", name === mode && "page"));
    this.words.textContent = WORDS[mode];
    putIfNew(this.promise, [plan, progress], () => (plan ? [promiseInWords(plan.course, progress)] : []));
    this.today.textContent = goalInWords(progress, now);
    this.goal.value = String(progress.goal);
    putIfNew(this.chapters, [plan, progress, chapter], () => (plan ? chapterLinks(plan, view) : []));
    this.showPositions(view);
  }

  /** The positions that the person has met, drawn only while their list is open. @param {BeatState} view */
  showPositions({ plan, progress }) {
    const { cards } = progress;
    putIfNew(this.positions, [this.list.open, plan, cards], () => {
      if (!this.list.open || !plan) return [];
      const met = plan.course.chapters.flat().filter((card) => cards[card]);
      if (met.length === 0) return ["Positions that you have met appear here."];
      return met.slice(0, MOST_SHOWN).map((card, i) => {
        const state = cards[card].isRight ? "right" : "wrong";
        const label = `Position ${i + 1}, ${state} last time`;
        const picture = miniBoard(after(STANDARD, wayTo(plan, card, 0)));
        return h("a", { href: `/beat?pos=${card}`, class: state, "aria-label": label }, picture);
      });
    });
  }
}

/** @param {Plan} plan @param {BeatState} view */
function chapterLinks({ course }, { progress, chapter }) {
  return course.chapters.slice(1).map((cards) => {
    const reply = cards[0][1];
    const isLearned = cards.every((card) => isKnown(progress, card));
    const words = `${CHAPTERS[reply]}${isLearned ? " ✓" : ""}`;
    const current = reply === chapter && "page";
    return h("a", { class: "button", href: `/beat?chapter=${reply}`, "aria-current": current }, words);
  });
}
