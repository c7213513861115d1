// Play and analysis on one screen: `/?pos=4455#3`.

import * as api from "../api.js";
import { addressOfGame, gameAt } from "../core/address.js";
import {
  isLatest, levelToMove, lookingAt, mover, moveInWords, newGame, played, redone, rematch, resigned,
  result, shown, undone,
} from "../core/game.js";
import { givenUp, newLesson, nextTask, task, tried } from "../core/lesson.js";
import { MovesError, legal, sideToMove, STANDARD } from "../core/rules.js";
import { isBoolean, setting } from "../core/settings.js";
import { personsColor, playerName, statusOf } from "../core/status.js";
import { button, h, put, setAttribute } from "../dom.js";
import { Knowledge } from "../knowledge.js";
import { AnalysisPanel } from "../parts/analysis.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { BitsPanel } from "../parts/bits.js";
import "../parts/board.js";
import { LessonPanel, lessonInWords } from "../parts/lesson.js";
import { Players } from "../parts/players.js";
import { keptSeats, Setup } from "../parts/setup.js";
import { SharePanel } from "../parts/share.js";
import { Tabs } from "../parts/tabs.js";
import { fanfare, knock } from "../sound.js";

/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../core/lesson.js").Lesson} Lesson */
/** @typedef {import("../parts/board.js").FourBoard} FourBoard */
/** @typedef {import("../parts/moves.js").MoveList} MoveList */
/** @typedef {"push" | "replace" | "none"} Step how the address follows */

/** Machines wait a little, so that one sees the disc before the answer falls. */
const THINKING_MS = { answer: 420, watch: 800 };

const analyzing = setting("analysis", false, isBoolean);
const chosenTab = setting("tab", "game", (value) => typeof value === "string");

export class PlayView {
  title = "Foursight: Connect Four";

  /** @param {URL} url @param {any} state @param {(href: string) => void} navigate */
  constructor(url, state, navigate) {
    this.navigate = navigate;
    this.isAnalyzing = analyzing.get();
    this.isPaused = false;
    /** @type {readonly number[]} */
    this.advised = [];
    /** @type {Lesson | null} */
    this.lesson = null;
    this.abort = new AbortController();
    this.knowledge = new Knowledge(() => this.render());
    this.buildParts();
    this.root = this.layout();
    /** @type {Game} */
    this.game = newGame(STANDARD, keptSeats());
    this.readdress(url, state);
  }

  buildParts() {
    const on = (/** @type {HTMLElement} */ part, /** @type {string} */ name, /** @type {(detail: any) => void} */ act) => {
      part.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    };
    this.board = /** @type {FourBoard} */ (document.createElement("four-board"));
    on(this.board, "play", ({ column }) => this.play(column));
    on(this.board, "refused", ({ reason }) => this.refuse(reason));
    on(this.board, "back", () => this.back());
    on(this.board, "forward", () => this.forward());
    this.players = new Players();
    this.status = h("p", { class: "status" });
    this.endActions = h("div", { class: "actions end" });
    this.lessonPanel = new LessonPanel({
      next: () => this.teach(this.lesson && nextTask(this.lesson)),
      give: () => this.teach(this.lesson && givenUp(this.lesson)),
      end: () => this.teach(null),
    });
    this.setup = new Setup({
      start: (size, seats) => this.start(newGame(size, seats)),
      goOn: (seats) => this.change({ ...this.game, seats, moves: this.game.moves.slice(0, this.game.ply), resigned: null }, "replace"),
      create: (game) => this.createOnline(game),
    });
    this.moveList = /** @type {MoveList} */ (document.createElement("move-list"));
    on(this.moveList, "jump", ({ ply }) => this.jump(ply));
    this.analysis = new AnalysisPanel({
      jump: (ply) => this.jump(ply),
      play: (column) => this.play(column),
      learn: () => this.startLesson(),
      toggle: (isOn) => this.setAnalyzing(isOn),
    });
    this.bits = new BitsPanel();
    this.share = new SharePanel();
    this.buildTools();
  }

