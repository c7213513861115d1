// What the solver has said so far: analyses of positions and reviews of games, asked for once.

import * as api from "./api.js";
import { sizeText, writeMoves } from "./core/rules.js";

/** @typedef {import("./core/rules.js").Size} Size */
/** @typedef {{ answer: any, isOver: boolean }} Entry */

const PAUSE_MS = 1500;
/** Large boards may never be worked out; each try of a review goes on where the last one stopped. */
const MOST_TRIES = { analysis: 3, review: 20 };
const MOST_ENTRIES = 300;

export class Knowledge {
  /** @param {() => void} onchange told when there is something new, or an error */
  constructor(onchange) {
    this.onchange = onchange;
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @type {unknown} what the last request failed of */
    this.error = null;
    /** The question of each kind that is of interest now; older ones are not asked again. */
    this.asked = { analysis: "", review: "" };
    this.abort = new AbortController();
  }

  /**
   * The analysis of a position, null until it is there.
   *
   * @param {Size} size
   * @param {readonly number[]} moves
   * @returns {api.Analysis | null}
   */
  analysis(size, moves) {
    const ask = () => api.analyze(size, moves, this.abort.signal);
    /** @param {api.Analysis} answer */
    const isComplete = (answer) => answer.moves.every(({ score }) => score !== null);
    return this.look("analysis", size, moves, ask, isComplete);
  }

  /**
   * The review of a game, as far as it is known.
   *
   * @param {Size} size
   * @param {readonly number[]} moves
   * @returns {api.Review | null}
   */
  review(size, moves) {
    const ask = () => api.review(size, moves, this.abort.signal);
    return this.look("review", size, moves, ask, (/** @type {api.Review} */ answer) => answer.complete);
  }

  /**
   * @param {"analysis" | "review"} kind
   * @param {Size} size
   * @param {readonly number[]} moves
   * @param {() => Promise<any>} ask
   * @param {(answer: any) => boolean} isComplete
   */
  look(kind, size, moves, ask, isComplete) {
    const key = `${kind} ${sizeText(size)} ${size.connect} ${writeMoves(moves)}`;
    this.asked[kind] = key;
    const known = this.entries.get(key);
    if (known) return known.answer;
    const entry = { answer: null, isOver: false };
    this.entries.set(key, entry);
    this.forgetOld();
    this.pursue(kind, key, entry, ask, isComplete);
    return null;
  }

  /**
   * Asks until the answer is complete, or until something else is of interest.
   *
   * @param {"analysis" | "review"} kind
   * @param {string} key
   * @param {Entry} entry
   * @param {() => Promise<any>} ask
   * @param {(answer: any) => boolean} isComplete
   */
  async pursue(kind, key, entry, ask, isComplete) {
    const { signal } = this.abort;
    try {
      for (let n = 1; this.asked[kind] === key && !entry.isOver; n += 1) {
        entry.answer = await api.persistently(ask, signal, (error) => this.tell(error));
        entry.isOver = isComplete(entry.answer) || n >= MOST_TRIES[kind];
        this.tell(null);
        if (!entry.isOver) await api.pause(PAUSE_MS, signal);
      }
    } catch (error) {
      if (!signal.aborted) this.tell(error);
    }
    // A question that was dropped can be asked again later.
    if (!entry.isOver) this.entries.delete(key);
  }

  /** @param {unknown} error */
  tell(error) {
    this.error = error;
    this.onchange();
  }

  forgetOld() {
    const [oldest] = this.entries.keys();
    if (this.entries.size > MOST_ENTRIES) this.entries.delete(oldest);
  }

  stop() {
    this.abort.abort();
  }
}
