// One's own seat in a network game: how it is taken, which color it is, and the link that opens it elsewhere.

import { readLiveAddress, seatAddress } from "../core/address.js";
import { swappedSeat } from "../core/live.js";
import { seatSecret } from "../core/secret.js";

/** @typedef {import("../core/live.js").LiveGame} LiveGame */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("./remote_game.js").OnFailure} OnFailure */

export class OwnSeat {
  /** The color that one began with: the game says which one it is now. @type {Color | null} */
  first = null;

  /**
   * @param {string} id of the game
   * @param {import("./remote_game.js").RemoteGame} remote
   * @param {string | null} link if it is known
   */
  constructor(id, remote, link) {
    this.id = id;
    this.remote = remote;
    this.link = link;
    this.secret = seatSecret(id);
  }

  /** The color in a state of the game, null for a spectator. @param {LiveGame | null} game */
  color(game) {
    return game && swappedSeat(game, this.first);
  }

  /** @param {LiveGame} game @param {Color | null} color as the server tells them together */
  know(game, color) {
    this.first = swappedSeat(game, color);
  }

  /** How the game stands, once it is known which seat is one's own. @param {OnFailure} [failed] */
  async find(failed) {
    const game = await this.remote.look(failed);
    if (game.seat) this.know(game, game.seat);
    return game.seat ? game : ((await this.resume()) ?? game);
  }

  /**
   * The same when somebody has just taken a seat, who may be oneself in another tab: that tab may have got
   * its cookie, and forgotten the secret, while this one was asking without either.
   */
  async findAgain() {
    const game = await this.find();
    return this.first ? game : this.find();
  }

  /**
   * Goes on with a seat that this browser has no cookie for: one that was taken without an answer before
   * the page was loaded again, or that of a link.
   */
  async resume() {
    const secret = this.secret.get() ?? secretOf(this.link);
    if (!secret) return null;
    try {
      const game = await this.claim(secret);
      this.secret.forget();
      return game;
    } catch (error) {
      if (this.remote.isLeft) throw error;
      // The request had not arrived: the seat is still to be asked for.
      return null;
    }
  }

  /** Takes the seat that a secret opens. @param {string} secret @param {OnFailure} [failed] */
  async claim(secret, failed) {
    const before = this.link;
    // Kept from the beginning: the page may be loaded again before the answer.
    this.link = seatAddress(this.id, secret);
    try {
      const { game, seat } = await this.remote.postPersistently("claim", { secret }, failed);
      this.know(game, seat);
      return game;
    } catch (error) {
      this.link = before;
      throw error;
    }
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
      const { game, seat, seat_link } = await this.remote.postPersistently("join", body, failed);
      this.know(game, seat);
      this.link = seat_link ?? this.link;
      return game;
    } finally {
      // Whoever leaves before the answer may come back for the seat.
      if (!this.remote.isLeft) this.secret.forget();
    }
  }

  /** The link of the same seat in another game of both, such as a rematch. @param {string} id */
  linkIn(id) {
    const secret = secretOf(this.link);
    return secret && seatAddress(id, secret);
  }
}

/** @param {string | null} link */
function secretOf(link) {
  return link && readLiveAddress(new URL(link, location.origin)).secret;
}
