// The screen of play and analysis: the board with its tools, and the panels beside it.

import { nMachines, result, shown } from "../core/game.js";
import { ladderInWords, matchInWords, streak } from "../core/match.js";
import { machineOf } from "../core/levels.js";
import { ownGames } from "../core/own_games.js";
import { shortStory, task } from "../core/review.js";
import { mistakeAt, notesOf } from "../core/notes.js";
import { plyOfGame } from "../core/variations.js";
import { current, signsIn, signsOf, signsOver } from "../core/walk.js";
import { columnLetter, NO_SIGNS } from "../core/overlay.js";
import { sideToMove } from "../core/rules.js";
import { colorName, personsColor, statusOf } from "../core/status.js";
import { button, h, isFocusLost, putIfNew } from "../browser/dom.js";
import { AnalysisPanel } from "../parts/analysis.js";
import { newBoard } from "../parts/board.js";
import { GamePanels } from "../parts/panels.js";
import { inWords } from "../parts/announcer.js";
import { markPlace } from "../parts/header.js";
import { icon } from "../parts/icons.js";
import { LessonPanel, questionList, triedInWords } from "../parts/review_panel.js";
import { listenToVariations, placesOf } from "../parts/moves.js";
import { Players } from "../parts/players.js";
import { Setup } from "../parts/setup.js";
import { besideOf, tableOf, twoSides } from "../parts/two_sides.js";
import { WalkPanel, withCells } from "../parts/walk.js";
import { advised, scores } from "./column_marks.js";
import { seats } from "../behaviors/seats.js";
import { newTools, showTools } from "./tools.js";

/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/game.js").GameEnd} GameEnd */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../core/rules.js").Position} Position */
/** @typedef {import("../core/review.js").Lesson} Lesson */
/** @typedef {import("../../wire").Why} Why */
/** @typedef {import("../parts/board.js").BoardView} BoardView */
/** @typedef {import("../parts/moves.js").MoveList} MoveList */

/**
 * @typedef {object} PlayState
 * @property {Game} game
 * @property {string} address where the game is
 * @property {Position} position the shown one
 * @property {boolean} isFirst whether no game has begun
 * @property {boolean} isAnalyzing
 * @property {boolean} isPaused
 * @property {Lesson | null} lesson
 * @property {import("../core/hint.js").Hint | null} advice
 * @property {boolean} isKept whether the person has chosen not to swap sides here
 * @property {import("../core/match.js").Match | null} match the score before this game
 * @property {string | null} closed why nothing can be played now
 * @property {import("../net/api.js").Analysis | null} analysis
 * @property {import("../net/api.js").Review | null} review
 * @property {boolean} isReviewed whether no more of the review will come
 * @property {import("../net/api.js").Why | null} why
 * @property {import("../core/walk.js").Walk | null} walk
 * @property {Record<"analysis" | "review" | "why", unknown>} errors
 */

/**
 * @typedef {object} OwnActions
 * @property {(reason: string) => void} refuse
 * @property {() => void} back
 * @property {() => void} forward
 * @property {(by: number) => void} look at the next position, the one before, or an end
 * @property {() => void} hint shows one, or more of it
 * @property {() => void} dismissHint
 * @property {() => void} retry asks again how the game was decided
 * @property {() => void} leave the variation
 * @property {() => void} flip
 * @property {() => void} pause
 * @property {() => void} swap sides by the opening rule
 * @property {() => void} keep the side instead
 * @property {() => void} restart
 * @property {() => void} goOn against a machine from the shown position
 * @property {(players: import("../core/game.js").Players) => void} seat lets others sit at the board
 * @property {() => void} rematch
 * @property {() => void} resign
 * @property {() => void} review the mistakes
 * @property {() => void} nextLevel plays the level above
 * @property {() => void} render
 */

/**
 * @typedef {OwnActions & Omit<import("../parts/review_panel.js").LessonActions, "better">
 *   & import("../parts/analysis.js").AnalysisActions
 *   & import("../parts/setup.js").SetupActions & import("../parts/walk.js").WalkActions} PlayActions
 */

/** The longest sentence that fits between the seats, in letters. */
const LONGEST_SHORT = 18;

