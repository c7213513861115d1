// Beat everybody: learning the plan by which Red wins every game. The behavior; `beat_screen.js` is the appearance.

import * as api from "../net/api.js";
import { loadPlan } from "../net/plan.js";
import { answered, dueInWords, nextCard, nToday } from "../core/plan_progress.js";
import { cardAt, orderOf, planAsReason, ruleInWords, wayTo } from "../core/course.js";
import { isClean, latest, newDrill } from "../core/drill.js";
import { levelFor } from "../core/match.js";
import { cellName, landing, NO_SIGNS } from "../core/overlay.js";
import { ownGames } from "../core/own_games.js";
import { planMove, planTurn } from "../core/plan.js";
import { after, empty, lastCell, sideToMove, STANDARD } from "../core/rules.js";
import { MAX_TIER } from "../core/questions.js";
import { current } from "../core/walk.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { BeatScreen } from "./beat_screen.js";
import { kept, loadProgress, saveDeck, saveProgress } from "../behaviors/beat_files.js";
import { Drilling } from "../behaviors/drilling.js";
import { Walking } from "../behaviors/walking.js";

/** @typedef {import("../core/plan.js").Plan} Plan */
/** @typedef {import("../core/rules.js").Position} Position */
/** @typedef {"learn" | "games" | "hole"} Mode */

/** The level that plays whole games, until a person's own games say which suits them. */
const USUAL_LEVEL = 3;

export class BeatView {
  title = "Beat everybody - Foursight";
  /** @type {Plan | null} */
  plan = null;
  /** Yellow's first reply in the chapter that is learned; empty for all chapters. */
  chapter = "";
  missing = "Loading the plan…";
  /** @type {Mode} */
  mode = "learn";
  /** The card that the walk leads to, or that is asked by itself. @type {string | null} */
  card = null;
  /** The moves to it from the first disc on; null if it is asked by itself. @type {readonly number[] | null} */
  way = null;
  /** The cards of the walk that have been answered, and whether each was right at once. @type {Map<string, boolean>} */
  met = new Map();
  /** The cards that were new on this walk, each with its purpose. @type {Map<string, string>} */
  fresh = new Map();
  /** Said of the last disc, if it was right but not the plan's. */
  also = "";
  /** The last position that was announced. @type {Position | null} */
  told = null;
  abort = new AbortController();
  drilling = new Drilling({
    change: () => this.changed(),
    judged: ({ positions, tries }) => {
      const isRight = tries[tries.length - 1];
      this.rate(positions[positions.length - (isRight ? 2 : 1)], isRight);
    },
    over: () => {
      this.render();
      if (this.said()) announce(this.said());
    },
  });
  hole = new Walking(
    () => this.render(),
    async (walk) => this.planColumn(current(walk)),
  );

  keys = {
    play: (/** @type {number} */ column) => {
      if (column < STANDARD.width) this.play(column);
    },
    back: () => (this.mode === "hole" ? this.hole.step(-1) : this.drilling.keys.back()),
    forward: () => this.walking().step(1),
  };

  /** @param {URL} url @param {unknown} _ @param {(address: string) => void} navigate */
  constructor(url, _, navigate) {
    this.navigate = navigate;
    this.screen = new BeatScreen({
      ...this.drilling.actions,
      play: (column) => this.play(column),
      giveUp: () => this.giveUp(),
      again: () => this.begin(this.card),
      walk: (by) => this.walking().step(by),
      escape: () => this.walking().escape(),
      endWalk: () => (this.mode === "hole" ? navigate("/beat") : this.drilling.endWalk()),
      goal: (goal) => {
        kept.set({ ...kept.get(), goal });
        this.render();
      },
      save: saveProgress,
      load: (file) => loadProgress(file, () => this.render()),
      deck: () => this.plan && saveDeck(this.plan),
    });
    this.root = this.screen.root;
    this.readdress(url);
  }

  walking() {
    return this.mode === "hole" ? this.hole : this.drilling.walking;
  }

  /** @param {URL} url */
  async readdress(url) {
    this.end();
    const { signal } = this.abort;
    const mode = url.searchParams.get("mode");
    this.mode = mode === "games" || mode === "hole" ? mode : "learn";
    this.render();
    try {
      this.plan = await loadPlan(signal);
      if (signal.aborted) return;
      this.chapter = url.searchParams.get("chapter") ?? "";
      const pos = url.searchParams.get("pos");
      const card = pos === null ? null : cardAt(this.plan, pos);
      if (pos !== null && card === null) notify("The plan never reaches that position.");
      this.begin(card, card !== null);
    } catch (error) {
      if (signal.aborted) return;
      this.missing = "The plan could not be loaded.";
      notify(inWords(error), { label: "Try again", act: () => this.readdress(url) });
      this.render();
    }
  }

