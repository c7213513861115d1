// Puzzles: positions with one move that wins, or one that saves the draw.

import { request } from "../api.js";
import { after, columnName, readMoves, readSize, sideToMove, STANDARD } from "../core/rules.js";
import { answerInWords, follow, taskInWords } from "../core/puzzle.js";
import { counts, dayStreak, finished, isProgress, NOTHING } from "../core/progress.js";
import { setting } from "../core/settings.js";
import { addressOf } from "../core/address.js";
import { button, field, h, isFocusLost, putIfNew, select } from "../dom.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import "../parts/board.js";
import { discIcon } from "../parts/picture.js";
import { fanfare, knock } from "../sound.js";

/** @typedef {import("../api.js").Puzzle} Puzzle */
/** @typedef {import("../api.js").Attempt} Attempt */
/** @typedef {import("../core/rules.js").Size} Size */

const DIFFICULTIES = /** @type {const} */ ([
  ["1", "1 · easy"],
  ["2", "2 · simple"],
  ["3", "3 · tricky"],
  ["4", "4 · hard"],
  ["5", "5 · very hard"],
]);
const STEP_MS = 700;

const kept = setting("progress", NOTHING, isProgress);
/** @param {unknown} value @returns {value is string} */
const isDifficulty = (value) => DIFFICULTIES.some(([name]) => name === value);

const difficulty = setting("difficulty", "1", isDifficulty);
const last = setting("puzzle", "", (value) => typeof value === "string");

export class PuzzlesView {
  title = "Puzzles - Foursight";
  /** @type {Puzzle | null} */
  puzzle = null;
  size = STANDARD;
  /** @type {readonly number[]} the moves that lead to the puzzle */
  start = [];
  /** @type {readonly number[]} what follows on the board */
  line = [];
  nShown = 0;
  /** @type {"loading" | "open" | "asking" | "wrong" | "solved" | "shown"} */
  state = "loading";
  feedback = "";
  isDaily = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer = undefined;
  /** Ends what is asked about a puzzle when another one is shown, or another view. */
  abort = new AbortController();

  /** @param {URL} url */
  constructor(url) {
    this.board = /** @type {import("../parts/board.js").FourBoard} */ (document.createElement("four-board"));
    this.board.addEventListener("play", (event) =>
      this.attempt(/** @type {CustomEvent} */ (event).detail.column),
    );
    this.board.addEventListener("refused", (event) =>
      notify(/** @type {CustomEvent} */ (event).detail.reason),
    );
    this.heading = h("h1", {}, "Puzzle");
    this.task = h("p", { class: "status" });
    this.words = h("p", { class: "feedback", role: "status" });
    this.buttons = h("div", { class: "actions" });
    this.progress = h("dl", { class: "progress" });
    this.difficulty = select(DIFFICULTIES, difficulty.get(), {
      onchange: () => {
        difficulty.set(this.difficulty.value);
        this.next();
      },
    });
    this.root = h(
      "div",
      { class: "two-sides" },
      h("section", { class: "table", "aria-label": "The puzzle" }, this.task, this.board),
      h(
        "aside",
        { class: "beside", "aria-label": "Beside the board" },
        h(
          "section",
          { class: "panel plain" },
          this.heading,
          this.words,
          this.buttons,
          field("Difficulty of the next one", this.difficulty),
          this.progress,
        ),
      ),
    );
    this.readdress(url);
  }

  /** @param {URL} url */
  readdress(url) {
    this.isDaily = url.pathname === "/daily";
    const id = url.pathname.split("/")[2];
    const path = this.isDaily ? "/api/puzzles/daily" : id ? `/api/puzzles/${id}` : this.nextPath();
    this.load(path, !this.isDaily && !id);
  }

  leave() {
    this.abort.abort();
    clearInterval(this.timer);
    clearNotice();
  }

  /** Goes on behind the last one that was tried in this browser. */
  nextPath() {
    const id = last.get();
    return `/api/puzzles?difficulty=${difficulty.get()}${id ? `&after=${encodeURIComponent(id)}` : ""}`;
  }

  next() {
    if (this.puzzle && !this.isDaily) last.set(String(this.puzzle.id));
    this.isDaily = false;
    this.load(this.nextPath(), true, "push");
  }

  /**
   * @param {string} path
   * @param {boolean} isNamed whether the address gets the puzzle's id
   * @param {"push" | "replace"} [how]
   */
  async load(path, isNamed, how = "replace") {
    clearInterval(this.timer);
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    this.state = "loading";
    this.render();
    try {
      const puzzle = /** @type {Puzzle} */ (await request(path, { signal }));
      if (signal.aborted) return;
      const size = readSize(puzzle.size, puzzle.connect);
      this.begin(puzzle, size);
      if (isNamed) history[`${how}State`](null, "", `/puzzles/${puzzle.id}`);
      announce(taskInWords(puzzle));
    } catch (error) {
      if (signal.aborted) return;
      this.feedback = inWords(error);
      this.state = "loading";
      notify(inWords(error), { label: "Try again", act: () => this.load(path, isNamed, how) });
    }
    this.render();
  }

