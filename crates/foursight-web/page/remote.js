// A game on the server: what is asked of it while it is shown.

import * as api from "./api.js";
import { seatSecret } from "./core/secret.js";

/** @typedef {(error: api.ApiError) => void} OnFailure told about each failure that is tried again */

export class RemoteGame {
  abort = new AbortController();

  /** @param {string} id */
  constructor(id) {
    this.path = `/api/games/${encodeURIComponent(id)}`;
    this.secret = seatSecret(id);
  }

  leave() {
    this.abort.abort();
  }

  get isLeft() {
    return this.abort.signal.aborted;
  }

  /** How the game stands, and which seat is one's own. @param {OnFailure} [failed] */
  look(failed) {
    const { signal } = this.abort;
    return api.persistently(() => api.request(this.path, { signal }), signal, failed);
  }

  /** @param {"claim" | "join" | "moves" | "actions"} what @param {object} body */
  post(what, body) {
    return api.request(`${this.path}/${what}`, { method: "POST", body, signal: this.abort.signal });
  }

  /**
   * For what can be sent as often as it takes.
   *
   * @param {"claim" | "join" | "moves"} what
   * @param {object} body
   * @param {OnFailure} [failed]
   */
  postPersistently(what, body, failed) {
    return api.persistently(() => this.post(what, body), this.abort.signal, failed);
  }

  /**
   * Takes the free seat. With the same secret it is the same one, however often it is asked for.
   *
   * @param {string} name
   * @param {OnFailure} failed
   */
  async join(name, failed) {
    const body = { secret: this.secret.make(), ...(name ? { name } : {}) };
    try {
      return await this.postPersistently("join", body, failed);
    } finally {
      // Whoever leaves before the answer may come back for the seat.
      if (!this.isLeft) this.secret.forget();
    }
  }

  /** Goes on with a seat that was taken without an answer before the page was loaded again, if any. */
  async resume() {
    const secret = this.secret.get();
    if (!secret) return null;
    try {
      const { game, seat } = await this.postPersistently("claim", { secret });
      this.secret.forget();
      return { ...game, seat };
    } catch (error) {
      if (this.isLeft) throw error;
      // The request had not arrived: the seat is still to be asked for.
      return null;
    }
  }
}
