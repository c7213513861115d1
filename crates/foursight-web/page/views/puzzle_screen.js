// The screen of a puzzle: the board, the feedback, and the results so far.

import { addressOf } from "../core/address.js";
import { counts, dayStreak } from "../core/puzzle_history.js";
import { taskInWords } from "../core/puzzle.js";
import { sideToMove } from "../core/rules.js";
import { button, field, h, isFocusLost, putIfNew, select } from "../browser/dom.js";
import "../parts/board.js";
import { discIcon } from "../parts/disc.js";

/** @typedef {import("../net/api.js").Puzzle} Puzzle */
/** @typedef {"loading" | "missing" | "open" | "asking" | "wrong" | "solved" | "shown"} Stage */

/**
 * @typedef {object} PuzzleState
 * @property {Puzzle | null} puzzle
 * @property {import("../core/rules.js").Size} size
 * @property {readonly number[]} start the moves that lead to the puzzle
 * @property {import("../core/rules.js").Position} position the shown one
 * @property {Stage} state
 * @property {string} feedback
 * @property {boolean} isDaily
 * @property {import("../core/puzzle_history.js").PuzzleHistory} history
 * @property {string} today
 */

/**
 * @typedef {object} PuzzleActions
 * @property {(column: number) => void} attempt
 * @property {(reason: string) => void} refuse
 * @property {() => void} again
 * @property {() => void} giveUp
 * @property {() => void} next
 * @property {(difficulty: string) => void} choose
 */

export const DIFFICULTIES = /** @type {const} */ ([
  ["1", "1 · easy"],
  ["2", "2 · simple"],
  ["3", "3 · tricky"],
  ["4", "4 · hard"],
  ["5", "5 · very hard"],
]);

export class PuzzleScreen {
  /** @param {PuzzleActions} actions @param {string} difficulty */
  constructor(actions, difficulty) {
    this.actions = actions;
    this.board = /** @type {import("../parts/board.js").FourBoard} */ (document.createElement("four-board"));
    this.listen();
    this.heading = h("h1", {}, "Puzzle");
    this.task = h("p", { class: "status" });
    this.words = h("p", { class: "feedback", role: "status" });
    this.buttons = h("div", { class: "actions" });
    this.progress = h("dl", { class: "progress" });
    const list = select(DIFFICULTIES, difficulty, { onchange: () => actions.choose(list.value) });
    this.root = h(
      "div",
      { class: "two-sides" },
      h("section", { class: "table", "aria-label": "The puzzle" }, this.task, this.board),
      h(
        "aside",
        { class: "beside", "aria-label": "Side panel" },
        h(
          "section",
          { class: "panel plain" },
          this.heading,
          this.words,
          this.buttons,
          field("Difficulty of the next puzzle", list),
          this.progress,
        ),
      ),
    );
  }

  listen() {
    /** @param {string} name @param {(detail: any) => void} act */
    const on = (name, act) => {
      this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    };
    on("play", ({ column }) => this.actions.attempt(column));
    on("refused", ({ reason }) => this.actions.refuse(reason));
  }

  /** @param {PuzzleState} view */
  show(view) {
    const { puzzle, state, feedback, position } = view;
    const hadFocus = this.root.contains(document.activeElement);
    const isThere = puzzle !== null && !["loading", "missing"].includes(state);
    this.heading.textContent = view.isDaily ? "Puzzle of the day" : "Puzzle";
    const task = isThere
      ? taskInWords(puzzle)
      : state === "missing"
        ? "No puzzle to solve"
        : "Loading a puzzle…";
    putIfNew(this.task, [isThere && puzzle, task], () => [isThere && discIcon(puzzle.to_move), " ", task]);
    const words = feedback || (isThere ? invitation(puzzle, view.history) : "");
    putIfNew(this.words, [words], () => [words]);
    this.words.className = `feedback ${state}`;
    this.board.show({
      position,
      closed: state === "open" ? null : state === "wrong" ? "Press Try again first." : "",
      isOver: state === "missing",
    });
    putIfNew(this.buttons, [state, puzzle], () => this.choices(view));
    this.showProgress(view);
    this.board.setAttribute("data-side", sideToMove(position));
    if (hadFocus && isFocusLost()) this.board.focus();
  }

  /** @param {PuzzleState} view */
  choices({ state, size, start }) {
    const { actions } = this;
    const isOver = ["solved", "shown"].includes(state);
    const isMain = isOver || state === "missing";
    const tryAgain = () => {
      actions.again();
      this.board.focus();
    };
    return [
      state === "wrong" && button("Try again", tryAgain, { class: "primary" }),
      ["open", "wrong"].includes(state) && button("Show the solution", actions.giveUp),
      state !== "loading" && button("Next puzzle", actions.next, { class: isMain ? "primary" : "" }),
      isOver && h("a", { class: "button", href: addressOf(size, start) }, "Analyze"),
    ];
  }

  /** @param {PuzzleState} view */
  showProgress({ history, today }) {
    const { nSolved, nFailed } = counts(history);
    const items = [
      ["Solved", nSolved],
      ["Failed", nFailed],
      ["Streak", history.streak],
      ["Best streak", history.best],
      ["Day streak", dayStreak(history, today)],
    ];
    putIfNew(
      this.progress,
      items.map(([, n]) => n),
      () => items.map(([name, n]) => h("div", {}, h("dt", {}, String(name)), h("dd", {}, String(n)))),
    );
  }
}

/** @param {Puzzle} puzzle @param {import("../core/puzzle_history.js").PuzzleHistory} history */
function invitation({ id, difficulty }, { puzzles }) {
  const past = { solved: "You have solved it before. ", failed: "You have tried it before. " };
  const result = puzzles[String(id)];
  return `Difficulty ${difficulty} of 5. ${result ? past[result] : ""}Play your move on the board.`;
}