  buildTools() {
    this.tools = {
      back: button("Undo", () => this.back(), { class: "tool back", title: "One step back (u)" }),
      forward: button("Redo", () => this.forward(), { class: "tool forward", title: "One step forward (r)" }),
      hint: button("Hint", () => this.hint(), { class: "tool hint" }),
      pause: button("Pause", () => this.pause(), { class: "tool pause" }),
      restart: button("Restart", () => this.start(newGame(this.game.size, this.game.seats)), { class: "tool restart" }),
      resign: button("Resign", () => this.change(resigned(this.game), "replace"), { class: "tool resign" }),
      analysis: button("Analysis", () => this.setAnalyzing(!this.isAnalyzing), { class: "tool analyze" }),
    };
  }

  layout() {
    const game = h("section", { class: "panel" }, h("h2", {}, "Moves"), this.moveList,
      h("h2", {}, "New game"), this.setup.root);
    const tabs = [
      { name: "game", label: "Game", panel: game },
      { name: "analysis", label: "Analysis", panel: this.analysis.root },
      { name: "bits", label: "Bits", panel: this.bits.root },
      { name: "share", label: "Share", panel: this.share.root },
    ];
    const known = tabs.some(({ name }) => name === chosenTab.get()) ? chosenTab.get() : "game";
    this.tabs = new Tabs("Beside the board", tabs, known, (name) => {
      chosenTab.set(name);
      this.render();
    });
    return h("div", { class: "two-sides" },
      h("section", { class: "table", "aria-label": "The game" },
        h("h1", { class: "visually-hidden" }, "Connect Four"), this.players.root, this.status,
        this.board, h("div", { class: "tools", role: "group", "aria-label": "Game" }, ...Object.values(this.tools)),
        this.endActions, this.lessonPanel.root),
      h("aside", { class: "beside", "aria-label": "Beside the board" }, this.tabs.root));
  }

  /** Follows the address. @param {URL} url @param {any} state */
  readdress(url, state) {
    const seats = state?.seats ?? (url.searchParams.get("pos") ? { red: "person", yellow: "person" } : keptSeats());
    this.lesson = null;
    try {
      this.change(gameAt(url, seats, state?.resigned ?? null), "none");
    } catch (error) {
      if (!(error instanceof MovesError)) throw error;
      notify(`This address holds no game: ${error.message}.`);
      this.change(newGame(STANDARD, seats), "none");
    }
  }

  leave() {
    this.abort.abort();
    this.knowledge.stop();
    this.bits.stop();
    clearNotice();
  }

  /** @param {Game} game @param {Step} step */
  change(game, step) {
    const before = this.game;
    this.game = game;
    this.advised = [];
    const state = { seats: game.seats, resigned: game.resigned };
    if (step === "push") history.pushState(state, "", addressOfGame(game));
    if (step === "replace") history.replaceState(state, "", addressOfGame(game));
    if (step !== "none") this.tell(before);
    this.render();
    this.moveMachine();
  }

  /** Says and sounds what happened. @param {Game} before */
  tell(before) {
    const { game } = this;
    const isNext = game.ply === before.ply + 1;
    const end = result(game);
    const words = [game.ply !== before.ply && moveInWords(shown(game)), (end || levelToMove(game) === null) && `${statusOf(game)}.`];
    announce(words.filter(Boolean).join(" "));
    if (isNext) knock();
    if (end && (isNext || game.resigned)) fanfare(end.winner === (personsColor(game) ?? end.winner));
  }

  /** @param {Game} game */
  start(game) {
    this.isPaused = false;
    this.lesson = null;
    clearNotice();
    this.change(game, "push");
  }

  /** @param {number} column */
  play(column) {
    if (this.lesson) {
      this.teach(tried(this.lesson, column));
      return;
    }
    const reason = this.closed() ?? (legal(shown(this.game)).includes(column) ? null : "That column is full.");
    if (reason !== null) this.refuse(reason);
    else this.change(played(this.game, column), "push");
  }

