// The solver's answers so far: analyses of positions and reviews of games, each requested once.

import * as api from "./api.js";
import { nMachines, result, shown } from "../core/game.js";
import { task } from "../core/review.js";
import { columnName, sizeText, writeMoves } from "../core/rules.js";
import { isInVariation } from "../core/variations.js";
import { questionAbout } from "../core/walk.js";

/** @import { Color, Size } from "../core/rules.js" */
/** @typedef {{ answer: any, isOver: boolean }} Known what the solver said, and whether it is no longer asked */
/** @typedef {"analysis" | "review" | "why"} Kind */

/** Delays before a request, so that stepping through a game does not ask about every position on the way. */
const [WAIT_MS, PAUSE_MS] = [150, 1500];
/** Each try continues where the last one stopped, but large boards may never be finished: ask ever more rarely. */
const MOST_TRIES = { analysis: 6, review: 20, why: 1 };
/** A review that has graded nothing more in this many tries is as good as it gets. */
const MOST_IDLE = 2;
const PATIENCE = { analysis: 2, review: 1, why: 1 };
const MOST_ENTRIES = 300;

/** The answers of this visit, from all views. @type {Map<string, Known>} */
const ANSWERS = new Map();

export class Knowledge {
  /** @param {() => void} onchange told when there is something new, or an error @param {typeof ANSWERS} [entries] */
  constructor(onchange, entries = ANSWERS) {
    this.onchange = onchange;
    this.entries = entries;
    /** @type {Color | null} */
    this.you = null;
    /** The error of the last request of each kind. @type {Record<Kind, unknown>} */
    this.errors = { analysis: null, review: null, why: null };
    /** The question of each kind that is of interest now; requests for older ones are aborted. */
    this.asked = { analysis: "", review: "", why: "" };
    this.aborts = {
      analysis: new AbortController(),
      review: new AbortController(),
      why: new AbortController(),
    };
  }

  /**
   * The known facts about a game and its shown position; missing ones are requested if they matter now. The reason is
   * the one for the lesson's move, if there is a lesson. `isReviewed` tells that no more of the review will come.
   *
   * @param {import("../core/game.js").Game} game
   * @param {boolean} isAnalyzing
   * @param {import("../core/review.js").Lesson | null} lesson
   * @param {Color | null} you the player who reads it
   */
  of(game, isAnalyzing, lesson, you) {
    this.you = you;
    const position = shown(game);
    const end = result(game);
    const isAsking = isAnalyzing && !position.outcome && !lesson;
    const isReviewing =
      (isAnalyzing || lesson || (end && nMachines(game.players) < 2)) && game.moves.length > 0;
    if (!isAsking) this.drop("analysis");
    if (!isReviewing) this.drop("review");
    const analysis = isAsking ? this.analysis(game.size, position.moves) : null;
    const review = isReviewing ? this.review(game) : null;
    const isReviewed = this.entries.get(this.asked.review)?.isOver === true;
    const about = lesson && task(lesson);
    const taught = about?.kind ? (review?.lesson?.why ?? null) : null;
    const graded = isInVariation(game) ? "none" : review;
    const why = taught ?? (about ? this.reasonOf(game, about) : this.reason(position, analysis, graded));
    return { analysis, review, isReviewed, why, errors: { ...this.errors } };
  }

  /**
   * The analysis of a position, null until it has arrived.
   *
   * @param {Size} size
   * @param {readonly number[]} moves
   * @returns {api.Analysis | null}
   */
  analysis(size, moves) {
    const ask = (/** @type {AbortSignal} */ signal) => api.ask("analyze", { size, moves }, signal);
    /** @param {api.Analysis} answer */
    const isComplete = (answer) => answer.moves.every(({ score }) => score !== null);
    return this.look("analysis", size, writeMoves(moves), ask, isComplete);
  }