  /** Ends the current drill or game. */
  end() {
    this.abort.abort();
    this.abort = new AbortController();
    this.drilling.end();
    this.hole.end();
    [this.met, this.fresh, this.also] = [new Map(), new Map(), ""];
  }

  leave() {
    this.end();
    clearNotice();
  }

  /**
   * Begins a walk or a game to a card, or to the next one; or an attempt to find a hole.
   *
   * @param {string | null} card
   * @param {boolean} isAlone whether it is asked by itself
   */
  begin(card, isAlone = card !== null && this.way === null) {
    const { plan } = this;
    if (!plan) return;
    this.end();
    if (this.mode === "hole") {
      this.hole.begin(planAsReason(plan), STANDARD, true);
      return;
    }
    const progress = kept.get();
    this.card =
      card ?? nextCard(orderOf(plan, this.chapter, progress.cards), progress, Date.now(), this.card);
    const way = wayTo(plan, this.card, Math.random());
    this.way = isAlone ? null : way;
    const position = isAlone ? after(STANDARD, way) : empty(STANDARD);
    const isGame = this.mode === "games";
    this.drilling.begin(newDrill(position, "win"), {
      first: null,
      most: isGame ? Infinity : isAlone ? 1 : way.length / 2 + 1,
      told: isAlone ? planMove(plan, way) : null,
      course: {
        disc: (position) => this.turn(position)?.column ?? null,
        other: (column) => this.tellOther(column),
        reply: isAlone ? null : (position, signal) => this.reply(position, signal),
      },
    });
  }

  /** The plan's turn, if its disc is to be found. @param {Position} position */
  turn({ moves }) {
    const turn = this.plan && planTurn(this.plan, moves);
    return turn && turn.card !== null ? { ...turn, card: turn.card } : null;
  }

  /** Yellow's disc: the way's, or after it the level's. @param {Position} position @param {AbortSignal} signal */
  async reply(position, signal) {
    const { moves } = position;
    const next = this.way?.[moves.length];
    if (next !== undefined && moves.every((column, ply) => column === this.way?.[ply])) return next;
    const { column } = await api.ask("move", position, signal, { level: levelOfGames() });
    // Without an opening rule there is no swap.
    return Number(column) - 1;
  }

  /** @param {Position} position */
  planColumn({ moves }) {
    const column = this.plan && planMove(this.plan, moves);
    // A test has played the plan against everything, so this cannot happen.
    if (column === null) throw new api.ApiError("the plan has no answer here");
    return column;
  }

  /** @param {number} column */
  play(column) {
    this.also = "";
    if (this.mode === "hole") this.hole.play(column);
    else this.drilling.play(column);
  }

  /** Says that another disc wins, too; the plan's is played. @param {number} column */
  tellOther(column) {
    const { drill } = this.drilling;
    const turn = drill && this.turn(latest(drill));
    if (!turn) return;
    const cell = (/** @type {number} */ column) => landing(latest(drill), column);
    this.also = `${cell(column)} also wins; the plan has ${cell(turn.column)}.`;
  }

  /** Shows the current state, announces a new position, and shows a new card before it is asked. */
  changed() {
    const { drill } = this.drilling;
    const position = drill?.state === "open" ? latest(drill) : null;
    const isNew = position !== null && position !== this.told;
    if (isNew) this.showCard(position);
    this.render();
    if (!isNew) return;
    this.told = position;
    const cell = lastCell(position);
    announce(
      `${cell ? `Yellow played ${cellName(cell)}` : "The board is empty"}. Red to move. ${this.said()}`.trim(),
    );
  }

  /** Shows the disc of a new card with its purpose. @param {Position} position */
  async showCard(position) {
    const turn = this.turn(position);
    if (!turn || this.way === null || kept.get().cards[turn.card]) return;
    const { card, column } = turn;
    const isRule = card.endsWith("*");
    this.fresh.set(card, isRule ? ruleInWords(turn.answers?.rule ?? null) : PLAIN);
    if (isRule) return;
    const { signal } = this.drilling.abort;
    const why = await api.why(position, column, "red", signal).catch(() => null);
    if (signal.aborted || !why || why.tier > MAX_TIER) return;
    this.fresh.set(card, why.sentences[0]);
    this.render();
  }

