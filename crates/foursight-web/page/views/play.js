// Play and analysis on one screen: `/?pos=4455#3`. The behavior; `play_screen.js` is the appearance.

import * as api from "../net/api.js";
import { addressOf, addressOfGame, gameAt } from "../core/address.js";
import {
  levelToMove,
  lookingAt,
  mover,
  moveInWords,
  newGame,
  placeInWords,
  played,
  redone,
  rematch,
  resigned,
  result,
  shown,
  undone,
} from "../core/game.js";
import { givenUp, lessonFor, nextTask, task, tried } from "../core/lesson.js";
import { hasRoom, MovesError, play, sideToMove, STANDARD } from "../core/rules.js";
import { keepPlayers, keptPlayers, machineOf, withMachine } from "../core/opponents.js";
import { remember } from "../core/own_games.js";
import { isBoolean, setting } from "../core/settings.js";
import { personsColor, sentence, statusOf } from "../core/status.js";
import { Knowledge } from "../net/knowledge.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { lessonInWords } from "../parts/lesson.js";
import { fanfare, knock } from "../browser/sound.js";
import { createOnline } from "./create.js";
import { PlayScreen } from "./play_screen.js";
import { Walking } from "./walking.js";

/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/game.js").Players} Players */
/** @typedef {import("../core/lesson.js").Lesson} Lesson */
/** @typedef {import("../core/rules.js").Size} Size */
/** @typedef {"push" | "replace" | "none"} Step how the address follows */

/** Machines wait a little, so that one sees the disc before the answer falls. */
const THINKING_MS = { answer: 420, watch: 800 };

/** @type {Players} */
const PEOPLE = { red: "person", yellow: "person" };

const analyzing = setting("analysis", false, isBoolean);

export class PlayView {
  title = "Foursight: Connect Four";
  game = newGame(STANDARD, PEOPLE);
  isAnalyzing = analyzing.get();
  isPaused = false;
  /** Whether a game has begun; before, the panel has the choices and no machine moves. */
  isBegun = false;
  /** @type {{ columns: readonly number[], words: string } | null} */
  advice = null;
  /** @type {Lesson | null} */
  lesson = null;
  abort = new AbortController();
  knowledge = new Knowledge(() => this.render());
  walking = new Walking(() => this.render());

  /** @param {URL} url @param {any} state @param {(href: string, state?: unknown) => void} navigate */
  constructor(url, state, navigate) {
    this.navigate = navigate;
    this.screen = new PlayScreen({
      play: (column) => this.play(column),
      refuse: (reason) => this.refuse(reason),
      back: () => this.walking.step(-1) || this.step(undone(this.game)),
      forward: () => this.walking.step(1) || this.step(redone(this.game)),
      jump: (ply) => this.jump(ply),
      hint: () => this.hint(),
      pause: () => this.pause(),
      restart: () => this.start(newGame(this.game.size, this.game.players)),
      newGame: () => this.navigate(addressOf(this.game.size, [])),
      seat: (players) => this.seat(this.game.size, players),
      choose: (size, players) => this.seat(size, players),
      rematch: () => this.start(rematch(this.game)),
      resign: () => this.change(resigned(this.game), "replace"),
      setAnalyzing: (isOn) => this.setAnalyzing(isOn),
      learn: () => this.startLesson(),
      walkThrough: (why, isEscape) => this.walking.begin(why, this.game.size, isEscape),
      walk: (by) => this.walking.step(by),
      escape: () => this.walking.escape(),
      endWalk: () => this.walking.close(),
      nextTask: () => this.teach(this.lesson && nextTask(this.lesson)),
      giveUp: () => this.teach(this.lesson && givenUp(this.lesson)),
      endLesson: () => this.teach(null),
      start: (size, players) => this.start(newGame(size, players)),
      goOn: () => this.goOn(),
      create: (options) => createOnline(options, navigate),
      render: () => this.render(),
    });
    this.root = this.screen.root;
    this.readdress(url, state);
  }

  /** Follows the address. @param {URL} url @param {any} state */
  readdress(url, state) {
    const hasMoves = url.searchParams.get("pos") !== null;
    const isAnalysis = url.pathname === "/analysis";
    if (isAnalysis && !hasMoves && this.game.moves.length > 0) {
      this.change(this.game, "replace");
      this.setAnalyzing(true);
      return;
    }
    const players = state?.players ?? (hasMoves || isAnalysis ? PEOPLE : keptPlayers());
    // A history entry keeps its players when others are chosen later.
    if (!state?.players) history.replaceState({ ...state, players }, "");
    this.lesson = null;
    this.isPaused = false;
    this.isBegun = state?.isBegun === true || isAnalysis;
    if (isAnalysis) this.setAnalyzing(true);
    else if (!hasMoves) this.isAnalyzing = false;
    try {
      this.change(gameAt(url, players, state?.resigned ?? null), "none");
    } catch (error) {
      if (!(error instanceof MovesError)) throw error;
      notify(`This link does not work: ${error.message}.`);
      this.change(newGame(STANDARD, players), "replace");
    }
  }

  leave() {
    this.abort.abort();
    this.walking.end();
    this.knowledge.stop();
    this.screen.leave();
    clearNotice();
  }

  /** @param {Game} game @param {Step} step */
  change(game, step) {
    const before = this.game;
    this.game = game;
    this.advice = null;
    this.walking.end();
    const state = { players: game.players, resigned: game.resigned, isBegun: this.isBegun };
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
    const move = (isNext ? moveInWords : placeInWords)(shown(game));
    const words = [
      game.ply !== before.ply && move,
      (end || levelToMove(game) === null) && sentence(statusOf(game)),
    ];
    announce(words.filter(Boolean).join(" "));
    if (isNext) knock();
    if (end && (isNext || game.resigned)) {
      fanfare(end.winner === (personsColor(game) ?? end.winner));
      remember(game);
    }
  }

