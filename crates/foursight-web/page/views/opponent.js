// The machine's side of a game on this device: it thinks while it is its turn.

import * as api from "../net/api.js";
import { levelToMove } from "../core/game.js";
import { personsColor } from "../core/status.js";
import { inWords, notify } from "../parts/announcer.js";

/** @typedef {import("../core/game.js").Game} Game */

/** Machines wait a little, so that one sees the disc before the answer falls. */
const THINKING_MS = { answer: 420, watch: 800 };

export class Opponent {
  abort = new AbortController();

  /** @param {(column: number) => void} onmove @param {() => void} onswap */
  constructor(onmove, onswap) {
    this.onmove = onmove;
    this.onswap = onswap;
  }

  /** Ends what it thinks about, and thinks about this game if it is its turn. @param {Game} game */
  async think(game) {
    this.stop();
    const level = levelToMove(game);
    if (level === null) return;
    const { signal } = this.abort;
    const wait = personsColor(game) ? THINKING_MS.answer : THINKING_MS.watch;
    const ask = () =>
      api.ask("move", game, signal, { level, opening_rule: game.rule, swapped: game.swap === "done" });
    try {
      const failed = (/** @type {unknown} */ error) =>
        notify(`${inWords(error)} Asking for the machine's move again.`);
      const [answer] = await Promise.all([api.persistently(ask, signal, failed), api.pause(wait, signal)]);
      if (answer.column === null) this.onswap();
      else this.onmove(answer.column - 1);
    } catch (error) {
      if (!signal.aborted) notify(inWords(error), { label: "Try again", act: () => this.think(game) });
    }
  }

  stop() {
    this.abort.abort();
    this.abort = new AbortController();
  }
}