  /**
   * The review of a game, as far as it is known.
   *
   * @param {import("../core/game.js").Game} game
   * @returns {api.Review | null}
   */
  review(game) {
    // The board shows every other result.
    const over = game.resigned && { result: game.resigned === "red" ? "0-1" : "1-0" };
    const ask = (/** @type {AbortSignal} */ signal) =>
      api.ask("review", game, signal, {
        opening_rule: game.rule,
        ...over,
        ...(this.you && { you: this.you }),
      });
    let [nKnown, nIdle] = [0, 0];
    const isComplete = (/** @type {api.Review} */ answer) => {
      const n = [...answer.moves, ...answer.evaluation].filter((known) => known !== null).length;
      nIdle = n > nKnown ? 0 : nIdle + 1;
      nKnown = n;
      return answer.complete || nIdle >= MOST_IDLE;
    };
    const about = `${writeMoves(game.moves)}${game.rule}${game.resigned ?? ""}${this.you ?? ""}`;
    return this.look("review", game.size, about, ask, isComplete);
  }

  /** The reason why a move was a mistake, null until it has arrived. @param {import("../core/game.js").Game} game @param {api.GradedMove} move @returns {api.Why | null} */
  reasonOf({ size, moves }, { ply, column }) {
    return this.why(size, { moves: moves.slice(0, ply), column: column - 1 });
  }

  /**
   * The reason for a position's result or, after a mistake, the reason why it was one. Null until it has arrived.
   *
   * @param {import("../core/rules.js").Position} position
   * @param {api.Analysis | null} analysis of it: the reason is only asked for once the score is known
   * @param {api.Review | "none" | null} review of a game with this position; `"none"` for a variation
   * @returns {api.Why | null}
   */
  reason({ size, moves }, analysis, review) {
    if (!analysis || analysis.score === null || (moves.length > 0 && !review)) {
      this.drop("why");
      return null;
    }
    return this.why(size, questionAbout(moves, review));
  }

  /** @param {Size} size @param {ReturnType<typeof questionAbout>} about */
  why(size, { moves, column }) {
    const key = `${writeMoves(moves)}${column === null ? "" : `+${columnName(column)}`} ${this.you}`;
    const ask = (/** @type {AbortSignal} */ signal) => api.why({ size, moves }, column, this.you, signal);
    return this.look("why", size, key, ask, () => true);
  }

  /**
   * @param {Kind} kind
   * @param {Size} size
   * @param {string} moves
   * @param {(signal: AbortSignal) => Promise<any>} ask
   * @param {(answer: any) => boolean} isComplete
   */
  look(kind, size, moves, ask, isComplete) {
    const key = keyOf(kind, size, moves);
    const known = this.entries.get(key);
    if (this.asked[kind] !== key) {
      this.drop(kind);
      this.asked[kind] = key;
      if (!known?.isOver) this.pursue(kind, key, ask, isComplete);
    }
    return known?.answer ?? null;
  }

  /** Ends the interest in a kind. @param {Kind} kind */
  drop(kind) {
    if (!this.asked[kind]) return;
    this.asked[kind] = "";
    this.aborts[kind].abort();
    this.aborts[kind] = new AbortController();
    this.errors[kind] = null;
  }

  /**
   * Repeats a question until the answer is complete, or until something else is asked.
   *
   * @param {Kind} kind
   * @param {string} key
   * @param {(signal: AbortSignal) => Promise<any>} ask
   * @param {(answer: any) => boolean} isComplete
   */
  async pursue(kind, key, ask, isComplete) {
    const { signal } = this.aborts[kind];
    const failed = (/** @type {unknown} */ error) => this.tell(kind, error);
    try {
      await api.pause(WAIT_MS, signal);
      for (let n = 1; !this.entries.get(key)?.isOver; n += 1) {
        const answer = await api.persistently(() => ask(signal), signal, failed);
        this.keep(key, { answer, isOver: isComplete(answer) || n >= MOST_TRIES[kind] });
        this.tell(kind, null);
        await api.pause(PAUSE_MS * PATIENCE[kind] ** (n - 1), signal);
      }
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }

  /** @param {string} key @param {Known} entry */
  keep(key, entry) {
    this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MOST_ENTRIES) this.entries.delete(oldest);
  }

  /** @param {Kind} kind @param {unknown} error null for an answer */
  tell(kind, error) {
    this.errors[kind] = error;
    this.onchange();
  }

  stop() {
    this.drop("analysis");
    this.drop("review");
    this.drop("why");
  }
}

/** @param {string} kind @param {Size} size @param {string} moves */
function keyOf(kind, size, moves) {
  return `${kind} ${sizeText(size)} ${size.connect} ${moves}`;
}
