// Play and analysis on one screen: `/?pos=4455#3`, `/analysis?pos=4455#3`. The behavior; `play_screen.js` is the appearance.

import * as api from "../net/api.js";
import { addressOfGame, analysisOf, gameAt } from "../core/address.js";
import {
  isOver,
  lookingAt,
  newGame,
  nToPlace,
  PEOPLE,
  played,
  redone,
  rematch,
  resigned,
  seated,
  shown,
  stepped,
  swapped,
  undone,
} from "../core/game.js";
import {
  askedBetter,
  flipped,
  lessonFor,
  lessonOn,
  loserOf,
  sentenceOn,
  task,
  tried,
  waiting,
} from "../core/review.js";
import { mistakeAt } from "../core/notes.js";
import { matchAfter } from "../core/match.js";
import { againstNext, isWarning, keepPlayers, keptPlayers, machineOf, withMachine } from "../core/levels.js";
import { ownPositions, ownWith } from "../core/own_positions.js";
import { runningGames, runningWith } from "../core/own_games.js";
import { hasRoom, MovesError, play, sameSize, sideToMove, STANDARD, writeMoves } from "../core/rules.js";
import { givenAway } from "../core/score.js";
import { personsColor, statusOf, whyClosed } from "../core/status.js";
import { landing } from "../core/overlay.js";
import * as variations from "../core/variations.js";
import { Knowledge } from "../net/knowledge.js";
import { hrefOf } from "../browser/page_address.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { lessonInWords } from "../parts/review_panel.js";
import { Opponent } from "./opponent.js";
import { actionsOf, keysOf } from "./play_actions.js";
import { PlayScreen } from "./play_screen.js";
import { offerBack, tellLocal } from "../behaviors/announce.js";
import { Walking } from "../behaviors/walking.js";

/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/game.js").Players} Players */
/** @typedef {import("../core/review.js").Lesson} Lesson */
/** @typedef {import("../core/rules.js").Size} Size */
/** @typedef {"push" | "replace" | "none"} Step how the address follows */

export class PlayView {
  title = "Foursight: Connect Four";
  game = newGame(STANDARD, PEOPLE);
  /** Whether the board shows the result of every move. */
  isAnalyzing = false;
  isPaused = false;
  /** Whether a game has begun; until then, the panel has the choices and no machine moves. */
  isBegun = false;
  /** The name under which the game is kept while it goes on, null until a disc is played. @type {string | null} */
  id = null;
  /** The game whose last disc is looked at before the machine answers. @type {Game | null} */
  checked = null;
  /** Whether a disc was taken back in this game. */
  isWarned = false;
  /** The score of the games with the same players before this one. @type {import("../core/match.js").Match | null} */
  match = null;
  /** @type {import("../core/hint.js").Hint | null} */
  advice = null;
  /** The hints about the shown position, the least telling first. @type {readonly import("../core/hint.js").Hint[]} */
  hints = [];
  /** @type {Lesson | null} */
  lesson = null;
  knowledge = new Knowledge(() => this.render());
  walking = new Walking(() => this.render());
  opponent = new Opponent(
    (column) => this.change(played(this.game, column)),
    () => this.change(swapped(this.game)),
  );
  /** The game in which the person keeps the side rather than swap. @type {Game | null} */
  kept = null;
  /** The person's side in a network game that is reviewed. @type {import("../core/rules.js").Color | null} */
  side = null;

  /** @param {URL} url @param {any} state @param {(href: string, state?: unknown) => void} navigate */
  constructor(url, state, navigate) {
    /** The view's key actions. */
    this.keys = keysOf(this);
    this.screen = new PlayScreen(actionsOf(this, navigate));
    this.root = this.screen.root;
    this.follow(url, state);
  }

  /** Follows another address. @param {URL} url @param {any} state */
  readdress(url, state) {
    // Notices tell of the game that was left.
    clearNotice();
    this.follow(url, state);
  }

