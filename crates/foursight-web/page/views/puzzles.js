// Puzzles: one disc wins, and then the next one. The view, and its screen with the results so far.

import { ApiError, request } from "../net/api.js";
import { reportDone } from "../net/class.js";
import { addressOf, analysisOf } from "../core/address.js";
import { newDrill } from "../core/drill.js";
import {
  dayStreak,
  finished,
  invitation,
  isDailyResult,
  isPuzzleHistory,
  NO_PUZZLES,
  nSolved,
  resultToShare,
  taskInWords,
} from "../core/puzzle.js";
import { after, empty, readMoves, readSize, STANDARD } from "../core/rules.js";
import { setting } from "../core/settings.js";
import { hrefOf, linkTo } from "../browser/page_address.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { shareText } from "../parts/share.js";
import { Drilling, MOST_DISCS } from "../behaviors/drilling.js";
import { field, h, putIfNew, select } from "../browser/dom.js";
import { DrillTable } from "../parts/drill.js";
import { besideOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../net/api.js").Puzzle} Puzzle */
/** @typedef {import("../core/drill.js").Drill} Drill */

const kept = setting("progress", NO_PUZZLES, isPuzzleHistory);
/** The last daily puzzle that was solved. */
const daily = setting("daily", null, isDailyResult);
/** @param {unknown} value @returns {value is string} */
const isDifficulty = (value) => DIFFICULTIES.some(([name]) => name === value);

const difficulty = setting("difficulty", "1", isDifficulty);
const last = setting("puzzle", "", (value) => typeof value === "string");

export class PuzzlesView {
  title = "Puzzles - Foursight";
  /** @type {Puzzle | null} */
  puzzle = null;
  /** The words shown instead of a task. */
  missing = "Loading a puzzle…";
  problem = "";
  isDaily = false;
  /** Ends the requests about a puzzle when another one or another view is shown. */
  abort = new AbortController();
  drilling = new Drilling({
    change: () => this.render(),
    judged: ({ state }) => state === "wrong" && this.count(false),
    over: (drill) => this.over(drill),
  });

  keys = this.drilling.keys;

  /** @param {URL} url */
  constructor(url) {
    this.screen = new PuzzleScreen(
      {
        ...this.drilling.actions,
        again: () => this.begin(),
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
    this.drilling.end();
    clearNotice();
  }

  /** The path of the puzzle after the last one tried in this browser. */
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
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    this.drilling.end();
    [this.puzzle, this.missing, this.problem] = [null, "Loading a puzzle…", ""];
    this.render();
    try {
      const puzzle = /** @type {Puzzle} */ (await request(path, { signal }));
      if (signal.aborted) return;
      this.puzzle = puzzle;
      this.title = `${this.isDaily ? "The puzzle of the day" : `Puzzle ${puzzle.id}`} - Foursight`;
      document.title = this.title;
      if (isNamed) history[`${how}State`](null, "", hrefOf(`/puzzles/${puzzle.id}`));
      this.begin();
      announce(taskInWords(puzzle));
    } catch (error) {
      if (signal.aborted) return;
      this.miss(inWords(error));
      const isPassing = error instanceof ApiError && error.isPassing;
      if (isPassing) notify(inWords(error), { label: "Try again", act: () => this.load(path, isNamed, how) });
    }
  }

  /** Shows that there is nothing to solve. @param {string} why */
  miss(why) {
    [this.puzzle, this.missing, this.problem] = [null, "No puzzle to solve", why];
    announce(why);
    this.render();
  }

  begin() {
    const { puzzle } = this;
    if (!puzzle) return;
    const size = readSize(puzzle.size, puzzle.connect);
    const position = after(size, readMoves(puzzle.pos, size));
    this.drilling.begin(newDrill(position, "win"), { first: null, most: MOST_DISCS, told: null });
  }

  /** @param {Drill} drill */
  over(drill) {
    const isSolved = drill.state === "solved";
    if (isSolved && this.puzzle) reportDone("puzzle", this.puzzle.id);
    this.count(isSolved);
    if (isSolved && this.isDaily && daily.get()?.day !== today()) {
      daily.set({ day: today(), tries: drill.tries });
    }
    this.render();
  }

  /** Counts the result. @param {boolean} isSolved */
  count(isSolved) {
    if (!this.puzzle) return;
    if (!this.isDaily) last.set(String(this.puzzle.id));
    kept.set(finished(kept.get(), String(this.puzzle.id), isSolved, this.isDaily ? today() : null));
  }

  /** @returns {import("../parts/drill.js").Choice[]} */
  more() {
    const { puzzle, isDaily } = this;
    const result = daily.get();
    const next = { label: "Next puzzle", act: () => this.next() };
    // Nothing flashes up while one is loaded.
    if (!puzzle) return this.problem ? [next] : [];
    const size = readSize(puzzle.size, puzzle.connect);
    const analyze = { label: "Analyze", href: analysisOf(addressOf(size, readMoves(puzzle.pos, size))) };
    if (!isDaily || result?.day !== today()) return [next, analyze];
    const text = resultToShare(result, dayStreak(kept.get(), today()), linkTo("/daily"));
    return [{ label: "Share the result", act: () => shareText(text, "The result") }, next, analyze];
  }

  render() {
    const { puzzle, drilling, isDaily } = this;
    const history = kept.get();
    this.screen.show({
      task: puzzle ? taskInWords(puzzle) : this.missing,
      side: puzzle?.to_move ?? null,
      hint: puzzle ? invitation(puzzle, history) : this.problem,
      drill: drilling.drill,
      position: drilling.position() ?? empty(STANDARD),
      closed: drilling.closed(),
      walk: drilling.walking.walk,
      why: drilling.why,
      more: this.more(),
      isDaily,
      history,
      today: today(),
    });
  }
}

/** The current day in UTC, as the server counts days. */
function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * @typedef {object} PuzzleState
 * @property {boolean} isDaily
 * @property {import("../core/puzzle.js").PuzzleHistory} history
 * @property {string} today
 */

const DIFFICULTIES = /** @type {const} */ ([
  ["1", "1 · easy"],
  ["2", "2 · simple"],
  ["3", "3 · tricky"],
  ["4", "4 · hard"],
  ["5", "5 · very hard"],
]);

class PuzzleScreen {
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
