// The screen of play and analysis: the board with its tools, and the panels beside it.

import { isLatest, mover, nMachines, result, shown } from "../core/game.js";
import { allLevels, levelTitle } from "../core/levels.js";
import { task } from "../core/lesson.js";
import { current, signsOf } from "../core/walk.js";
import { other, sideToMove } from "../core/rules.js";
import { setting } from "../core/settings.js";
import { withMachine } from "../core/opponents.js";
import { colorName, playerName, statusOf } from "../core/status.js";
import { button, h, isFocusLost, put, putIfNew, setAttribute } from "../browser/dom.js";
import { AnalysisPanel } from "../parts/analysis.js";
import { BitsPanel } from "../parts/bits.js";
import "../parts/board.js";
import { markPlace } from "../parts/header.js";
import { icon, tool } from "../parts/icons.js";
import { LessonPanel } from "../parts/lesson.js";
import "../parts/moves.js";
import { Players } from "../parts/players.js";
import { Setup } from "../parts/setup.js";
import { SharePanel } from "../parts/share.js";
import { Tabs } from "../parts/tabs.js";
import { WalkPanel } from "../parts/walk.js";

/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/game.js").GameEnd} GameEnd */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../core/rules.js").Position} Position */
/** @typedef {import("../core/lesson.js").Lesson} Lesson */
/** @typedef {import("../core/walk.js").Why} Why */
/** @typedef {import("../parts/board.js").FourBoard} FourBoard */
/** @typedef {import("../parts/board.js").BoardView} BoardView */
/** @typedef {import("../parts/moves.js").MoveList} MoveList */

/**
 * @typedef {object} PlayState
 * @property {Game} game
 * @property {Position} position the shown one
 * @property {boolean} isFirst whether no game has begun
 * @property {boolean} isAnalyzing
 * @property {boolean} isPaused
 * @property {Lesson | null} lesson
 * @property {{ columns: readonly number[], words: string } | null} advice
 * @property {string | null} closed why nothing can be played now
 * @property {import("../net/api.js").Analysis | null} analysis
 * @property {import("../net/api.js").Review | null} review
 * @property {import("../net/api.js").Why | null} why
 * @property {import("../core/walk.js").Walk | null} walk
 * @property {unknown} error
 */

/**
 * @typedef {object} OwnActions
 * @property {(reason: string) => void} refuse
 * @property {() => void} back
 * @property {() => void} forward
 * @property {() => void} hint
 * @property {() => void} pause
 * @property {() => void} restart
 * @property {() => void} newGame back to the choices
 * @property {() => void} goOn against a machine from the shown position
 * @property {(players: import("../core/game.js").Players) => void} seat lets others sit at the board
 * @property {() => void} rematch
 * @property {() => void} resign
 * @property {(isOn: boolean) => void} setAnalyzing
 * @property {() => void} nextTask
 * @property {() => void} giveUp
 * @property {() => void} endLesson
 * @property {() => void} render
 */

/**
 * @typedef {OwnActions & Omit<import("../parts/analysis.js").AnalysisActions, "toggle">
 *   & import("../parts/setup.js").SetupActions & import("../parts/walk.js").WalkActions} PlayActions
 */

/** The longest sentence that stands between the seats, in letters. */
const LONGEST_SHORT = 18;

const chosenTab = setting("tab", "game", (value) => typeof value === "string");