export class PlayScreen {
  /** @param {PlayActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.awaitsLesson = false;
    this.players = new Players();
    this.status = h("p", { class: "status" });
    this.board = newBoard(actions);
    this.tools = newTools(actions);
    this.toolRow = h(
      "div",
      { class: "tools", role: "group", "aria-label": "Game" },
      ...Object.values(this.tools),
    );
    this.hint = h("p", { class: "keys-hint" });
    this.rematchButton = button("Play again", actions.rematch, { title: "With sides swapped" });
    this.showButton = button("Show me", actions.review, { class: "primary" });
    this.nextLevelButton = button("", actions.nextLevel);
    this.decided = h("p", { class: "decided" });
    this.endActions = h("div", { class: "actions" });
    this.end = h(
      "section",
      { class: "end", "aria-label": "The end", hidden: true },
      this.decided,
      this.endActions,
    );
    this.advice = h("section", { class: "advice-card", "aria-label": "Hint" });
    this.walk = new WalkPanel(actions);
    this.setup = new Setup(actions);
    this.moveList = /** @type {MoveList} */ (document.createElement("move-list"));
    this.goOnButton = button("Play from here", actions.goOn);
    /** Shown where the header has no room for its link. */
    this.analysisLink = h("a", { class: "button in-low-window", href: "/analysis" }, "Analysis");
    this.standing = h("div", { class: "standing" });
    this.playing = h("div", { class: "playing" }, this.standing, h("h2", {}, "Moves"), this.moveList);
    this.more = h("div", { class: "actions" }, this.goOnButton, this.analysisLink);
    const walkThrough = (/** @type {Why} */ why, /** @type {boolean} */ isEscape) => {
      actions.walkThrough(why, isEscape);
      this.showLesson();
      this.walk.focus();
    };
    this.lesson = new LessonPanel({ ...actions, better: () => actions.better?.(), walkThrough });
    this.analysis = new AnalysisPanel({ ...actions, walkThrough });
    this.moveList.addEventListener("jump", (event) =>
      actions.jump(/** @type {CustomEvent} */ (event).detail.ply),
    );
    listenToVariations(this.moveList, actions);
    const parts = [this.setup.root, this.playing, this.analysis.root, this.more];
    this.panels = new GamePanels(parts, actions.render);
    this.tabs = this.panels.tabs;
    const heading = h("h1", { class: "visually-hidden" }, "Connect Four");
    const ofGame = [this.players.root, this.status, this.board, this.toolRow, this.hint];
    this.beside = besideOf(this.advice, this.end, this.lesson.root, this.walk.root, this.tabs.root);
    this.root = twoSides(tableOf("The game", heading, ...ofGame), this.beside);
  }

  leave() {
    this.panels.leave();
  }

  /** Scrolls to the lesson at the top of the panel: it may have been started further down. */
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
    const notes = notesOf(state);
    const isAsked = lesson?.state === "open";
    this.showStart(state);
    this.players.show(seats(game, state.isFirst, this.actions.seat));
    // Words beside the board need not also stand over the scores.
    const hasChoice = !isAnalyzing && !state.isKept;
    const isPaused = state.isPaused || state.isFirst;
    const words = statusOf(game, { isPaused, hasChoice });
    this.showStatus(walk || lesson ? "" : words, end);
    this.showAdvice(isAnalyzing ? null : advice);
    this.board.show({
      position: walk ? current(walk) : position,
      closed,
      advised: walk ? [] : advised(state),
      scores: walk ? null : scores(state, notes),
      notes: walk && isAsked ? null : notes,
      overlay: walk ? signsOf(walk) : isAsked ? null : (advice?.signs ?? this.signs(state)),
      isJoy: end?.winner != null && end.winner === personsColor(game),
      isOver: walk ? !walk.isEscape : end !== null,
    });
    showTools(this.tools, state);
    this.showEnd(state, end);
    this.lesson.show(walk ? null : lesson, game.positions, state.why);
    const isTold = lesson?.state === "told" || (!lesson && mistakeAt(game, state.review) !== null);
    const hasBetter = isTold && walk?.why === state.why && walk?.why.kind !== "kept";
    this.walk.show(walk, isAsked, hasBetter, lesson ? refusal(lesson, game) : "");
    this.moveList.show(game.moves, plyOfGame(game), state.review, placesOf(game));
    this.showStanding(state);
    const isOver = position.outcome !== null;
    const view = { ...state, isOver, toMove: sideToMove(position) };
    if (isAnalyzing) this.analysis.show(view);
    this.panels.show(position, { ...game, place: position.moves, link: state.address });
    const { next } = this.lesson;
    const isLost = hadFocus && isFocusLost(this.board);
    // The button that opened a lesson may be gone before the lesson is there.
    if (isLost || (next && this.awaitsLesson && this.board.contains(document.activeElement)))
      (next ?? this.board).focus();
    this.awaitsLesson = next === null && (isLost || this.awaitsLesson);
  }

  /** A hint stands beside the board, whose signs it explains. @param {import("../core/hint.js").Hint | null} advice */
  showAdvice(advice) {
    this.root.classList.toggle("is-estimate", advice?.isEstimate === true);
    this.advice.hidden = advice === null;
    putIfNew(this.advice, [advice], () => [
      h("p", {}, ...withCells(advice?.words ?? "")),
      advice?.question !== undefined && questionList(advice.question),
      advice?.next && button(advice.next, this.actions.hint, { "data-name": "next" }),
      button(icon("close"), this.actions.dismissHint, { class: "plain", "aria-label": "Close the hint" }),
    ]);
  }

  /** The signs of the reason or, in a lesson, of its sentence that is being read. @param {PlayState} state */
  signs({ lesson, position, why }) {
    const move = lesson?.state === "told" ? task(lesson) : null;
    const signs = signsOver(why, position);
    if (!lesson || !move || !why || !signs) return signs;
    const story = shortStory(why);
    const part = story[Math.min(lesson.step, story.length - (move.counted ? 0 : 1))];
    const counted = move.counted?.cells;
    return part ? signsIn(signs, part) : { ...NO_SIGNS, counted };
  }

  /** What is at stake beside this game: the match, the way up the levels, the games won in a row. @param {PlayState} state */
  showStanding({ game, match, isFirst, isAnalyzing }) {
    if (isFirst || isAnalyzing) return;
    const level = personsColor(game) && machineOf(game.players).level;
    putIfNew(this.standing, [matchInWords(match, game), level, result(game)?.winner], () => {
      const games = ownGames.get();
      const n = streak(games);
      const words = [
        matchInWords(match, game),
        level !== null && ladderInWords(games, level),
        level !== null && n > 1 && `${n} wins in a row`,
      ];
      return words.map((text) => text && h("p", {}, text));
    });
  }

  /** Before the game begins, the panel has the choices instead of the moves. @param {PlayState} state */
  showStart({ game, isFirst, isAnalyzing }) {
    markPlace(isAnalyzing ? "/analysis" : "/");
    if (isFirst !== !this.setup.root.hidden || isAnalyzing !== !this.analysis.root.hidden)
      this.tabs.show("game");
    this.setup.root.hidden = !isFirst;
    this.playing.hidden = isFirst || isAnalyzing;
    this.analysis.root.hidden = !isAnalyzing;
    this.more.hidden = isFirst;
    this.analysisLink.hidden = isAnalyzing;
    this.toolRow.hidden = isFirst;
    this.hint.hidden = !isFirst;
    putIfNew(this.hint, [game.size], () => keysInWords(game.size));
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

  /** The way the game was decided, and the buttons shown after it. @param {PlayState} state @param {GameEnd | null} end */
  showEnd({ game, lesson, walk, review, isReviewed, errors }, end) {
    const error = review ? null : errors.review;
    const isLearning = (lesson !== null && !(error && lesson.state === "waiting")) || walk !== null;
    const person = personsColor(game);
    const level = machineOf(game.players).level;
    this.end.hidden = end === null || isLearning;
    putIfNew(this.decided, [end, isReviewed, review, error], () => {
      if (!end || nMachines(game.players) === 2) return [];
      if (!error) return [lessonOfGame(game, end, review, isReviewed)];
      return [`No reason yet. ${inWords(error)} `, button("Retry", this.actions.retry)];
    });
    const hasNext = person !== null && end?.winner === person && level < 10;
    this.nextLevelButton.textContent = `Try level ${level + 1}`;
    putIfNew(this.endActions, [hasNext], () => [
      this.showButton,
      hasNext && this.nextLevelButton,
      this.rematchButton,
    ]);
    this.root.classList.toggle("is-learning", isLearning);
  }
}

