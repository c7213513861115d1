// Walking through reasons: the reason on the board, and the strategy's answers to a person who tries to escape.

import * as api from "../net/api.js";
import {
  current,
  isAtEnd,
  isStrategysTurn,
  movesSince,
  newEscape,
  newWalk,
  stepInWords,
  stepped,
  title,
  went,
} from "../core/walk.js";
import { hasRoom } from "../core/rules.js";
import { announce, inWords, notify } from "../parts/announcer.js";
import { fanfare, knock } from "../browser/sound.js";

/** @typedef {import("../core/walk.js").Walk} Walk */
/** @typedef {import("../../wire").Why} Why */
/** @typedef {import("../core/rules.js").Size} Size */

/** Delay before the strategy answers, so that the person's own disc is seen first. */
const ANSWER_MS = 420;

/** The answer by the strategy behind a reason. @param {Walk} walk @param {AbortSignal} signal */
async function reasonsColumn(walk, signal) {
  const { size, moves } = walk.positions[0];
  const { column } = await api.ask("why/answer", { size, moves }, signal, { moves: movesSince(walk) });
  return column - 1;
}

export class Walking {
  /** @type {Walk | null} */
  walk = null;
  abort = new AbortController();
  /** The reason that only refutes a try. @type {Why | null} */
  refutation = null;

  /** @param {() => void} onchange @param {(walk: Walk, signal: AbortSignal) => Promise<number>} [strategy] */
  constructor(onchange, strategy = reasonsColumn) {
    this.onchange = onchange;
    this.strategy = strategy;
  }

  /**
   * Requests the reason for a position's result, and shows it.
   *
   * @param {import("../core/rules.js").Position} position
   * @param {import("../core/rules.js").Color | null} you the player who reads it
   */
  async explain({ size, moves }, you) {
    this.end();
    const { signal } = this.abort;
    try {
      const why = await api.persistently(() => api.why({ size, moves }, null, you, signal), signal);
      this.refutation = why;
      this.begin(why, size, false, you);
    } catch (error) {
      if (!signal.aborted) notify(inWords(error));
    }
  }

  /** @param {Why} why @param {Size} size @param {boolean} [isEscape] @param {import("../core/rules.js").Color | null} [you] the player who reads it */
  begin(why, size, isEscape = false, you = null) {
    const walk = newWalk(why, size, you);
    if (isEscape) this.change(newEscape(walk));
    else this.change(walk);
  }

  /** @param {Walk} walk */
  change(walk) {
    const before = this.walk;
    this.walk = walk;
    this.abort.abort();
    this.abort = new AbortController();
    const isNew = before?.why !== walk.why || before.isEscape !== walk.isEscape;
    const isTold = isNew ? walk.isEscape : !walk.isEscape && isAtEnd(walk);
    const said = walk.why.sentences.slice(0, isTold ? undefined : Number(isNew));
    const words = [isNew && `${title(walk)}.`, stepInWords(walk), ...said];
    announce(words.filter(Boolean).join(" "));
    if (before && walk.step > before.step) knock();
    const { outcome } = current(walk);
    if (walk.isEscape && outcome) fanfare(outcome !== walk.why.hero);
    this.onchange();
    if (isStrategysTurn(walk)) this.answer(walk);
  }

  /** @param {Walk} walk */
  async answer(walk) {
    const { signal } = this.abort;
    const ask = () => this.strategy(walk, signal);
    try {
      const [column] = await Promise.all([api.persistently(ask, signal), api.pause(ANSWER_MS, signal)]);
      this.change(went(walk, column));
    } catch (error) {
      if (!signal.aborted) notify(inWords(error), { label: "Try again", act: () => this.answer(walk) });
    }
  }

  /** Steps back or forward; returns whether there was a walk. @param {number} by */
  step(by) {
    if (!this.walk) return false;
    const next = stepped(this.walk, by);
    if (next.step !== this.walk.step) this.change(next);
    return true;
  }

  /** Whether a try is being refuted, after which the next one may follow at once. */
  get isRefusal() {
    return this.walk?.why === this.refutation && this.walk?.step === 0 && !this.walk.isEscape;
  }

  escape() {
    if (this.walk) this.change(newEscape(this.walk));
  }

  /** Plays a disc of the person who tries to escape; returns whether there was a walk. @param {number} column */
  play(column) {
    if (!this.walk) return false;
    const reason = this.closed() ?? (hasRoom(current(this.walk), column) ? null : "That column is full.");
    if (reason === null) this.change(went(this.walk, column));
    else if (reason) notify(reason);
    return true;
  }

  /** The reason why nothing can be played on the walk's board, null if something can. */
  closed() {
    if (!this.walk?.isEscape) return "Step through the moves, or close the reason before you play.";
    if (current(this.walk).outcome) return "The game is over.";
    return isStrategysTurn(this.walk) ? "The strategy answers." : null;
  }

  /** Returns to the game. */
  close() {
    this.end();
    this.onchange();
  }

  /** Forgets the walk. */
  end() {
    this.abort.abort();
    this.abort = new AbortController();
    this.walk = null;
  }
}
