// A network game: `/g/ID`. The behavior; `network_game_screen.js` is the appearance.

import { ApiError } from "../net/api.js";
import { addressOf, analysisOf, networkAddress, readNetworkAddress } from "../core/address.js";
import { PEOPLE, placeInWords } from "../core/game.js";
import { canPremove, isOpen, whyClosed } from "../core/network_game.js";
import { listened } from "../core/phrases.js";
import { after, other, readMoves, readSize, STANDARD } from "../core/rules.js";
import { Connection, GameRequests } from "../net/network_game.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { OwnSeat } from "../net/own_seat.js";
import { hrefOf, openAddress } from "../browser/page_address.js";
import { knock } from "../browser/sound.js";
import { NetworkGameScreen } from "./network_game_screen.js";
import { tellNetwork, titleOf } from "../behaviors/announce.js";
import { Premove } from "../behaviors/premove.js";

/** @typedef {import("../core/network_game.js").NetworkGame} NetworkGame */
/** @typedef {import("../core/network_game.js").Action} Action */
/** @typedef {import("../net/network_game.js").Link} Link */

const TICK_MS = 100;

export class NetworkGameView {
  title = titleOf(null, null);
  /** @type {NetworkGame | null} */
  game = null;
  size = STANDARD;
  /** @type {readonly number[]} */
  moves = [];
  /** The ply that is looked at, null to follow the last one. @type {number | null} */
  lookedAt = null;
  /** @type {{ column: number, ply: number } | null} a move that the server has not confirmed */
  pending = null;
  premove = new Premove();
  /** @type {ReturnType<typeof listened>} */
  heard = { red: null, yellow: null };
  /** @type {Link} */
  link = "connecting";
  wasLost = false;
  /** The time when the state arrived, for the clocks. */
  receivedAt = 0;
  problem = "";
  isJoining = false;

  /** @param {URL} url @param {any} state @param {(href: string, state?: unknown) => void} navigate */
  constructor(url, state, navigate) {
    const { id, ply, secret } = readNetworkAddress(url);
    this.id = id;
    this.requests = new GameRequests(id);
    this.navigate = navigate;
    const seatLink = typeof state?.seatLink === "string" ? state.seatLink : null;
    this.own = new OwnSeat(id, this.requests, seatLink, () => this.recognize());
    this.keys = {
      play: (/** @type {number} */ column) => column < this.size.width && this.play(column),
      back: () => this.look(this.ply - 1, "replace"),
      forward: () => this.look(this.ply + 1, "replace"),
      first: () => this.look(0, "replace"),
      last: () => this.look(this.lastPly, "replace"),
      leave: () => this.premove.column !== null && this.choosePremove(this.premove.column),
    };
    this.screen = new NetworkGameScreen({
      ...this.keys,
      refuse: (reason) => notify(reason),
      jump: (ply) => this.look(ply, "push"),
      act: (action) => this.act(action),
      join: (name) => !this.isJoining && this.join(name),
      rematch: (id) => this.goTo(id),
      review: () => this.review(),
    });
    this.root = this.screen.root;
    this.connection = new Connection(id, {
      game: (game) => this.take(game),
      link: (link) => this.setLink(link),
      error: (message) => notify(inWords(message)),
    });
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.lookedAt = ply;
    this.start(secret);
  }

  /** The person's own color, null for a spectator. */
  get seat() {
    return this.own.color(this.game);
  }

  /** The number of moves, including one that is being sent. */
  get lastPly() {
    return this.pending?.ply ?? this.moves.length;
  }

  /** The number of moves on the board. */
  get ply() {
    return this.lookedAt ?? this.lastPly;
  }

  /** @param {string | null} secret of a seat link */
  async start(secret) {
    try {
      if (secret) await this.claim(secret);
      const game = await this.own.find((error) => this.fail(error));
      this.problem = "";
      this.keepAddress("replace");
      this.take(game);
      this.connection.open();
    } catch (error) {
      if (!this.requests.isLeft) this.fail(error);
    }
  }