/**
 * The lesson of a finished game in words or, if it has none, the reason.
 *
 * @param {Game} game
 * @param {GameEnd} end
 * @param {import("../net/api.js").Review | null} review
 * @param {boolean} isReviewed whether no more of the review will come
 */
function lessonOfGame({ resigned }, { winner }, review, isReviewed) {
  if (review?.lesson) return review.lesson.headline;
  if (!isReviewed) return "Looking for the move to learn from…";
  if (!review?.complete) return "Too little is proved to say where the game was decided.";
  if (winner && !resigned) return `${colorName(winner)} had the better side from the first disc.`;
  return winner ? "The board did not decide this game." : "Nobody let a win go.";
}

/** @param {import("../core/rules.js").Size} size */
function keysInWords({ width }) {
  const key = (/** @type {string} */ name) => h("kbd", {}, name);
  return [
    ...["Click a column, or press ", key("a"), " to ", key(columnLetter(width - 1))],
    width < 10 && ` (or 1 to ${width})`,
  ];
}

/** The words about the last try in a lesson. @param {Lesson} lesson @param {Game} game */
function refusal(lesson, game) {
  const [move, column] = [task(lesson), lesson.tried.at(-1)];
  return move && column !== undefined ? `${triedInWords(move, column, game.positions[move.ply])}.` : "";
}