  /** @param {Game} game */
  start(game) {
    this.isPaused = false;
    this.isBegun = true;
    keepPlayers(game.players);
    this.lesson = null;
    clearNotice();
    this.change(game, "push");
  }

  /** @param {number} column */
  play(column) {
    if (this.walking.play(column)) return;
    if (this.lesson) {
      this.teach(tried(this.lesson, column));
      // A wrong try is refuted on the board, without a word on what is better.
      if (this.lesson.state === "open") this.walking.explain(play(shown(this.game), column));
      return;
    }
    const reason = this.closed() ?? (hasRoom(shown(this.game), column) ? null : "That column is full.");
    if (reason !== null) this.refuse(reason);
    else this.change(played(this.game, column), "push");
  }

  /** @param {string} reason */
  refuse(reason) {
    notify(reason);
  }

  /** One step back or forward; a lesson stays where it is. @param {Game} game */
  step(game) {
    if (!this.lesson) this.change(game, "replace");
  }

  /** The shown position against a machine. */
  goOn() {
    const players = withMachine(machineOf(this.game.players).level, sideToMove(shown(this.game)));
    this.start(newGame(this.game.size, players, shown(this.game).moves));
  }

  /** Other players, who apply at once; another size is chosen before the first move. @param {Size} size @param {Players} players */
  seat(size, players) {
    keepPlayers(players);
    const game = this.game.moves.length === 0 ? newGame(size, players) : { ...this.game, players };
    this.change(game, "replace");
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
    if (level === null || this.isPaused || this.lesson || this.isFirst) return;
    this.abort = new AbortController();
    const { signal } = this.abort;
    const { game } = this;
    const wait = personsColor(game) ? THINKING_MS.answer : THINKING_MS.watch;
    const ask = () => api.machineMove(game.size, game.moves, level, signal);
    try {
      const failed = (/** @type {unknown} */ error) =>
        notify(`${inWords(error)} Asking for the machine's move again.`);
      const [answer] = await Promise.all([api.persistently(ask, signal, failed), api.pause(wait, signal)]);
      this.change(played(this.game, answer.column - 1), "replace");
    } catch (error) {
      if (!signal.aborted) notify(inWords(error), { label: "Try again", act: () => this.moveMachine() });
    }
  }

  async hint() {
    const { game } = this;
    this.advice = { columns: [], words: "Looking for the best move…" };
    this.render();
    try {
      const { advice } = await api.analyze(game.size, game.moves.slice(0, game.ply));
      if (this.game !== game) return;
      const words = advice ? `Hint: ${advice.words}` : "No hint yet: this position is still being solved";
      this.advice = { columns: (advice?.columns ?? []).map((column) => column - 1), words };
      announce(words);
      this.render();
    } catch (error) {
      this.advice = null;
      this.render();
      notify(inWords(error));
    }
  }

  /** @param {boolean} isOn */
  setAnalyzing(isOn) {
    this.isAnalyzing = isOn;
    analyzing.set(isOn);
    if (isOn) this.screen.tabs.choose("analysis");
    this.render();
  }

  async startLesson() {
    const { game } = this;
    // Without the reasons, the order is that of the review.
    const review = await api
      .explainedReview(game.size, game.moves)
      .catch(() => this.knowledge.review(game.size, game.moves));
    if (!review || this.game !== game) return;
    this.teach(lessonFor(review, personsColor(game)));
  }

  /** @param {Lesson | null} lesson */
  teach(lesson) {
    this.lesson = lesson;
    const move = lesson && task(lesson);
    if (move) this.change(lookingAt(this.game, move.ply), "replace");
    else this.change(this.game, "none");
    // After the announcement of the position.
    if (lesson) announce(lessonInWords(lesson, this.game.size));
    if (lesson) this.screen.showLesson();
  }

  /** Whether no game has begun: nothing was played, and nobody has pressed Play. */
  get isFirst() {
    return !this.isBegun && this.game.moves.length === 0;
  }

  /** Why nothing can be played on the board now, null if something can. */
  closed() {
    if (this.walking.walk) return this.walking.closed();
    if (this.lesson) return this.lesson.state === "open" ? null : "";
    const now = mover(this.game);
    if (!now) return "The game is over.";
    if (now.playedBy === "person") return null;
    if (this.isFirst) return "The machine plays first: press Play.";
    if (levelToMove(this.game) === null) return "The machine moved here. Step forward to your own move.";
    return this.isPaused ? "Paused." : "It is the machine's turn.";
  }

  render() {
    const { game, isAnalyzing, isPaused, lesson, advice } = this;
    const position = shown(game);
    const isAsking = isAnalyzing && !position.outcome;
    const isReviewing = isAnalyzing && game.moves.length > 0;
    if (!isAsking) this.knowledge.drop("analysis");
    if (!isReviewing) this.knowledge.drop("review");
    const analysis = isAsking ? this.knowledge.analysis(game.size, position.moves) : null;
    const review = isReviewing ? this.knowledge.review(game.size, game.moves) : null;
    this.screen.show({
      game,
      position,
      isFirst: this.isFirst,
      isAnalyzing,
      isPaused,
      lesson,
      advice,
      closed: this.closed(),
      analysis,
      review,
      why: lesson ? null : this.knowledge.reason(position, analysis, review),
      walk: this.walking.walk,
      error: this.knowledge.error,
    });
  }
}
