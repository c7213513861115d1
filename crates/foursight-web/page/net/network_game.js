// A game on the server: the requests for it while it is shown.

import { setting } from "../core/settings.js";
import * as api from "./api.js";

/** @import { Answers, Requests } from "../../wire" */

/** @typedef {(error: api.ApiError) => void} OnFailure told about each failure that is tried again */

/** The network game that this browser saw last, for use without a connection. */
const seen = setting("seen-game", null, isGame);

/** @param {unknown} value @returns {value is any} */
function isGame(value) {
  return typeof value === "object" && value !== null && "id" in value;
}

export class GameRequests {
  abort = new AbortController();

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/api/games/${encodeURIComponent(id)}`;
  }

  leave() {
    this.abort.abort();
  }

  /** Stores the state of the game. @param {import("../core/network_game.js").NetworkGame} game */
  keep(game) {
    seen.set(game);
  }

  /** The state of the game when this browser last saw it. @returns {import("../core/network_game.js").NetworkGame | null} */
  get lastSeen() {
    const game = seen.get();
    return game?.id === this.id ? game : null;
  }

  get isLeft() {
    return this.abort.signal.aborted;
  }

  /**
   * The current game, and your own seat in it.
   *
   * @param {OnFailure} [failed]
   * @returns {Promise<api.SeenGame>}
   */
  look(failed) {
    const { signal } = this.abort;
    return api.persistently(() => api.request(this.path, { signal }), signal, failed);
  }

  /**
   * @template {"claim" | "join" | "moves" | "actions"} W
   * @param {W} what
   * @param {Requests[`POST /api/games/{id}/${W}`]} body
   * @returns {Promise<Answers[`POST /api/games/{id}/${W}`]>}
   */
  post(what, body) {
    return api.request(`${this.path}/${what}`, { method: "POST", body, signal: this.abort.signal });
  }

  /**
   * Repeats a request that is safe to repeat until it is answered.
   *
   * @template {"claim" | "join" | "moves"} W
   * @param {W} what
   * @param {Requests[`POST /api/games/{id}/${W}`]} body
   * @param {OnFailure} [failed]
   */
  postPersistently(what, body, failed) {
    return api.persistently(() => this.post(what, body), this.abort.signal, failed);
  }
}