  /** @param {URL} url @param {any} state */
  follow(url, state) {
    const hasMoves = url.searchParams.get("pos") !== null;
    const isAnalysis = url.pathname === "/analysis";
    const isChanged = isAnalysis !== this.isAnalyzing;
    this.isAnalyzing = isAnalysis;
    // The header's links analyze the game that is on the board, and go on with it.
    if (isChanged && !url.search && (isAnalysis ? this.game.moves.length > 0 : this.isRunning)) {
      this.change(isAnalysis ? this.game : lookingAt(this.game, this.game.moves.length));
      return;
    }
    const players = state?.players ?? (hasMoves || isAnalysis ? PEOPLE : keptPlayers());
    // A history entry keeps its players when others are chosen later.
    if (!state?.players) history.replaceState({ ...state, players }, "");
    this.lesson = null;
    this.isPaused = false;
    this.isBegun = state?.isBegun === true || isAnalysis;
    this.side = state?.side ?? null;
    this.id = state?.id ?? null;
    this.match = state?.match ?? null;
    this.isWarned = false;
    try {
      this.change(gameAt(url, players, state?.resigned ?? null), "none");
      if (state?.isTaught) this.startLesson("told");
    } catch (error) {
      if (!(error instanceof MovesError)) throw error;
      this.isAnalyzing = false;
      this.change(newGame(STANDARD, keptPlayers()));
      notify(`This link does not work: ${error.message}.`);
    }
  }

  rename() {
    this.render();
  }

  leave() {
    this.opponent.stop();
    this.walking.end();
    this.knowledge.stop();
    this.screen.leave();
    clearNotice();
  }

  /** A game has one entry of the history, so that going back leaves it. @param {Game} game @param {Step} [step] */
  change(game, step = "replace") {
    const before = this.game;
    this.game = game;
    [this.advice, this.hints] = [null, []];
    this.walking.end();
    if (step !== "none") {
      this.keepRunning(before);
      const { players } = seated(game, true);
      const { isBegun, side, id, match } = this;
      const isTaught = this.lesson !== null;
      const state = { players, resigned: game.resigned, isBegun, side, id, match, isTaught };
      history[step === "push" ? "pushState" : "replaceState"](state, "", hrefOf(this.address));
      clearNotice();
      tellLocal(before, game);
    }
    this.render();
    this.moveMachine();
  }

  /** Keeps the game for whoever leaves it, from its first disc here to its end. @param {Game} before */
  keepRunning({ moves }) {
    if (this.isAnalyzing) return;
    if (this.game.moves.length > moves.length) this.id ??= new Date().toISOString();
    if (this.id) runningGames.set(runningWith(runningGames.get(), this.id, this.game, this.match));
  }

  /** @param {Game} game @param {PlayView["match"]} [match] the score before it @param {string | null} [id] if it has begun */
  start(game, match = null, id = null) {
    this.isPaused = false;
    this.isAnalyzing = false;
    this.isBegun = true;
    keepPlayers(game.players);
    this.lesson = null;
    [this.match, this.id] = [match, id];
    this.isWarned = false;
    this.change(game, "push");
  }

  /** Starts a new game; the one before is kept. */
  restart() {
    const { game: before, match, id } = this;
    this.start(newGame(before.size, seated(before, false).players, [], before.rule), match);
    offerBack("A new game has begun.", () => this.start(before, match, id));
  }

  rematch() {
    this.start(rematch(this.game), matchAfter(this.match, this.game));
  }

  /** Plays the level above. */
  nextLevel() {
    this.start(againstNext(this.game));
  }

  resign() {
    const before = this.game;
    this.change(resigned(before));
    offerBack(`${statusOf(this.game)}.`, () => this.change(before));
  }

  swap() {
    this.change(swapped(this.game));
  }

  /** Keeps the side: what is left is to play a disc. */
  keep() {
    this.kept = this.game;
    this.render();
    announce("You keep your side. Play a disc.");
    this.screen.board.focus();
  }

  /** @param {number} column */
  play(column) {
    if (this.walking.isRefusal) this.walking.end();
    if (this.walking.play(column)) return;
    const reason = this.closed() ?? (hasRoom(shown(this.game), column) ? null : "That column is full.");
    if (reason !== null) {
      if (reason) notify(reason);
    } else if (this.lesson) {
      this.teach(tried(this.lesson, column));
      // A wrong try is refuted on the board, without a word on what is better.
      if (this.lesson.state === "open") this.walking.explain(play(shown(this.game), column), this.person);
    } else {
      const { game } = this;
      const isFree = variations.isFree(game, this.isAnalyzing);
      const next = (isFree ? variations.varied : played)(game, column);
      const mayWarn = isWarning.get() && !this.isWarned && !isFree && personsColor(game) !== null;
      this.checked = mayWarn ? next : null;
      this.change(next, this.isFirst ? "push" : "replace");
      if (mayWarn) this.check(game, column);
    }
  }

