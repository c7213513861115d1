// Claims the other player's time once it is over; the server decides whether it is.

import { timeLeft } from "./core/live.js";

const AGAIN_MS = 1000;

export class TimeClaim {
  isAsked = false;

  /** @param {() => Promise<unknown>} claim */
  constructor(claim) {
    this.claim = claim;
  }

  /**
   * Claims if the other's time is over; not again for a while.
   *
   * @param {import("./core/live.js").LiveGame} game
   * @param {import("./core/rules.js").Color} seat one's own
   * @param {number} elapsed_ms since the state of the game arrived
   */
  async look(game, seat, elapsed_ms) {
    const running = game.clock?.running;
    if (!running || running === seat || this.isAsked || timeLeft(game, running, elapsed_ms) > 0) return;
    this.isAsked = true;
    await this.claim();
    setTimeout(() => {
      this.isAsked = false;
    }, AGAIN_MS);
  }
}