  /** Counts the first answer to a card; a new one, whose disc was shown, is not known yet. @param {Position} position @param {boolean} isRight */
  rate(position, isRight) {
    const card = this.turn(position)?.card;
    if (card === undefined || this.met.has(card)) return;
    this.met.set(card, isRight);
    const isKnown = isRight && !this.fresh.has(card);
    const progress = answered(kept.get(), card, isKnown, Date.now());
    kept.set(progress);
    const isReached = isKnown && nToday(progress, Date.now()) === progress.goal;
    if (isReached) notify(`Goal reached: ${progress.goal} right answers today.`);
  }

  async giveUp() {
    const { drill } = this.drilling;
    if (!drill || !this.plan) return;
    const position = latest(drill);
    this.rate(position, false);
    if (this.way === null) {
      this.drilling.giveUp();
      return;
    }
    const { signal } = this.abort;
    try {
      const column = planMove(this.plan, position.moves) ?? (await this.drilling.keeping(drill, signal))[0];
      notify(`Play ${landing(position, column)}.`);
    } catch (error) {
      if (!signal.aborted) notify(inWords(error));
    }
  }

  /** The words about the last disc and the next one; empty if the drill has its own. */
  said() {
    const { drill } = this.drilling;
    const praise = this.also || "Right.";
    if (drill?.state === "open") {
      const purpose = this.freshHere();
      const turn = this.turn(latest(drill));
      const cell = turn && landing(latest(drill), turn.column);
      if (purpose) return `${this.also} New: play ${cell}. ${purpose}`.trim();
      return drill.tries.length > 0 ? `${praise} Go on.` : "";
    }
    if (drill?.state !== "solved") return "";
    if (this.mode === "games") return "You win.";
    if (this.card === null) return "";
    const due = dueInWords(kept.get().cards[this.card], Date.now());
    return `${isClean(drill) ? praise : "Now you know it."} ${due}`;
  }

  /** The purpose of the disc that is shown, if the position's card is new. */
  freshHere() {
    const { drill } = this.drilling;
    const turn = drill?.state === "open" ? this.turn(latest(drill)) : null;
    return turn ? this.fresh.get(turn.card) : undefined;
  }

  /** @returns {import("../parts/drill.js").Choice[]} */
  more() {
    const next = () => {
      // The address of a single card is not that of the next one.
      if (this.way === null) this.navigate("/beat");
      else this.begin(null);
    };
    return [{ label: this.mode === "games" ? "Next game" : "Next walk", act: next }];
  }

  /** The cell of a disc that is shown. */
  signs() {
    const { drill } = this.drilling;
    if (!drill || !this.freshHere()) return undefined;
    const position = latest(drill);
    const column = this.plan && planMove(this.plan, position.moves);
    return column === null ? undefined : { ...NO_SIGNS, rings: [landing(position, column)] };
  }

  render() {
    const { plan, drilling, mode } = this;
    const { walk } = this.walking();
    const position = mode === "hole" ? walk && current(walk) : drilling.position();
    const progress = kept.get();
    this.screen.show({
      plan,
      mode,
      progress,
      chapter: this.chapter,
      now: Date.now(),
      task: plan ? (mode === "hole" ? "" : "Red to move") : this.missing,
      side: plan && position ? sideToMove(position) : null,
      hint: plan ? HINTS[mode]() : "",
      said: this.said(),
      signs: this.signs(),
      drill: drilling.drill,
      position: position ?? empty(STANDARD),
      closed: mode === "hole" ? this.hole.closed() : drilling.closed(),
      walk,
      why: drilling.why,
      more: this.more(),
    });
  }
}

/** The purpose of a disc without such a reason. */
const PLAIN = "It keeps the win, and the plan has an answer to each reply.";

/** The level that plays whole games. */
function levelOfGames() {
  return Math.max(levelFor(ownGames.get()) ?? USUAL_LEVEL, 1);
}

/** @type {Record<Mode, () => string>} */
const HINTS = {
  learn: () => "Which disc does the plan play?",
  games: () => `You are Red, and level ${levelOfGames()} plays Yellow. Wrong moves are taken back.`,
  hole: () => "",
};
