// Puzzles: positions with one move that wins, or one that saves the draw. The behavior;
// `puzzle_screen.js` is the appearance.

import { ApiError, request } from "../net/api.js";
import { finished, isPuzzleHistory, NO_PUZZLES } from "../core/puzzle_history.js";
import { answerInWords, follow, sequel, taskInWords } from "../core/puzzle.js";
import { after, columnName, readMoves, readSize, STANDARD } from "../core/rules.js";
import { setting } from "../core/settings.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { fanfare, knock } from "../browser/sound.js";
import { DIFFICULTIES, PuzzleScreen } from "./puzzle_screen.js";

/** @typedef {import("../net/api.js").Puzzle} Puzzle */
/** @typedef {import("../net/api.js").Attempt} Attempt */
/** @typedef {import("../core/rules.js").Size} Size */

const STEP_MS = 700;

const kept = setting("progress", NO_PUZZLES, isPuzzleHistory);
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
  /** @type {import("./puzzle_screen.js").Stage} */
  state = "loading";
  feedback = "";
  isDaily = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer = undefined;
  /** Ends what is asked about a puzzle when another one is shown, or another view. */
  abort = new AbortController();

  /** @param {URL} url */
  constructor(url) {
    this.screen = new PuzzleScreen(
      {
        attempt: (column) => this.attempt(column),
        refuse: (reason) => notify(reason),
        again: () => this.again(""),
        giveUp: () => this.giveUp(),
        next: () => this.next(),
        choose: (name) => {
          difficulty.set(name);
          this.next();
        },
      },
      difficulty.get(),
    );
    this.root = this.screen.root;
    this.readdress(url);
  }

  /** @param {URL} url */
  readdress(url) {
    this.isDaily = url.pathname === "/daily";
    const id = url.pathname.split("/")[2];
    if (id && !/^\d{1,9}$/.test(id)) {
      this.miss(`There is no puzzle "${id}": puzzles are numbered from 1.`);
      return;
    }
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
    this.feedback = "";
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
      this.miss(inWords(error));
      const isPassing = error instanceof ApiError && error.isPassing;
      if (isPassing) notify(inWords(error), { label: "Try again", act: () => this.load(path, isNamed, how) });
    }
  }

  /** There is nothing to solve. @param {string} why */
  miss(why) {
    this.puzzle = null;
    [this.start, this.line, this.nShown] = [[], [], 0];
    this.state = "missing";
    this.feedback = why;
    announce(why);
    this.render();
  }

  /** @param {Puzzle} puzzle @param {Size} size */
  begin(puzzle, size) {
    this.puzzle = puzzle;
    this.size = size;
    this.start = readMoves(puzzle.pos, size);
    this.title = `${this.isDaily ? "The puzzle of the day" : `Puzzle ${puzzle.id}`} - Foursight`;
    document.title = this.title;
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
      this.showLine(follow(this.size, this.start, sequel(column, answer)), 1);
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
      this.feedback = `The solution is column ${columnName(column)}.`;
      this.showLine(follow(this.size, this.start, answer.line ?? columnName(column)), 0);
    });
  }

  /**
   * @param {import("../net/api.js").Requests["POST /api/puzzles/{id}/attempt"]} body
   * @param {(answer: Attempt) => void} take
   */
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
    const { puzzle, size, start, state, feedback, isDaily } = this;
    const position = this.position();
    this.screen.show({
      puzzle,
      size,
      start,
      position,
      state,
      feedback,
      isDaily,
      history: kept.get(),
      today: today(),
    });
  }
}

/** The day in UTC, as the server counts them. */
function today() {
  return new Date().toISOString().slice(0, 10);
}
