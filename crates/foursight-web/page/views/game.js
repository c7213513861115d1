// A game over the network: `/g/ID`. This is what happens; `game_screen.js` is how it looks.

import { ApiError } from "../api.js";
import { isFull, isOpen, liveStatus, timeLeft } from "../core/live.js";
import { moveInWords } from "../core/game.js";
import { after, colorAt, readMoves, readSize, STANDARD } from "../core/rules.js";
import { Connection } from "../net.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { RemoteGame } from "../remote.js";
import { fanfare, knock } from "../sound.js";
import { GameScreen } from "./game_screen.js";

/** @typedef {import("../core/live.js").LiveGame} LiveGame */
/** @typedef {import("../core/live.js").Action} Action */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../net.js").Link} Link */

const TICK_MS = 100;

export class GameView {
  title = "A game - Foursight";
  /** @type {LiveGame | null} */
  game = null;
  /** @type {Color | null} */
  seat = null;
  size = STANDARD;
  /** @type {readonly number[]} */
  moves = [];
  ply = 0;
  /** @type {{ column: number, ply: number } | null} a move that the server has not confirmed */
  pending = null;
  /** @type {Link} */
  link = "connecting";
  wasLost = false;
  /** When the state arrived, for the clocks. */
  receivedAt = 0;
  problem = "";
  hasClaimed = false;

  /** @param {URL} url @param {any} state @param {(href: string) => void} navigate */
  constructor(url, state, navigate) {
    this.id = url.pathname.split("/")[2];
    this.remote = new RemoteGame(this.id);
    this.navigate = navigate;
    this.seatLink = typeof state?.seatLink === "string" ? state.seatLink : null;
    this.screen = new GameScreen({
      play: (column) => this.play(column),
      refuse: (reason) => notify(reason),
      jump: (ply) => this.look(ply),
      back: () => this.look(this.ply - 1),
      forward: () => this.look(this.ply + 1),
      act: (action) => this.act(action),
      join: (name) => this.join(name),
    });
    this.root = this.screen.root;
    this.connection = new Connection(this.id, {
      game: (game) => this.take(game),
      link: (link) => this.setLink(link),
      error: (message) => notify(inWords(message)),
    });
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.start(new URLSearchParams(url.hash.slice(1)).get("seat"));
  }

  /** @param {string | null} secret of a seat link */
  async start(secret) {
    try {
      if (secret) await this.claim(secret);
      let game = await this.remote.look((error) => this.fail(error));
      if (!game.seat) game = (await this.remote.resume()) ?? game;
      this.seat = game.seat ?? null;
      this.problem = "";
      this.take(game);
      this.connection.open();
    } catch (error) {
      if (!this.remote.isLeft) this.fail(error);
    }
  }

  /** Takes the seat of a link; with a wrong one, one watches. @param {string} secret */
  async claim(secret) {
    try {
      await this.remote.postPersistently("claim", { secret }, (error) => this.fail(error));
    } catch (error) {
      if (this.remote.isLeft) throw error;
      notify(`${inWords(error)} You can watch.`);
    }
    // The secret is not to stay in the address, which people send to others.
    history.replaceState(history.state, "", `/g/${this.id}`);
  }

  /** @param {unknown} error */
  fail(error) {
    this.problem = inWords(error);
    this.render();
  }

  readdress() {}

  leave() {
    this.remote.leave();
    this.connection.close();
    clearInterval(this.timer);
    this.screen.leave();
    clearNotice();
  }

  /** @param {LiveGame} game */
  take(game) {
    const before = this.game;
    if (before && game.seq < before.seq) return;
    this.game = game;
    this.receivedAt = performance.now();
    this.size = readSize(game.size, game.connect);
    const wasLatest = this.ply >= this.moves.length;
    const hadMoved = this.moves.length;
    this.moves = readMoves(game.pos, this.size);
    if (this.pending && this.moves.length > this.pending.ply) this.pending = null;
    // A move on its way stays on the board, whatever else happens meanwhile.
    if (!this.pending && (wasLatest || this.ply > this.moves.length)) this.ply = this.moves.length;
    if (before) this.tell(before, hadMoved);
    this.checkSeat(before);
    this.render();
    if (game.rematch_id && before && !before.rematch_id && this.seat) this.navigate(`/g/${game.rematch_id}`);
  }