export class PlayScreen {
  /** @param {PlayActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.players = new Players();
    this.status = h("p", { class: "status" });
    this.board = /** @type {FourBoard} */ (document.createElement("four-board"));
    this.tools = tools(actions);
    this.toolRow = h(
      "div",
      { class: "tools", role: "group", "aria-label": "Game" },
      ...Object.values(this.tools),
    );
    this.hint = h(
      "p",
      { class: "keys-hint" },
      ...["Click a column, or press ", h("kbd", {}, "1"), " to ", h("kbd", {}, "7")],
    );
    this.rematchButton = button("Rematch", actions.rematch, { title: "With sides swapped" });
    this.reviewButton = button("Review the game", () => actions.setAnalyzing(true), { class: "primary" });
    this.endActions = h("div", { class: "actions end" });
    this.lesson = new LessonPanel({ next: actions.nextTask, give: actions.giveUp, end: actions.endLesson });
    this.walk = new WalkPanel(actions);
    this.setup = new Setup(actions);
    this.moveList = /** @type {MoveList} */ (document.createElement("move-list"));
    this.goOnButton = button("Play from here", actions.goOn);
    this.playing = h(
      "div",
      { class: "playing" },
      h("h2", {}, "Moves"),
      this.moveList,
      h("div", { class: "actions" }, this.goOnButton, button("New game", actions.newGame)),
      keys(),
    );
    const walkThrough = (/** @type {Why} */ why, /** @type {boolean} */ isEscape) => {
      actions.walkThrough(why, isEscape);
      this.showLesson();
      this.walk.focus();
    };
    this.analysis = new AnalysisPanel({ ...actions, walkThrough, toggle: actions.setAnalyzing });
    this.bits = new BitsPanel();
    this.share = new SharePanel();
    this.tabs = this.panels(actions);
    this.listen(actions);
    this.beside = h(
      "aside",
      { class: "beside", "aria-label": "Side panel" },
      this.endActions,
      this.lesson.root,
      this.walk.root,
      this.tabs.root,
    );
    this.root = h(
      "div",
      { class: "two-sides" },
      h(
        "section",
        { class: "table", "aria-label": "The game" },
        h("h1", { class: "visually-hidden" }, "Connect Four"),
        this.players.root,
        this.status,
        this.board,
        this.toolRow,
        this.hint,
      ),
      this.beside,
    );
  }

  /** @param {PlayActions} actions */
  panels(actions) {
    const game = h("section", { class: "panel" }, this.setup.root, this.playing);
    const tabs = [
      { name: "game", label: "Game", panel: game },
      { name: "analysis", label: "Analysis", panel: this.analysis.root },
      { name: "share", label: "Share", panel: this.share.root },
      { name: "bits", label: "Bits", panel: this.bits.root, isRare: true },
    ];
    const chosen = tabs.some(({ name }) => name === chosenTab.get()) ? chosenTab.get() : "game";
    return new Tabs("Panels", tabs, chosen, (name) => {
      chosenTab.set(name);
      actions.render();
    });
  }

  /** @param {PlayActions} actions */
  listen(actions) {
    /** @param {HTMLElement} part @param {string} name @param {(detail: any) => void} act */
    const on = (part, name, act) => {
      part.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    };
    on(this.board, "play", ({ column }) => actions.play(column));
    on(this.board, "refused", ({ reason }) => actions.refuse(reason));
    on(this.board, "back", actions.back);
    on(this.board, "forward", actions.forward);
    on(this.moveList, "jump", ({ ply }) => actions.jump(ply));
    addEventListener("openpanel", this.openPanel);
  }

  /** What the menu of the header opens. @param {Event} event */
  openPanel = (event) => this.tabs.choose(/** @type {CustomEvent} */ (event).detail);

  leave() {
    removeEventListener("openpanel", this.openPanel);
    this.bits.stop();
  }

  /** A lesson stands at the top of the panel, from the middle of which it may have been begun. */
  showLesson() {
    this.beside.scrollTop = 0;
    const { top } = this.board.getBoundingClientRect();
    if (top < 0) scrollTo(0, 0);
  }

  /** @param {PlayState} state */
  show(state) {
    const { game, position, isAnalyzing, lesson, walk, advice, closed } = state;
    const end = result(game);
    const hadFocus = this.root.contains(document.activeElement);
    this.showStart(state);
    this.showPlayers(game, end, state.isFirst);
    this.showStatus(walk || lesson ? "" : (advice?.words ?? statusOf(game, state.isPaused)), end);
    this.board.show({
      position: walk ? current(walk) : position,
      closed,
      advised: walk ? [] : advised(state),
      scores: walk ? null : scores(state),
      overlay: walk ? signsOf(walk) : state.why?.overlay,
      isOver: walk ? !walk.isEscape : end !== null,
    });
    this.showTools(state, end);
    this.lesson.show(walk ? null : lesson, game.size);
    this.walk.show(walk, lesson !== null);
    this.moveList.show(game.moves, game.ply, state.review);
    const isHidden = lesson !== null && lesson.state === "open" && task(lesson) !== null;
    const isOver = position.outcome !== null;
    const view = { ...state, isOver, isHidden, toMove: sideToMove(position) };
    this.analysis.show(isAnalyzing ? view : null);
    if (this.tabs.chosen === "bits") this.bits.show(position);
    if (this.tabs.chosen === "share") this.share.show(game);
    if (hadFocus && isFocusLost()) this.board.focus();
  }

  /** Before the game begins, the panel has the choices instead of the moves. @param {PlayState} state */
  showStart({ game, isFirst, isAnalyzing }) {
    markPlace(isAnalyzing ? "/analysis" : "/");
    if (isFirst && this.playing.hidden === false) this.tabs.show("game");
    this.setup.root.hidden = !isFirst;
    this.playing.hidden = isFirst;
    this.toolRow.hidden = isFirst;
    this.hint.hidden = !isFirst;
    this.root.classList.toggle("is-first", isFirst);
    this.tabs.list.hidden = isFirst && this.tabs.chosen === "game";
    if (isFirst) this.setup.show(game);
    else this.setup.turn("main");
    this.goOnButton.hidden = game.ply === 0 || shown(game).outcome !== null;
  }

  /** @param {string} words @param {GameEnd | null} end */
  showStatus(words, end) {
    this.status.textContent = words;
    this.status.classList.toggle("is-end", end !== null);
    this.status.classList.toggle("long", words.length > LONGEST_SHORT);
  }

  /** @param {Game} game @param {GameEnd | null} end @param {boolean} isFirst */
  showPlayers(game, end, isFirst) {
    const now = mover(game);
    const player = (/** @type {Color} */ color) => {
      const [playedBy, name] = [game.players[color], playerName(game, color)];
      const order = color === "red" ? "Red, first" : "Yellow, second";
      const note = typeof playedBy === "number" ? `Level ${playedBy}` : name === "You" ? order : "";
      const choice = isFirst || typeof playedBy === "number" ? this.seatChoice(game, color) : null;
      return { name, note, isToMove: now?.color === color, hasWon: end?.winner === color, choice };
    };
    this.players.show({ red: player("red"), yellow: player("yellow") });
  }

  /** What tapping a seat changes: a machine's level, or a person's color. @param {Game} game @param {Color} color */
  seatChoice({ players }, color) {
    const { seat } = this.actions;
    if (typeof players[color] === "number")
      return {
        label: `${colorName(color)}'s level`,
        options: allLevels().map(
          ({ level }) => /** @type {const} */ ([String(level), `${level} · ${levelTitle(level)}`]),
        ),
        chosen: String(players[color]),
        choose: (/** @type {string} */ level) => seat({ ...players, [color]: Number(level) }),
      };
    const level = players[other(color)];
    if (typeof level !== "number") return null;
    return {
      label: "Your color",
      options: /** @type {const} */ ([
        ["red", "Red, first"],
        ["yellow", "Yellow, second"],
      ]),
      chosen: color,
      choose: (/** @type {string} */ chosen) => seat(withMachine(level, chosen === "red" ? "red" : "yellow")),
    };
  }

  /** @param {PlayState} state @param {GameEnd | null} end */
  showTools({ game, isPaused, isAnalyzing, lesson, walk, closed }, end) {
    const { tools } = this;
    const isWatching = nMachines(game.players) === 2;
    tools.back.disabled = game.ply === 0 || lesson !== null;
    tools.forward.disabled = isLatest(game) || lesson !== null;
    tools.hint.disabled = closed !== null || lesson !== null;
    tools.hint.hidden = isWatching;
    tools.pause.hidden = !isWatching || end !== null;
    put(tools.pause, icon(isPaused ? "go" : "pause"), h("span", {}, isPaused ? "Resume" : "Pause"));
    tools.restart.disabled = game.moves.length === 0;
    tools.resign.hidden = isWatching;
    tools.resign.disabled = end !== null || !isLatest(game) || game.moves.length === 0;
    setAttribute(tools.analysis, "aria-pressed", String(isAnalyzing));
    const isLearning = lesson !== null || walk !== null;
    putIfNew(this.endActions, [end === null || isLearning, isAnalyzing], () => [
      end && !isLearning && !isAnalyzing && this.reviewButton,
      end && !isLearning && this.rematchButton,
    ]);
    this.root.classList.toggle("is-learning", isLearning);
  }
}

