// Play and analysis on one screen: `/?pos=4455#3`. The behavior; `play_screen.js` is the appearance.

import * as api from "../net/api.js";
import { addressOfGame, gameAt } from "../core/address.js";
import {
  isLatest,
  levelToMove,
  lookingAt,
  mover,
  newGame,
  PEOPLE,
  played,
  redone,
  rematch,
  resigned,
  shown,
  undone,
} from "../core/game.js";
import { hintFrom } from "../core/hint.js";
import { givenUp, lessonFor, nextTask, task, tried } from "../core/lesson.js";
import { sentenceOn } from "../core/remark.js";
import { columnOf, hasRoom, MovesError, play, STANDARD } from "../core/rules.js";
import { analyzing } from "../core/settings.js";
import { personsColor, statusOf } from "../core/status.js";
import * as variations from "../core/variations.js";
import { Knowledge } from "../net/knowledge.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { lessonInWords } from "../parts/lesson.js";
import { keptPlayers } from "../parts/setup.js";
import { createOnline } from "./create.js";
import { Opponent } from "./opponent.js";
import { PlayScreen } from "./play_screen.js";
import { tell } from "./telling.js";
import { Walking } from "./walking.js";

/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/game.js").Players} Players */
/** @typedef {import("../core/lesson.js").Lesson} Lesson */
/** @typedef {"push" | "replace" | "none"} Step how the address follows */

export class PlayView {
  title = "Foursight: Connect Four";
  game = newGame(STANDARD, PEOPLE);
  isAnalyzing = analyzing.get();
  isPaused = false;
  /** @type {import("../core/hint.js").Hint | null} */
  advice = null;
  /** @type {Lesson | null} */
  lesson = null;
  knowledge = new Knowledge(() => this.render());
  walking = new Walking(() => this.render());
  opponent = new Opponent((column) => this.change(played(this.game, column), "replace"));

  /** @param {URL} url @param {any} state @param {(href: string, state?: unknown) => void} navigate */
  constructor(url, state, navigate) {
    /** What keys do anywhere on the page. */
    this.keys = {
      play: (/** @type {number} */ column) => this.play(column),
      back: () => this.walking.step(-1) || this.step(undone(this.game)),
      forward: () => this.walking.step(1) || this.step(redone(this.game)),
      first: () => this.walking.step(-Infinity) || this.step(lookingAt(this.game, 0)),
      last: () => this.walking.step(Infinity) || this.step(variations.atEnd(this.game)),
      hint: () => this.hint(),
      flip: () => this.flip(),
      leave: () => this.leaveVariation(),
    };
    this.screen = new PlayScreen({
      ...this.keys,
      refuse: (reason) => notify(reason),
      jump: (ply) => this.jump(lookingAt(this.game, ply)),
      go: (moves) => this.jump(variations.lookingAtMoves(this.game, moves)),
      playOut: (line) => this.jump(variations.playedOut(this.game, [...line].map(columnOf))),
      remove: () => this.change(variations.withoutVariation(this.game), "push"),
      mistake: (move) => this.goToMistake(move),
      pause: () => this.pause(),
      restart: () => this.restart(),
      rematch: () => this.start(rematch(this.game)),
      resign: () => this.resign(),
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
      goOn: (players) => this.goOn(players),
      create: (options) => createOnline(options, navigate),
      render: () => this.render(),
    });
    this.root = this.screen.root;
    this.readdress(url, state);
  }

  /** Follows the address. @param {URL} url @param {any} state */
  readdress(url, state) {
    const players = state?.players ?? (url.searchParams.get("pos") ? PEOPLE : keptPlayers());
    // A history entry keeps its players when others are chosen later.
    if (!state?.players) history.replaceState({ ...state, players }, "");
    this.lesson = null;
    this.isPaused = false;
    try {
      this.change(gameAt(url, players, state?.resigned ?? null), "none");
    } catch (error) {
      if (!(error instanceof MovesError)) throw error;
      this.change(newGame(STANDARD, players), "replace");
      notify(`This link does not work: ${error.message}.`);
    }
  }

  leave() {
    this.opponent.stop();
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
    if (step !== "none") {
      const { players, resigned } = game;
      const enter = step === "push" ? "pushState" : "replaceState";
      history[enter]({ players, resigned }, "", addressOfGame(game));
      clearNotice();
      tell(before, game);
    }
    this.render();
    this.moveMachine();
  }

