// Walking through reasons: which one is on the board, and the strategy's answers to whoever tries to escape.

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

/** The strategy waits a little, so that one sees the own disc before the answer falls. */
const ANSWER_MS = 420;

/** The answer of the strategy that a reason has. @param {Walk} walk @param {AbortSignal} signal */
async function reasonsColumn(walk, signal) {
  const { size, moves } = walk.positions[0];
  const { column } = await api.ask("why/answer", { size, moves }, signal, { moves: movesSince(walk) });
  return column - 1;
}

export class Walking {
  /** @type {Walk | null} */
  walk = null;
  abort = new AbortController();

  /** @param {() => void} onchange @param {(walk: Walk, signal: AbortSignal) => Promise<number>} [strategy] */
  constructor(onchange, strategy = reasonsColumn) {
    this.onchange = onchange;
    this.strategy = strategy;
  }

  /**
   * Asks why a position is what it is, and shows that.
   *
   * @param {import("../core/rules.js").Position} position
   */
  async explain({ size, moves }) {
    this.end();
    const { signal } = this.abort;
    try {
      const why = await api.persistently(() => api.why({ size, moves }, null, signal), signal);
      this.begin(why, size);
    } catch (error) {
      if (!signal.aborted) notify(inWords(error));
    }
  }

  /** @param {Why} why @param {Size} size @param {boolean} [isEscape] */
  begin(why, size, isEscape = false) {
    const walk = newWalk(why, size);
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

  /** Steps back or forward; whether there was a walk. @param {number} by */
  step(by) {
    if (!this.walk) return false;
    const next = stepped(this.walk, by);
    if (next.step !== this.walk.step) this.change(next);
    return true;
  }

  escape() {
    if (this.walk) this.change(newEscape(this.walk));
  }

  /** A disc of whoever tries to escape; whether there was a walk. @param {number} column */
  play(column) {
    if (!this.walk) return false;
    const reason = this.closed() ?? (hasRoom(current(this.walk), column) ? null : "That column is full.");
    if (reason === null) this.change(went(this.walk, column));
    else if (reason) notify(reason);
    return true;
  }

  /** Why nothing can be played on the board of the walk, null if something can. */
  closed() {
    if (!this.walk?.isEscape) return "Step through the moves, or close the reason first.";
    if (current(this.walk).outcome) return "The game is over.";
    return isStrategysTurn(this.walk) ? "The strategy answers." : null;
  }

  /** Back to the game. */
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