  /** @param {string} reason */
  refuse(reason) {
    announce(reason);
    notify(reason);
  }

  back() {
    if (!this.lesson) this.change(undone(this.game), "replace");
  }

  forward() {
    if (!this.lesson) this.change(redone(this.game), "replace");
  }

  /** @param {number} ply */
  jump(ply) {
    this.lesson = null;
    this.change(lookingAt(this.game, ply), "push");
  }

  pause() {
    this.isPaused = !this.isPaused;
    this.render();
    this.moveMachine();
  }

  async moveMachine() {
    this.abort.abort();
    const level = levelToMove(this.game);
    if (level === null || this.isPaused || this.lesson) return;
    this.abort = new AbortController();
    const { signal } = this.abort;
    const { game } = this;
    const wait = personsColor(game) ? THINKING_MS.answer : THINKING_MS.watch;
    const ask = () => api.machineMove(game.size, game.moves, level, signal);
    try {
      const failed = (/** @type {unknown} */ error) => notify(`${inWords(error)} The machine's move is asked for again.`);
      const [answer] = await Promise.all([api.persistently(ask, signal, failed), api.pause(wait, signal)]);
      this.change(played(this.game, answer.column - 1), "replace");
    } catch (error) {
      if (!signal.aborted) notify(inWords(error), { label: "Try again", act: () => this.moveMachine() });
    }
  }

  async hint() {
    const { game } = this;
    try {
      const { moves } = await api.analyze(game.size, game.moves.slice(0, game.ply));
      if (this.game !== game) return;
      const best = moves.filter((move) => move.best);
      this.advised = best.map((move) => move.column - 1);
      const columns = best.map((move) => move.column).join(" or ");
      this.hintWords = best.length > 0 ? `Hint: column ${columns} ${best[0].words}` : "No hint: not worked out yet";
      announce(this.hintWords);
      this.render();
    } catch (error) {
      notify(inWords(error));
    }
  }

  /** @param {boolean} isOn */
  setAnalyzing(isOn) {
    this.isAnalyzing = isOn;
    analyzing.set(isOn);
    if (isOn) this.tabs?.choose("analysis");
    this.render();
  }

  startLesson() {
    const review = this.knowledge.review(this.game.size, this.game.moves);
    if (!review) return;
    const person = personsColor(this.game);
    const own = newLesson(review, person ? [person] : ["red", "yellow"]);
    this.teach(own.moves.length > 0 ? own : newLesson(review, ["red", "yellow"]));
  }

  /** @param {Lesson | null} lesson */
  teach(lesson) {
    this.lesson = lesson;
    const move = lesson && task(lesson);
    if (lesson) announce(lessonInWords(lesson, this.game.size));
    if (move) this.change(lookingAt(this.game, move.ply), "replace");
    else this.change(this.game, "none");
  }

  /** @param {import("../parts/setup.js").OnlineGame} options */
  async createOnline(options) {
    try {
      const { link } = await api.request("/api/games", { method: "POST", body: options });
      this.navigate(link);
    } catch (error) {
      notify(inWords(error));
    }
  }

  /** Why nothing can be played on the board now, null if something can. */
  closed() {
    if (this.lesson) return this.lesson.state === "open" ? null : "";
    const now = mover(this.game);
    if (!now) return "The game is over.";
    if (now.seat === "person") return null;
    if (levelToMove(this.game) === null) return "Here the machine was to move: step to your own move, or take over its side with a new game.";
    return whyMachinesWait(this.isPaused);
  }

  render() {
    // The first position is shown before everything is in its place.
    if (!this.tabs || !this.root) return;
    const position = shown(this.game);
    const end = result(this.game);
    this.showPlayers(end);
    this.status.textContent = this.advised.length > 0 ? this.hintWords ?? "" : statusOf(this.game);
    this.status.classList.toggle("is-end", end !== null);
    const analysis = this.isAnalyzing && !position.outcome
      ? this.knowledge.analysis(this.game.size, position.moves) : null;
    this.board?.show({ position, closed: this.closed(), advised: this.advice(), scores: this.scores(analysis) });
    this.showTools(end);
    this.showPanels(analysis);
  }

