// A game on the server: the requests for it and the live connection, open while the page shows the game.

import { setting } from "../core/settings.js";
import * as api from "./api.js";

/** @import { Answers, Requests } from "../../wire" */
/** @import { NetworkGame } from "../core/network_game.js" */

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

/** @typedef {"connecting" | "live" | "offline"} Link */

const [FIRST_WAIT_MS, LONGEST_WAIT_MS, SILENCE_MS] = [250, 4000, 45_000];

export class Connection {
  /**
   * @param {string} id
   * @param {{ game: (game: NetworkGame) => void, link: (link: Link) => void, error: (message: string) => void }} on
   */
  constructor(id, on) {
    this.id = id;
    this.on = on;
    this.seq = 0;
    this.wait = FIRST_WAIT_MS;
    this.isClosed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.silence = undefined;
    this.onOnline = () => this.hurry();
    addEventListener("online", this.onOnline);
    document.addEventListener("visibilitychange", this.onOnline);
  }

  /** Connects, or reconnects, because another seat may have been taken. */
  open() {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.on.link("connecting");
    const old = this.socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/ws?since=${this.seq}`);
    this.socket = socket;
    old?.close();
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.listenForSilence();
      this.take(JSON.parse(event.data));
    });
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      this.wait = FIRST_WAIT_MS;
      this.on.link("live");
      this.listenForSilence();
    });
    socket.addEventListener("close", () => this.lost(socket));
  }

  /** @param {import("./api.js").NetworkEvent | { type: "error", error: { message: string }, game?: NetworkGame }} event */
  take(event) {
    if (event.type === "error") this.on.error(event.error.message);
    if (event.game) {
      this.seq = Math.max(this.seq, event.game.seq);
      this.on.game(event.game);
    }
  }

  /** A connection that died without a word is noticed when nothing arrives for a long time. */
  listenForSilence() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket?.close(), SILENCE_MS);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.isClosed || socket !== this.socket) return;
    clearTimeout(this.silence);
    this.on.link("offline");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  /** Tries at once when the network is back or the page is looked at again, if a connection was lost. */
  hurry() {
    const isDead = this.socket?.readyState === WebSocket.CLOSED;
    if (document.visibilityState === "visible" && isDead) this.open();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    removeEventListener("online", this.onOnline);
    document.removeEventListener("visibilitychange", this.onOnline);
    this.socket?.close();
  }
}
