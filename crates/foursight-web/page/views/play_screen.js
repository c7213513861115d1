// The screen of play and analysis: the board with its tools, and the panels beside it.

import { addressOfGame } from "../core/address.js";
import { isLatest, mover, nMachines, result, shown } from "../core/game.js";
import { task } from "../core/lesson.js";
import { atEnd, isInVariation, plyOfGame } from "../core/variations.js";
import { current, signsOf } from "../core/walk.js";
import { sideToMove } from "../core/rules.js";
import { setting } from "../core/settings.js";
import { colorName, playerName, statusOf } from "../core/status.js";
import { button, h, isFocusLost, put, putIfNew, setAttribute } from "../browser/dom.js";
import { AnalysisPanel } from "../parts/analysis.js";
import { BitsPanel } from "../parts/bits.js";
import "../parts/board.js";
import { icon, tool } from "../parts/icons.js";
import { LessonPanel } from "../parts/lesson.js";
import { openKeys } from "../parts/keys.js";
import { listenToVariations, placesOf } from "../parts/moves.js";
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
 * @property {() => void} leave the variation
 * @property {() => void} pause
 * @property {() => void} restart
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

const chosenTab = setting("tab", "game", (value) => typeof value === "string");

export class PlayScreen {
  /** @param {PlayActions} actions */
  constructor(actions) {
    this.players = new Players();
    this.status = h("p", { class: "status" });
    this.board = /** @type {FourBoard} */ (document.createElement("four-board"));
    this.tools = tools(actions);
    this.rematchButton = button("Rematch", actions.rematch, {
      class: "primary",
      title: "With sides swapped",
    });
    this.reviewButton = button("Review the game", () => actions.setAnalyzing(true));
    this.endActions = h("div", { class: "actions end above" });
    this.lesson = new LessonPanel({ next: actions.nextTask, give: actions.giveUp, end: actions.endLesson });
    this.walk = new WalkPanel(actions);
    this.setup = new Setup(actions);
    this.moveList = /** @type {MoveList} */ (document.createElement("move-list"));
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
    this.root = h(
      "div",
      { class: "two-sides" },
      h(
        "section",
        { class: "table", "aria-label": "The game" },
        h("h1", { class: "visually-hidden" }, "Connect Four"),
        this.players.root,
        this.status,
        this.endActions,
        this.board,
        h("div", { class: "tools", role: "group", "aria-label": "Game" }, ...Object.values(this.tools)),
        this.lesson.root,
        this.walk.root,
      ),
      h("aside", { class: "beside", "aria-label": "Side panel" }, this.tabs.root),
    );
  }

