// The screen of the plan: the board, the question, and the person's progress.

import { button, field, fileButton, h, putIfNew, select, setAttribute } from "../browser/dom.js";
import { goalInWords, GOALS, isKnown, LEVELS, progressInWords, winsInHundred } from "../core/beat.js";
import { levelTitle } from "../core/levels.js";
import { after, readMoves, STANDARD } from "../core/rules.js";
import { DrillTable } from "../parts/drill.js";
import { miniBoard } from "../parts/mini_board.js";
import { besideOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../core/beat.js").Progress} Progress */
/** @typedef {import("../core/plan.js").Line} Line */
/** @typedef {import("../core/plan.js").Plan} Plan */

/**
 * @typedef {object} BeatState
 * @property {Plan | null} plan
 * @property {import("./beat.js").Mode} mode
 * @property {Progress} progress
 * @property {readonly Line[]} order
 * @property {number} now
 */
/**
 * @typedef {object} BeatActions
 * @property {(level: number) => void} level
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

/** The number of positions shown to choose from. */
const MOST_SHOWN = 60;

export class BeatScreen {
  /** @param {import("../parts/drill.js").DrillActions & BeatActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.table = new DrillTable("The position", actions);
    this.modes = MODES.map(([, label, href]) => h("a", { class: "button", href }, label));
    this.words = h("p", { class: "beat-words" });
    this.summary = h("p", { class: "beat-summary" });
    this.today = h("p", {});
    this.levels = h("div", { class: "beat-levels", role: "group", "aria-label": "Level to beat" });
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
          this.summary,
          this.today,
          this.levels,
          this.list,
          field("Daily goal", this.goal),
          this.files(),
          h("p", {}, "That Red wins with this plan is a theorem, proved with Coq."),
        ),
      ),
    );
  }

  /** Files to take along: progress, and cards for another program. */
  files() {
    const { actions } = this;
    return h(
      "div",
      { class: "actions" },
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
    const { plan, mode, progress, order, now } = view;
    this.table.show(view);
    MODES.forEach(([name], i) => setAttribute(this.modes[i], "aria-current", name === mode && "page"));
    this.words.textContent = WORDS[mode];
    putIfNew(this.summary, [plan, progress, order], () =>
      plan ? [progressInWords(plan, progress, order)] : [],
    );
    this.today.textContent = goalInWords(progress, now);
    this.goal.value = String(progress.goal);
    putIfNew(this.levels, [plan, progress], () => (plan ? this.levelButtons(plan, progress) : []));
    this.showPositions(view);
  }

  /** @param {Plan} plan @param {Progress} progress */
  levelButtons(plan, progress) {
    return LEVELS.map((level) => {
      const wins = winsInHundred(plan, level, (line) => isKnown(progress, line));
      return button(
        [
          h("span", {}, `${level} · ${levelTitle(level)}`),
          h("progress", { max: 100, value: wins, "aria-hidden": "true" }),
          h("span", {}, `${wins} of 100`),
        ],
        () => this.actions.level(level),
        { "aria-pressed": String(level === progress.level), "data-name": `level ${level}` },
      );
    });
  }

  /** The positions that the person has met, drawn only while their list is open. @param {BeatState} view */
  showPositions({ order, progress }) {
    const { cards } = progress;
    putIfNew(this.positions, [this.list.open, order, cards], () => {
      const met = this.list.open ? order.filter(({ pos }) => cards[pos]) : [];
      if (this.list.open && met.length === 0) return ["Positions that you have met appear here."];
      return met.slice(0, MOST_SHOWN).map(({ pos }, i) => {
        const state = cards[pos].isRight ? "right" : "wrong";
        const label = `Position ${i + 1}, ${state} last time`;
        const picture = miniBoard(after(STANDARD, readMoves(pos, STANDARD)));
        return h("a", { href: `/beat?pos=${pos}`, class: state, "aria-label": label }, picture);
      });
    });
  }
}