  /** @param {import("../core/game.js").Result | null} end */
  showPlayers(end) {
    const now = mover(this.game);
    const player = (/** @type {Color} */ color) => {
      const seat = this.game.seats[color];
      const note = typeof seat === "number" ? `Level ${seat}` : playerName(this.game, color) === "You" ? (color === "red" ? "Red" : "Yellow") : "";
      return { name: playerName(this.game, color), note, isToMove: now?.color === color, hasWon: end?.winner === color };
    };
    this.players?.show({ red: player("red"), yellow: player("yellow") });
  }

  advice() {
    const move = this.lesson && task(this.lesson);
    if (move && this.lesson?.state !== "open") return move.best_columns.map((column) => column - 1);
    return this.advised;
  }

  /**
   * The row of scores below the board; in a lesson, of what was tried.
   *
   * @param {api.Analysis | null} analysis
   * @returns {import("../parts/board.js").BoardView["scores"]}
   */
  scores(analysis) {
    if (this.lesson) return this.lessonScores(this.lesson);
    if (!this.isAnalyzing) return null;
    return Array.from({ length: this.game.size.width }, (_, column) => {
      const move = analysis?.moves.find((candidate) => candidate.column === column + 1);
      return move ? { score: move.score, isBest: move.best, words: move.words } : null;
    });
  }

  /** @param {Lesson} lesson */
  lessonScores(lesson) {
    const move = task(lesson);
    return Array.from({ length: this.game.size.width }, (_, column) => {
      const score = move?.scores[column];
      const isSeen = lesson.state !== "open" || lesson.tried.includes(column);
      if (!move || score === null || score === undefined || !isSeen) return null;
      return { score, isBest: score === move.best, words: "" };
    });
  }

  /** @param {import("../core/game.js").Result | null} end */
  showTools(end) {
    const { game, tools, isPaused } = this;
    if (!tools) return;
    const isWatching = game.seats.red !== "person" && game.seats.yellow !== "person";
    tools.back.disabled = game.ply === 0 || this.lesson !== null;
    tools.forward.disabled = isLatest(game) || this.lesson !== null;
    tools.hint.disabled = this.closed() !== null || this.lesson !== null;
    tools.pause.hidden = !isWatching || end !== null;
    tools.pause.textContent = isPaused ? "Go on" : "Pause";
    tools.restart.disabled = game.moves.length === 0;
    tools.resign.hidden = isWatching;
    tools.resign.disabled = end !== null || !isLatest(game) || game.moves.length === 0;
    setAttribute(tools.analysis, "aria-pressed", String(this.isAnalyzing));
    this.setup?.show(game.ply > 0 && !shown(game).outcome);
    if (!this.endActions) return;
    put(this.endActions, end && button("Rematch, sides swapped", () => this.start(rematch(game)), { class: "primary" }),
      end && !this.isAnalyzing && button("How was it played?", () => this.setAnalyzing(true)));
  }

  /** @param {api.Analysis | null} analysis */
  showPanels(analysis) {
    const { game } = this;
    const position = shown(game);
    this.moveList?.show(game.moves, game.ply, this.isAnalyzing ? this.review() : null);
    this.lessonPanel?.show(this.lesson, game.size);
    const isHidden = this.lesson !== null;
    this.analysis?.show(!this.isAnalyzing ? null : {
      game,
      isOver: position.outcome !== null,
      toMove: sideToMove(position),
      analysis: isHidden ? null : analysis,
      review: this.review(),
      error: this.knowledge.error,
    });
    if (this.tabs?.chosen === "bits") this.bits?.show(position);
    if (this.tabs?.chosen === "share") this.share?.show(game);
  }

  review() {
    return this.game.moves.length > 0 ? this.knowledge.review(this.game.size, this.game.moves) : null;
  }
}

/** @param {boolean} isPaused */
function whyMachinesWait(isPaused) {
  return isPaused ? "The machines are waiting." : "It is the machine's turn.";
}