  /** @param {PlayActions} actions */
  panels(actions) {
    const game = h(
      "section",
      { class: "panel" },
      h("h2", {}, "Moves"),
      this.moveList,
      h("h2", {}, "New game"),
      this.setup.root,
      h("a", { class: "button", href: "/enter" }, "Enter a position"),
      button("Keys", openKeys),
    );
    const tabs = [
      { name: "game", label: "Game", panel: game },
      { name: "analysis", label: "Analysis", panel: this.analysis.root },
      { name: "bits", label: "Bits", panel: this.bits.root },
      { name: "share", label: "Share", panel: this.share.root },
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
    listenToVariations(this.moveList, actions);
  }

  leave() {
    this.bits.stop();
  }

  /** On a phone, the panel that a lesson is begun from stands far below the board. */
  showLesson() {
    const box = this.board.getBoundingClientRect();
    if (box.top < 0 || box.top > innerHeight / 2) this.board.scrollIntoView({ block: "start" });
  }

  /** @param {PlayState} state */
  show(state) {
    const { game, position, isAnalyzing, lesson, walk, advice, closed } = state;
    const end = result(game);
    const hadFocus = this.root.contains(document.activeElement);
    this.showPlayers(game, end);
    this.status.textContent = advice?.words ?? statusOf(game, state.isPaused);
    this.status.classList.toggle("is-end", end !== null);
    this.board.show({
      position: walk ? current(walk) : position,
      closed,
      advised: walk ? [] : advised(state),
      scores: scores(state),
      overlay: walk ? signsOf(walk) : state.why?.overlay,
      isOver: !walk && end !== null,
    });
    this.showTools(state, end);
    this.lesson.show(walk ? null : lesson, game.size);
    this.walk.show(walk, lesson !== null);
    this.moveList.show(game.moves, plyOfGame(game), state.review, placesOf(game));
    const isHidden = lesson !== null && lesson.state === "open" && task(lesson) !== null;
    const isOver = position.outcome !== null;
    const view = { ...state, isOver, isHidden, toMove: sideToMove(position) };
    this.analysis.show(isAnalyzing ? view : null);
    if (this.tabs.chosen === "bits") this.bits.show(position);
    if (this.tabs.chosen === "share")
      this.share.show({ ...game, place: position.moves, link: addressOfGame(game) });
    if (hadFocus && isFocusLost()) this.board.focus();
  }

  /** @param {Game} game @param {GameEnd | null} end */
  showPlayers(game, end) {
    const now = mover(game);
    const player = (/** @type {Color} */ color) => {
      const [playedBy, name] = [game.players[color], playerName(game, color)];
      const note =
        typeof playedBy === "number" ? `Level ${playedBy}` : name === "You" ? colorName(color) : "";
      return { name, note, isToMove: now?.color === color, hasWon: end?.winner === color };
    };
    this.players.show({ red: player("red"), yellow: player("yellow") });
  }

  /** @param {PlayState} state @param {GameEnd | null} end */
  showTools({ game, isPaused, isAnalyzing, lesson, closed }, end) {
    const { tools } = this;
    const isWatching = nMachines(game.players) === 2;
    tools.back.disabled = game.ply === 0 || lesson !== null;
    tools.forward.disabled = atEnd(game).ply === game.ply || lesson !== null;
    tools.hint.disabled = closed !== null || lesson !== null;
    tools.hint.hidden = isWatching;
    tools.pause.hidden = !isWatching || end !== null;
    put(tools.pause, icon(isPaused ? "go" : "pause"), h("span", {}, isPaused ? "Resume" : "Pause"));
    const isAside = isInVariation(game);
    tools.leave.hidden = !isAside;
    tools.restart.hidden = isAside;
    tools.restart.disabled = game.moves.length === 0;
    tools.resign.hidden = isWatching || isAside;
    tools.resign.disabled = end !== null || !isLatest(game) || game.moves.length === 0;
    setAttribute(tools.analysis, "aria-pressed", String(isAnalyzing));
    this.setup.show(game.size, game.ply > 0 && !shown(game).outcome);
    putIfNew(this.endActions, [end === null, isAnalyzing], () => [
      end && this.rematchButton,
      end && !isAnalyzing && this.reviewButton,
    ]);
  }
}

/** @param {PlayActions} actions */
function tools(actions) {
  return {
    back: tool("back", "Undo", actions.back, "One step back (u or ←)"),
    forward: tool("forward", "Redo", actions.forward, "One step forward (r or →)"),
    hint: tool("hint", "Hint", actions.hint, "The best move (space)"),
    pause: tool("pause", "Pause", actions.pause),
    leave: tool("leave", "Return to the game", actions.leave, "(Escape)"),
    restart: tool("restart", "Restart", actions.restart),
    resign: tool("resign", "Resign", actions.resign),
    analysis: tool("analysis", "Analysis", (event) => {
      const pressed = /** @type {HTMLElement} */ (event.currentTarget).getAttribute("aria-pressed");
      actions.setAnalyzing(pressed !== "true");
    }),
  };
}

/** The columns with an arrow. @param {PlayState} state */
function advised({ lesson, advice }) {
  const move = lesson && task(lesson);
  if (move && lesson.state !== "open") return move.best_columns.map((column) => column - 1);
  return advice?.columns ?? [];
}

/**
 * The row of scores below the board; in a lesson, only of the columns tried.
 *
 * @param {PlayState} state
 * @returns {BoardView["scores"]}
 */
function scores({ game, lesson, walk, isAnalyzing, analysis }) {
  const columns = Array.from({ length: game.size.width }, (_, column) => column);
  // A walk shows other positions: the row stays, so that the board does.
  if (walk && (lesson || isAnalyzing)) return columns.map(() => null);
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