  /** Takes the seat of a link; a wrong link changes nothing. @param {string} secret */
  async claim(secret) {
    const claimed = this.own.claim(secret, (error) => this.fail(error));
    // The secret must not stay in the address: people share addresses.
    this.keepAddress("replace");
    try {
      await claimed;
    } catch (error) {
      if (this.requests.isLeft) throw error;
      notify(`${inWords(error)} ${this.seat ? `You are ${this.seat}.` : "You can watch."}`);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    this.problem = inWords(error);
    // An earlier state of the game is worth more than the reason why there is no current one.
    const seen = !this.game && error instanceof ApiError && error.isPassing && this.requests.lastSeen;
    if (seen) {
      this.take(seen);
      this.setLink("offline");
    } else this.render();
  }

  /** Follows the address: another ply, or a seat link for the shown game. @param {URL} url */
  readdress(url) {
    const { ply, secret } = readNetworkAddress(url);
    this.lookedAt = ply;
    this.showPly("replace");
    if (secret) this.start(secret);
  }

  /**
   * Writes the shown ply into the address; history entries keep the seat link.
   *
   * @param {"push" | "replace"} how
   */
  keepAddress(how) {
    // During navigation to another view, the address already belongs to that view.
    if (this.requests.isLeft || openAddress().pathname !== networkAddress(this.id, null)) return;
    history[`${how}State`]({ seatLink: this.own.link }, "", hrefOf(networkAddress(this.id, this.lookedAt)));
  }

  leave() {
    this.requests.leave();
    this.own.leave();
    this.connection.close();
    clearInterval(this.timer);
    this.screen.leave();
    clearNotice();
  }

  /** @param {NetworkGame} game */
  take(game) {
    const before = this.game;
    if (before && game.seq < before.seq) return;
    this.game = game;
    this.requests.keep(game);
    this.receivedAt = performance.now();
    this.size = readSize(game.size, game.connect);
    const hadMoved = this.moves.length;
    this.moves = readMoves(game.pos, this.size);
    if (this.pending && this.moves.length >= this.pending.ply) this.pending = null;
    this.heard = listened(game, before, this.heard);
    if (!before || this.moves.length < hadMoved) this.showPly("replace");
    const { seat, moves, size } = this;
    if (before) tellNetwork({ game, seat, moves }, before, hadMoved, size);
    const due = this.premove.due(game, seat, size, { moves, hadMoved });
    if (due !== null) this.send(due);
    this.render();
    if (game.rematch_id && before && !before.rematch_id && this.seat) this.goTo(game.rematch_id);
  }

  /** Notices that another tab of this browser has taken a seat. */
  async recognize() {
    if (this.seat || this.isJoining) return;
    const game = await this.own.find().catch(() => null);
    if (!game || !this.own.first) return;
    this.keepAddress("replace");
    this.take(game);
    this.connection.open();
  }

  /** Opens the rematch, where the person has the same secret. @param {string} id */
  goTo(id) {
    this.navigate(networkAddress(id, null), { seatLink: this.own.linkIn(id) });
  }

  /** Opens the lesson of the finished game. */
  review() {
    const { game, moves, seat, size } = this;
    if (!game) return;
    const { outcome, ending } = game;
    const isGivenUp = ending === "time" || ending === "resigned";
    const resigned = isGivenUp && outcome !== null && outcome !== "draw" ? other(outcome) : null;
    const address = analysisOf(addressOf(size, moves, game));
    this.navigate(address, { players: PEOPLE, resigned, side: seat, isTaught: true });
  }

  /** @param {Link} link */
  setLink(link) {
    if (this.link === "live" && link === "offline") announce("Connection lost. Reconnecting.");
    if (this.wasLost && link === "live") announce("Connected.");
    this.wasLost = link === "offline" || (this.wasLost && link !== "live");
    this.link = link;
    this.render();
  }

  /** @param {number} column */
  play(column) {
    if (this.closed() === null) this.send(column);
    else if (this.canPremove()) this.choosePremove(column);
  }

  canPremove() {
    return this.game !== null && this.lookedAt === null && !this.pending && canPremove(this.game, this.seat);
  }

  /** @param {number} column */
  choosePremove(column) {
    this.premove.choose(column);
    this.render();
  }

  /** @param {number} column */
  async send(column) {
    if (!this.game) return;
    const ply = this.moves.length;
    this.pending = { column, ply: ply + 1 };
    knock();
    this.render();
    try {
      // Sending the same move for the same ply again is harmless.
      const body = { column: column + 1, ply, seq: this.game.seq };
      this.take(await this.requests.postPersistently("moves", body, () => this.render()));
    } catch (error) {
      if (this.requests.isLeft) return;
      this.pending = null;
      notify(inWords(error));
      // A refusal comes with the current game.
      if (error instanceof ApiError && error.body?.game) this.take(error.body.game);
      this.showPly("replace");
    }
  }

  /** @param {Action} action */
  async act(action) {
    try {
      this.take(await this.requests.post("actions", { action }));
    } catch (error) {
      if (!this.requests.isLeft) notify(inWords(error));
    }
  }

  /** @param {string} name */
  async join(name) {
    const failed = (/** @type {unknown} */ error) => notify(`${inWords(error)} Asking for the seat again.`);
    this.isJoining = true;
    try {
      const game = await this.own.join(name, failed);
      clearNotice();
      this.keepAddress("replace");
      this.take(game);
      // Reconnect as a player instead of a spectator.
      this.connection.open();
      announce(`You are ${this.seat}.`);
    } catch (error) {
      if (!this.requests.isLeft) notify(inWords(error));
    } finally {
      this.isJoining = false;
    }
  }

  /** @param {number} ply @param {"push" | "replace"} how the address follows */
  look(ply, how) {
    if (!this.game) return;
    this.lookedAt = Math.max(0, ply);
    this.showPly(how);
    announce(placeInWords(this.position()));
  }

  /** @param {"push" | "replace"} how the address follows */
  showPly(how) {
    const isLast = this.game !== null && this.lookedAt !== null && this.lookedAt >= this.lastPly;
    if (isLast) this.lookedAt = null;
    this.keepAddress(how);
    this.render();
  }

  tick() {
    const { game } = this;
    if (!game?.clock || !isOpen(game)) return;
    this.screen.showPlayers(game, { seat: this.seat, heard: this.heard, elapsed: this.elapsed() });
  }

  elapsed() {
    return performance.now() - this.receivedAt;
  }

  /** The reason why nothing can be played now, null if something can. */
  closed() {
    const { game, seat } = this;
    if (!game) return "";
    return whyClosed(game, seat, this.pending !== null, this.lookedAt !== null);
  }

  /** The position that is looked at. */
  position() {
    const all = this.pending ? [...this.moves, this.pending.column] : this.moves;
    return after(this.size, this.game ? all.slice(0, this.ply) : []);
  }

  render() {
    const { game, pending, seat } = this;
    if (!this.requests.isLeft) document.title = titleOf(game, seat);
    this.screen.show({
      game,
      seat,
      link: this.link,
      problem: this.problem,
      seatLink: this.own.link,
      size: this.size,
      moves: this.moves,
      ply: this.ply,
      isPending: pending !== null,
      position: this.position(),
      closed: this.closed(),
      ahead: seat && this.canPremove() ? { color: seat, column: this.premove.column } : null,
      heard: this.heard,
      elapsed: this.elapsed(),
    });
  }
}