  /** Says and sounds what is new. @param {LiveGame} before @param {number} hadMoved */
  tell(before, hadMoved) {
    const game = /** @type {LiveGame} */ (this.game);
    const status = liveStatus(game, this.seat);
    if (this.moves.length === hadMoved + 1) {
      if (this.seat !== colorAt(hadMoved)) knock();
      announce(`${moveInWords(after(this.size, this.moves))} ${status}.`);
    } else if (status !== liveStatus(before, this.seat)) announce(`${status}.`);
    if (isOpen(before) && !isOpen(game)) fanfare(game.outcome === (this.seat ?? game.outcome));
  }

  /**
   * The pie rule exchanges seats, and only the server knows which one is whose.
   *
   * @param {LiveGame | null} before
   */
  async checkSeat(before) {
    if (!before || before.swapped === this.game?.swapped || !this.seat) return;
    try {
      const { seat } = await this.remote.look();
      this.seat = seat;
      // The server knows a connection by its color.
      this.connection.open();
      announce(`Sides were swapped: you are ${seat} now.`);
      notify(`Sides were swapped: you are ${seat} now.`);
      this.render();
    } catch (error) {
      if (!this.remote.isLeft) notify(inWords(error));
    }
  }

  /** @param {Link} link */
  setLink(link) {
    if (this.link === "live" && link === "offline") announce("The connection is lost. Trying again.");
    if (this.wasLost && link === "live") announce("Connected.");
    this.wasLost = link === "offline" || (this.wasLost && link !== "live");
    this.link = link;
    this.render();
  }

  /** @param {number} column */
  async play(column) {
    if (this.closed() !== null || !this.game) return;
    const ply = this.moves.length;
    this.pending = { column, ply };
    this.ply = ply + 1;
    knock();
    this.render();
    try {
      // The same move for the same ply can be sent as often as it takes.
      const body = { column: column + 1, ply };
      this.take(await this.remote.postPersistently("moves", body, () => this.render()));
    } catch (error) {
      if (this.remote.isLeft) return;
      this.pending = null;
      this.ply = this.moves.length;
      notify(inWords(error));
      // What was refused comes with the game as it stands.
      if (error instanceof ApiError && error.body?.game) this.take(error.body.game);
      else this.render();
    }
  }

  /** @param {Action} action */
  async act(action) {
    try {
      this.take(await this.remote.post("actions", { action }));
    } catch (error) {
      if (!this.remote.isLeft) notify(inWords(error));
    }
  }

  /** @param {string} name */
  async join(name) {
    const failed = (/** @type {unknown} */ error) => notify(`${inWords(error)} The seat is asked for again.`);
    try {
      const { game, seat } = await this.remote.join(name, failed);
      clearNotice();
      this.seat = seat;
      this.take(game);
      // As a player from now on, no longer as a spectator.
      this.connection.open();
      announce(`You are ${seat}.`);
    } catch (error) {
      if (!this.remote.isLeft) notify(inWords(error));
    }
  }

  /** @param {number} ply */
  look(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
    this.render();
  }

  tick() {
    const { game } = this;
    if (!game?.clock || !isOpen(game)) return;
    this.screen.showPlayers(game, this.seat, this.elapsed());
    const { running } = game.clock;
    const isOver = running && running !== this.seat && timeLeft(game, running, this.elapsed()) === 0;
    if (!isOver || !this.seat || this.hasClaimed) return;
    this.hasClaimed = true;
    this.act("claim_time").finally(() =>
      setTimeout(() => {
        this.hasClaimed = false;
      }, 1000),
    );
  }

  elapsed() {
    return performance.now() - this.receivedAt;
  }

  /** Why nothing can be played now, null if something can. */
  closed() {
    const { game, seat } = this;
    if (!game) return "";
    if (!isOpen(game)) return "The game is over.";
    if (!seat) return "You are watching.";
    if (!isFull(game)) return "The other player has not come yet.";
    if (this.pending) return "Your move is on its way.";
    if (this.ply < this.moves.length) return "This is an earlier position: step forward to the end.";
    return game.to_move === seat ? null : "It is the other player's turn.";
  }

  render() {
    const { game, pending } = this;
    const moves =
      pending && this.ply > this.moves.length
        ? [...this.moves, pending.column]
        : this.moves.slice(0, this.ply);
    this.screen.show({
      game,
      seat: this.seat,
      link: this.link,
      problem: this.problem,
      seatLink: this.seatLink,
      size: this.size,
      moves: this.moves,
      ply: this.ply,
      isPending: pending !== null,
      position: after(this.size, moves),
      closed: this.closed(),
      elapsed: this.elapsed(),
    });
  }
}
