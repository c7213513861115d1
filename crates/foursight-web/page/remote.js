// A game on the server: what is asked of it while it is shown.

import * as api from "./api.js";

/** @typedef {(error: api.ApiError) => void} OnFailure told about each failure that is tried again */

export class RemoteGame {
  abort = new AbortController();

  /** @param {string} id */
  constructor(id) {
    this.path = `/api/games/${encodeURIComponent(id)}`;
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
}