  /** @param {Game} game */
  start(game) {
    this.isPaused = false;
    this.lesson = null;
    this.change(game, "push");
  }

  /** A new game; the one before is not lost. */
  restart() {
    const before = this.game;
    this.start(newGame(before.size, before.players));
    this.offerBack("A new game has begun.", () => this.start(before));
  }

  resign() {
    const before = this.game;
    this.change(resigned(before), "replace");
    this.offerBack(`${statusOf(this.game)}.`, () => this.change(before, "replace"));
  }

  /** Says what was done, with a way back. @param {string} words @param {() => void} act */
  offerBack(words, act) {
    // The message is an announcement itself.
    announce("");
    notify(words, { label: "Undo", act });
  }

  /** @param {number} column */
  play(column) {
    if (this.walking.play(column)) return;
    const reason = this.closed() ?? (hasRoom(shown(this.game), column) ? null : "That column is full.");
    if (reason !== null) {
      if (reason) notify(reason);
    } else if (this.lesson) {
      this.teach(tried(this.lesson, column));
      // A wrong try is refuted on the board, without a word on what is better.
      if (this.lesson.state === "open") this.walking.explain(play(shown(this.game), column));
    } else {
      const isFree = variations.isFree(this.game, this.isAnalyzing);
      this.change((isFree ? variations.varied : played)(this.game, column), "push");
    }
  }

  /** One step back or forward; a lesson stays where it is. @param {Game} game */
  step(game) {
    if (!this.lesson) this.change(game, "replace");
  }

  /** The shown position with other players. @param {Players} players */
  goOn(players) {
    this.start(newGame(this.game.size, players, shown(this.game).moves));
  }

  /** @param {Game} game the same, looked at elsewhere */
  jump(game) {
    this.lesson = null;
    this.change(game, "push");
  }

  leaveVariation() {
    if (variations.isInVariation(this.game)) this.jump(variations.backInGame(this.game));
  }

  /** Looks at the board from behind. */
  flip() {
    if (this.lesson || this.walking.walk) return;
    this.change(variations.mirrored(this.game), "replace");
    announce("Left and right are exchanged.");
  }

  /** @param {api.GradedMove} move */
  goToMistake(move) {
    this.jump(lookingAt(this.game, move.ply + 1));
    this.advise({ columns: [], words: sentenceOn(move) });
  }

  pause() {
    this.isPaused = !this.isPaused;
    this.render();
    this.moveMachine();
  }

  moveMachine() {
    if (this.isPaused || this.lesson) this.opponent.stop();
    else this.opponent.think(this.game);
  }

  async hint() {
    const { game } = this;
    if (this.closed() !== null || this.lesson || this.walking.walk) return;
    this.advise({ columns: [], words: "Looking for the best move…" });
    try {
      const analysis = await api.analyze(game.size, shown(game).moves);
      if (this.game === game) this.advise(hintFrom(analysis));
    } catch (error) {
      this.advice = null;
      this.render();
      notify(inWords(error));
    }
  }

  /** @param {import("../core/hint.js").Hint} advice */
  advise(advice) {
    this.advice = advice;
    announce(advice.words);
    this.render();
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
    const review = await this.knowledge.explained(game.size, game.moves);
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

  /** Why nothing can be played on the board now, null if something can. */
  closed() {
    const { game } = this;
    if (this.walking.walk) return this.walking.closed();
    if (this.lesson) return this.lesson.state === "open" ? null : "";
    const isFree = variations.isFree(game, this.isAnalyzing);
    const now = mover(game);
    if (!now) return isFree && !isLatest(game) ? "The variation is over." : "The game is over.";
    if (isFree || now.playedBy === "person") return null;
    if (levelToMove(game) === null) return "The machine moved here. Step forward to your own move.";
    return this.isPaused ? "Paused." : "It is the machine's turn.";
  }

  render() {
    const { game, isAnalyzing, isPaused, lesson, advice } = this;
    this.screen.show({
      ...this.knowledge.of(game, isAnalyzing, lesson === null),
      game,
      position: shown(game),
      isAnalyzing,
      isPaused,
      lesson,
      advice,
      closed: this.closed(),
      walk: this.walking.walk,
    });
  }
}