  /** Takes back a disc that gives the result away, before the machine answers. @param {Game} before @param {number} column */
  async check(before, column) {
    const { game } = this;
    const position = shown(before);
    const analysis = await api.ask("analyze", position).catch(() => null);
    if (this.game !== game) return;
    this.checked = null;
    const gone = analysis && givenAway(analysis, column);
    if (!gone) {
      this.moveMachine();
      return;
    }
    this.isWarned = true;
    this.change(before);
    const words = `${landing(position, column)} gives the ${gone} away. Your disc was taken back, once in this game.`;
    notify(words, { label: "Play it anyway", act: () => this.change(played(before, column)) });
  }

  /** Steps through a walk, the sentences of a lesson, or the game. @param {number} by */
  step(by) {
    if (this.walking.step(by) || this.tell(by) || this.lesson) return;
    this.look(by);
  }

  /** Steps through a walk or the game; a lesson ends with it. @param {number} by */
  look(by) {
    if (this.walking.step(by)) return;
    this.lesson = null;
    this.change(this.lookedOn(by));
  }

  /** The game one move further or back, or at one of its ends. @param {number} by */
  lookedOn(by) {
    const { game, isAnalyzing } = this;
    if (Math.abs(by) > 1) return by < 0 ? lookingAt(game, 0) : variations.atEnd(game);
    if (isAnalyzing) return stepped(game, by < 0 ? -1 : 1);
    return by < 0 ? undone(game) : redone(game);
  }

  /** Continues against a machine from the shown position. */
  goOn() {
    const players = withMachine(machineOf(this.game.players).level, sideToMove(shown(this.game)));
    this.start(newGame(this.game.size, players, shown(this.game).moves));
  }

  /** Seats other players, which applies at once; another size can be chosen only before the first move. @param {Size} size @param {Players} players @param {Game["rule"]} [rule] */
  seat(size, players, rule = this.game.rule) {
    keepPlayers(players);
    const game = this.game.moves.length === 0 ? newGame(size, players, [], rule) : { ...this.game, players };
    this.change(game);
  }

  /** @param {Game} game the same, looked at elsewhere */
  jump(game) {
    this.lesson = null;
    this.change(game);
  }

  leaveVariation() {
    if (variations.isInVariation(this.game)) this.jump(variations.backInGame(this.game));
  }

  /** Shows the board from behind. */
  flip() {
    if (this.walking.walk) return;
    this.lesson = this.lesson && flipped(this.lesson, this.game.size.width);
    this.change(variations.mirrored(this.game));
    announce("Left and right are swapped.");
  }

  /** @param {api.GradedMove} move */
  goToMistake(move) {
    this.jump(lookingAt(this.game, move.ply + 1));
    this.advise({ columns: [], words: sentenceOn(move, this.game.positions[move.ply]) });
  }

  pause() {
    this.isPaused = !this.isPaused;
    this.render();
    this.moveMachine();
  }

  moveMachine() {
    const isWaiting = this.isPaused || this.lesson || this.isFirst || this.checked === this.game;
    if (isWaiting) this.opponent.stop();
    else this.opponent.think(this.game);
  }

  /** A hint, and with each further request one that tells more. */
  async hint() {
    const { game } = this;
    if (this.closed() !== null || this.lesson || this.walking.walk || nToPlace(game) > 0) return;
    if (this.advice) {
      const next = this.hints[this.hints.indexOf(this.advice) + 1];
      if (next) this.advise(next);
      return;
    }
    const position = shown(game);
    this.advise({ columns: [], words: "Looking for the best move…" });
    try {
      const { hintSteps } = await import("../core/hint_steps.js");
      const analysis = await api.ask("analyze", position);
      if (this.game !== game) return;
      this.hints = hintSteps(analysis, position);
      this.advise(this.hints[0]);
      if (!analysis.advice) return;
      const why = await api.why(position, null, this.person);
      if (this.game !== game) return;
      const index = this.hints.findIndex((hint) => hint === this.advice);
      const hints = hintSteps(analysis, position, why);
      if (index < 0) return;
      const isNew = hints[index].words !== this.hints[index].words;
      [this.hints, this.advice] = [hints, hints[index]];
      if (isNew) this.advise(hints[index]);
    } catch (error) {
      this.dismissHint();
      notify(inWords(error));
    }
  }