/** @param {PlayActions} actions */
function tools(actions) {
  return {
    back: tool("back", "Undo", actions.back, "One step back (u)"),
    forward: tool("forward", "Redo", actions.forward, "One step forward (r)"),
    hint: tool("hint", "Hint", actions.hint),
    pause: tool("pause", "Pause", actions.pause),
    restart: tool("restart", "Restart", actions.restart),
    resign: tool("resign", "Resign", actions.resign),
    analysis: tool("analysis", "Analysis", (event) => {
      const pressed = /** @type {HTMLElement} */ (event.currentTarget).getAttribute("aria-pressed");
      actions.setAnalyzing(pressed !== "true");
    }),
  };
}

/** Which keys do what. */
function keys() {
  const items = [
    ["1 to 9, a", "play that column"],
    ["← → or h l", "move to another column"],
    ["Enter", "play it"],
    ["↑ ↓", "inspect single cells (Escape returns)"],
    ["u, r", "undo, redo"],
  ];
  const terms = items.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]);
  return h(
    "details",
    {},
    h("summary", {}, "Keys"),
    h("p", { class: "quiet" }, "While the board has focus:"),
    h("dl", { class: "keys" }, ...terms),
  );
}

/** The columns with an arrow. @param {PlayState} state */
function advised({ lesson, advice }) {
  const move = lesson && task(lesson);
  if (move && lesson.state !== "open") return move.best_columns.map((column) => column - 1);
  return advice?.columns ?? [];
}

/**
 * The scores in the lane above the plate; in a lesson, only of the columns tried.
 *
 * @param {PlayState} state
 * @returns {BoardView["scores"]}
 */
function scores({ game, lesson, isAnalyzing, analysis }) {
  const columns = Array.from({ length: game.size.width }, (_, column) => column);
  if (lesson) return columns.map((column) => lessonScore(lesson, column));
  if (!isAnalyzing) return null;
  return columns.map((column) => {
    const move = analysis?.moves.find((candidate) => candidate.column === column + 1);
    const isBest = analysis?.advice?.recommended.includes(column + 1) ?? false;
    return move ? { score: move.score, isBest, words: move.words } : null;
  });
}

/** @param {Lesson} lesson @param {number} column */
function lessonScore(lesson, column) {
  const move = task(lesson);
  const score = move?.scores[column];
  const isSeen = lesson.state !== "open" || lesson.tried.includes(column);
  if (!move || score === null || score === undefined || !isSeen) return null;
  return { score, isBest: score === move.best, words: "" };
}
