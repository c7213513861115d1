// A game against the player who overlooks the idea of a chapter.

import { legal, play, sideToMove } from "../core/rules.js";
import { rivalsDisc } from "../core/rival.js";
import { pause } from "../net/api.js";
import { announce } from "../parts/announcer.js";
import { fanfare, knock } from "../browser/sound.js";

/** @import { Position } from "../core/rules.js" */

/** Delay before the answer, so that the person's own disc is seen first. */
const ANSWER_MS = 420;

export class Duel {
  /** @param {number} chapter @param {Position} start @param {() => void} onchange */
  constructor(chapter, start, onchange) {
    this.chapter = chapter;
    this.onchange = onchange;
    this.position = start;
    this.side = sideToMove(start);
    this.abort = new AbortController();
  }

  get isWon() {
    return this.position.outcome === this.side;
  }

  /** The reason why nothing can be played now, null if something can. */
  closed() {
    if (this.position.outcome) return "";
    return sideToMove(this.position) === this.side ? null : "The answer is on its way.";
  }

  /** @param {number} column */
  async play(column) {
    if (this.closed() !== null || !legal(this.position).includes(column)) return;
    this.drop(column);
    if (this.position.outcome) return;
    try {
      await pause(ANSWER_MS, this.abort.signal);
      this.drop(rivalsDisc(this.chapter, this.position));
    } catch {
      // Another step was opened.
    }
  }

  /** @param {number} column */
  drop(column) {
    this.position = play(this.position, column);
    knock();
    if (this.position.outcome) {
      fanfare(this.isWon);
      announce(this.inWords());
    }
    this.onchange();
  }

  inWords() {
    const { outcome } = this.position;
    if (!outcome) return "";
    if (this.isWon) return "You won!";
    return outcome === "draw" ? "A draw. Try again: you can win." : "You lost. Try again: you can win.";
  }
}