  /** @param {Puzzle} puzzle @param {Size} size */
  begin(puzzle, size) {
    this.puzzle = puzzle;
    this.size = size;
    this.start = readMoves(puzzle.pos, size);
    this.again("");
  }

  /** @param {string} feedback */
  again(feedback) {
    clearInterval(this.timer);
    this.line = [];
    this.nShown = 0;
    this.state = "open";
    this.feedback = feedback;
    this.render();
  }

  position() {
    return after(this.size, [...this.start, ...this.line.slice(0, this.nShown)]);
  }

  /** @param {number} column */
  async attempt(column) {
    if (!this.puzzle || this.state !== "open") return;
    this.showLine([column], 1);
    this.state = "asking";
    knock();
    this.render();
    await this.ask({ column: column + 1 }, (answer) => {
      const isRight = answer.correct;
      this.count(isRight);
      this.state = isRight ? "solved" : "wrong";
      this.feedback = answerInWords(column, answer);
      if (isRight) fanfare(true);
      const text = isRight ? answer.line : answer.refutation;
      this.showLine(follow(this.size, this.start, column, text), 1);
    });
  }

  async giveUp() {
    this.again("");
    this.state = "asking";
    this.render();
    await this.ask({ give_up: true }, (answer) => {
      this.count(false);
      const column = (answer.solution ?? 1) - 1;
      this.state = "shown";
      this.feedback = `The move is column ${columnName(column)}.`;
      this.showLine(follow(this.size, this.start, column, answer.line), 0);
    });
  }

  /** @param {object} body @param {(answer: Attempt) => void} take */
  async ask(body, take) {
    const { puzzle } = this;
    const { signal } = this.abort;
    if (!puzzle) return;
    try {
      const answer = await request(`/api/puzzles/${puzzle.id}/attempt`, { method: "POST", body, signal });
      if (signal.aborted) return;
      take(answer);
      announce(this.feedback);
    } catch (error) {
      if (signal.aborted) return;
      notify(inWords(error));
      this.again("");
    }
    this.render();
  }

  /** Plays moves on the board, one after another. @param {readonly number[]} line @param {number} nShown */
  showLine(line, nShown) {
    clearInterval(this.timer);
    this.line = line;
    this.nShown = nShown;
    this.timer = setInterval(() => {
      if (this.nShown >= this.line.length) {
        clearInterval(this.timer);
        return;
      }
      this.nShown += 1;
      knock();
      this.render();
    }, STEP_MS);
  }

  /** @param {boolean} isSolved */
  count(isSolved) {
    if (!this.puzzle) return;
    if (!this.isDaily) last.set(String(this.puzzle.id));
    kept.set(finished(kept.get(), String(this.puzzle.id), isSolved, this.isDaily ? today() : null));
  }

  render() {
    const { puzzle, state, feedback, isDaily } = this;
    const hadFocus = this.root.contains(document.activeElement);
    const isLoading = state === "loading";
    this.heading.textContent = isDaily ? "Puzzle of the day" : "Puzzle";
    const task = isLoading || !puzzle ? "Fetching a puzzle…" : taskInWords(puzzle);
    putIfNew(this.task, [puzzle, task], () => [puzzle && discIcon(puzzle.to_move), " ", task]);
    const invitation =
      puzzle && !isLoading ? `Difficulty ${puzzle.difficulty} of 5. Play your move on the board.` : "";
    putIfNew(this.words, [feedback || invitation], () => [feedback || invitation]);
    this.words.className = `feedback ${state}`;
    const position = this.position();
    this.board.show({
      position,
      closed: state === "open" ? null : state === "wrong" ? "Press Try again first." : "",
    });
    putIfNew(this.buttons, [state, puzzle], () => this.choices());
    this.showProgress();
    if (puzzle) this.board.setAttribute("data-side", sideToMove(position));
    if (hadFocus && isFocusLost()) this.board.focus();
  }

  choices() {
    const { state } = this;
    const isOver = ["solved", "shown"].includes(state);
    const tryAgain = () => {
      this.again("");
      this.board.focus();
    };
    return [
      state === "wrong" && button("Try again", tryAgain, { class: "primary" }),
      ["open", "wrong"].includes(state) && button("Show the solution", () => this.giveUp()),
      state !== "loading" && button("Next puzzle", () => this.next(), { class: isOver ? "primary" : "" }),
      isOver && h("a", { class: "button", href: addressOf(this.size, this.start) }, "Analyze"),
    ];
  }

  showProgress() {
    const progress = kept.get();
    const { nSolved, nFailed } = counts(progress);
    const items = [
      ["Solved", nSolved],
      ["Failed", nFailed],
      ["In a row", progress.streak],
      ["Best", progress.best],
      ["Days", dayStreak(progress, today())],
    ];
    putIfNew(
      this.progress,
      items.map(([, n]) => n),
      () => items.map(([name, n]) => h("div", {}, h("dt", {}, String(name)), h("dd", {}, String(n)))),
    );
  }
}

/** The day in UTC, as the server counts them. */
function today() {
  return new Date().toISOString().slice(0, 10);
}