  dismissHint() {
    [this.advice, this.hints] = [null, []];
    this.render();
  }

  /** @param {import("../core/hint.js").Hint} advice */
  advise(advice) {
    this.advice = advice;
    announce(advice.words);
    this.render();
  }

  /** Starts a lesson on the game's mistakes, which are explained or asked about, beginning with the one that decided the game. @param {import("../core/review.js").Beginning} beginning */
  startLesson(beginning) {
    if (!this.isAnalyzing) {
      this.isAnalyzing = true;
      this.change(this.game, "push");
    }
    this.teach(waiting(beginning));
  }

  /** Keeps the position of a lost game's lesson, which Learn asks again. @param {Lesson} lesson */
  keepOwn(lesson) {
    const { game, person } = this;
    const move = task(lesson);
    const isOwn = person !== null && person === loserOf(game) && person === move?.player;
    if (!isOwn || !sameSize(game.size, STANDARD)) return lesson;
    ownPositions.set(ownWith(ownPositions.get(), writeMoves(game.moves), move, Date.now()));
    return { ...lesson, kept: move.ply };
  }

  /** Asks for a better move than the mistake that was explained. */
  askBetter() {
    const { game, lesson } = this;
    if (lesson) {
      this.teach(askedBetter(lesson));
      return;
    }
    const you = this.person;
    const move = mistakeAt(game, this.knowledge.of(game, this.isAnalyzing, null, you).review);
    if (move) this.teach({ ...lessonOn([move]), you });
  }

  /** Shows the next sentence of a reason, or the one before; returns whether a reason is being told. @param {number} by */
  tell(by) {
    const { lesson } = this;
    if (lesson?.state !== "told") return false;
    this.lesson = { ...lesson, step: Math.max(0, lesson.step + by) };
    this.render();
    announce(this.screen.lesson.sentence);
    return true;
  }

  /** @param {Lesson | null} lesson */
  teach(lesson) {
    this.lesson = lesson;
    const move = lesson && task(lesson);
    if (move) this.change(lookingAt(this.game, move.ply + (lesson.state === "told" ? 1 : 0)));
    else this.change(this.game, lesson ? "none" : "replace");
    // The review may have been there already.
    if (this.lesson !== lesson) return;
    // After the announcement of the position.
    if (lesson) announce(lessonInWords(lesson, move && this.game.positions[move.ply]));
    if (lesson) this.screen.showLesson();
  }

  /** The address of the game and of what is shown of it. */
  get address() {
    const address = addressOfGame(this.game);
    return this.isAnalyzing ? analysisOf(address) : address;
  }

  /** Whether a person is in the middle of a game against a machine. */
  get isRunning() {
    return this.game.moves.length > 0 && personsColor(this.game) !== null && !isOver(this.game);
  }

  /** Whether no game has begun: nothing was played, and nobody has pressed Play. */
  get isFirst() {
    return !this.isBegun && this.game.moves.length === 0;
  }

  /** The reason why nothing can be played on the board now, null if something can. */
  closed() {
    if (this.walking.walk && !this.walking.isRefusal) return this.walking.closed();
    return this.lesson ? (this.lesson.state === "open" ? null : "") : whyClosed(this.game, this);
  }

  /** The side of the only person here. */
  get person() {
    return personsColor(this.game) ?? this.side;
  }

  render() {
    const { game, isAnalyzing, isPaused, lesson, advice } = this;
    const known = this.knowledge.of(game, isAnalyzing, lesson, this.person);
    if (lesson?.state === "waiting" && known.review && known.isReviewed) {
      this.teach(this.keepOwn(lessonFor(known.review, this.person, loserOf(game), lesson.beginning)));
      return;
    }
    this.screen.show({
      ...known,
      game,
      address: this.address,
      position: shown(game),
      isFirst: this.isFirst,
      isAnalyzing,
      isPaused,
      lesson,
      advice,
      closed: this.closed(),
      isKept: this.kept === game,
      match: this.match,
      walk: this.walking.walk,
    });
  }
}
