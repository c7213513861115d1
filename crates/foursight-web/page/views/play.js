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
  resigned,
  seated,
  shown,
  stepped,
  swapped,
  undone,
} from "../core/game.js";
import { hintFrom } from "../core/hint.js";
import { askedBetter, flipped, lessonFor, lessonOn, loserOf, task, tried, waiting } from "../core/review.js";
import { mistakeAt } from "../core/notes.js";
import { sentenceOn } from "../core/remark.js";
import { keepPlayers, keptPlayers, machineOf, withMachine } from "../core/opponents.js";
import { hasRoom, MovesError, play, sideToMove, STANDARD } from "../core/rules.js";
import { personsColor, statusOf, whyClosed } from "../core/status.js";
import * as variations from "../core/variations.js";
import { Knowledge } from "../net/knowledge.js";
import { hrefOf } from "../browser/page_address.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { lessonInWords } from "../parts/review_panel.js";
import { Opponent } from "./opponent.js";
import { actionsOf, keysOf } from "./play_actions.js";
import { PlayScreen } from "./play_screen.js";
import { offerBack, tell } from "../behaviors/telling.js";
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
  /** @type {import("../core/hint.js").Hint | null} */
  advice = null;
  /** @type {Lesson | null} */
  lesson = null;
  knowledge = new Knowledge(() => this.render());
  walking = new Walking(() => this.render());
  opponent = new Opponent(
    (column) => this.change(played(this.game, column), "replace"),
    () => this.change(swapped(this.game), "replace"),
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
      this.change(isAnalysis ? this.game : lookingAt(this.game, this.game.moves.length), "replace");
      return;
    }
    const players = state?.players ?? (hasMoves || isAnalysis ? PEOPLE : keptPlayers());
    // A history entry keeps its players when others are chosen later.
    if (!state?.players) history.replaceState({ ...state, players }, "");
    this.lesson = null;
    this.isPaused = false;
    this.isBegun = state?.isBegun === true || isAnalysis;
    this.side = state?.side ?? null;
    try {
      this.change(gameAt(url, players, state?.resigned ?? null), "none");
      if (state?.isTaught) this.startLesson("told");
    } catch (error) {
      if (!(error instanceof MovesError)) throw error;
      this.isAnalyzing = false;
      this.change(newGame(STANDARD, keptPlayers()), "replace");
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

  /** @param {Game} game @param {Step} step */
  change(game, step) {
    const before = this.game;
    this.game = game;
    this.advice = null;
    this.walking.end();
    if (step !== "none") {
      const { players } = seated(game, true);
      const { isBegun, side } = this;
      const state = { players, resigned: game.resigned, isBegun, side, isTaught: this.lesson !== null };
      history[step === "push" ? "pushState" : "replaceState"](state, "", hrefOf(this.address));
      clearNotice();
      tell(before, game);
    }
    this.render();
    this.moveMachine();
  }

  /** @param {Game} game */
  start(game) {
    this.isPaused = false;
    this.isAnalyzing = false;
    this.isBegun = true;
    keepPlayers(game.players);
    this.lesson = null;
    this.change(game, "push");
  }

  /** Starts a new game; the one before is kept. */
  restart() {
    const before = this.game;
    this.start(newGame(before.size, seated(before, false).players, [], before.rule));
    offerBack("A new game has begun.", () => this.start(before));
  }

  resign() {
    const before = this.game;
    this.change(resigned(before), "replace");
    offerBack(`${statusOf(this.game)}.`, () => this.change(before, "replace"));
  }

  swap() {
    this.change(swapped(this.game), "push");
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
      const isFree = variations.isFree(this.game, this.isAnalyzing);
      this.change((isFree ? variations.varied : played)(this.game, column), "push");
    }
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
    this.change(this.lookedOn(by), "replace");
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
    this.change(game, "replace");
  }

  /** @param {Game} game the same, looked at elsewhere */
  jump(game) {
    this.lesson = null;
    this.change(game, "push");
  }

  leaveVariation() {
    if (variations.isInVariation(this.game)) this.jump(variations.backInGame(this.game));
  }

  /** Shows the board from behind. */
  flip() {
    if (this.walking.walk) return;
    this.lesson = this.lesson && flipped(this.lesson, this.game.size.width);
    this.change(variations.mirrored(this.game), "replace");
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
    if (this.isPaused || this.lesson || this.isFirst) this.opponent.stop();
    else this.opponent.think(this.game);
  }

  async hint() {
    const { game } = this;
    if (this.closed() !== null || this.lesson || this.walking.walk || nToPlace(game) > 0) return;
    const position = shown(game);
    this.advise({ columns: [], words: "Looking for the best move…" });
    try {
      const analysis = await api.ask("analyze", position);
      if (this.game !== game) return;
      this.advise(hintFrom(analysis, position));
      if (!analysis.advice) return;
      const why = await api.why(position, null, this.person);
      if (this.game === game) this.advise(hintFrom(analysis, position, why));
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

  /** Starts a lesson on the game's mistakes, which are explained or asked about, beginning with the one that decided the game. @param {import("../core/review.js").Beginning} beginning */
  startLesson(beginning) {
    if (!this.isAnalyzing) {
      this.isAnalyzing = true;
      this.change(this.game, "push");
    }
    this.teach(waiting(beginning));
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
    if (move) this.change(lookingAt(this.game, move.ply + (lesson.state === "told" ? 1 : 0)), "replace");
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
      this.teach(lessonFor(known.review, this.person, loserOf(game), lesson.beginning));
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
      walk: this.walking.walk,
    });
  }
}
