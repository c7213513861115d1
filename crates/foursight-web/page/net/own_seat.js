// Your own seat in a network game: taking it, its secret and color, and the link that opens it on another device.

import { readNetworkAddress, seatAddress } from "../core/address.js";
import { swappedSeat } from "../core/network_game.js";

/** @import { NetworkGame } from "../core/network_game.js" */
/** @import { Color } from "../core/rules.js" */
/** @import { OnFailure } from "./network_game.js" */

export class OwnSeat {
  /** The player's color at the start; the game tells which color it is now. @type {Color | null} */
  first = null;

  /**
   * @param {string} id of the game
   * @param {import("./network_game.js").GameRequests} requests
   * @param {string | null} link if it is known
   * @param {() => void} ontaken another tab of this browser has taken a seat, which is then this one's, too
   */
  constructor(id, requests, link, ontaken) {
    this.id = id;
    this.requests = requests;
    this.link = link;
    this.secret = seatSecret(id);
    this.tabs = new BroadcastChannel(`foursight.seat.${id}`);
    this.tabs.onmessage = ontaken;
  }

  leave() {
    this.tabs.close();
  }

  /** The color in a state of the game, null for a spectator. @param {NetworkGame | null} game */
  color(game) {
    return game && swappedSeat(game, this.first);
  }

  /** @param {NetworkGame} game @param {Color | null} color as the server tells them together */
  know(game, color) {
    this.first = swappedSeat(game, color);
  }

  /** Records a seat that has just been taken, and tells other tabs: this browser now has its cookie. @param {NetworkGame} game @param {Color} color */
  take(game, color) {
    this.know(game, color);
    this.tabs.postMessage(null);
  }

  /** The state of the game, once the player's own seat is known. @param {OnFailure} [failed] */
  async find(failed) {
    const game = await this.requests.look(failed);
    if (game.seat) this.know(game, game.seat);
    return game.seat ? game : ((await this.resume()) ?? game);
  }

  /**
   * Resumes a seat for which this browser has no cookie: the answer to joining was lost before a reload, or
   * the seat came from a link.
   */
  async resume() {
    const secret = this.secret.get() ?? secretOf(this.link);
    if (!secret) return null;
    try {
      const game = await this.claim(secret);
      this.secret.forget();
      return game;
    } catch (error) {
      if (this.requests.isLeft) throw error;
      // The request never arrived: the seat is still free to take.
      return null;
    }
  }

  /** Takes the seat that a secret opens. @param {string} secret @param {OnFailure} [failed] */
  async claim(secret, failed) {
    const before = this.link;
    // Kept at once: the page may be reloaded before the answer.
    this.link = seatAddress(this.id, secret);
    try {
      const { game, seat } = await this.requests.postPersistently("claim", { secret }, failed);
      this.take(game, seat);
      return game;
    } catch (error) {
      this.link = before;
      throw error;
    }
  }

  /**
   * Takes the free seat. Repeating the request with the same secret yields the same seat.
   *
   * @param {string} name
   * @param {OnFailure} failed
   */
  async join(name, failed) {
    const body = { secret: this.secret.make(), ...(name ? { name } : {}) };
    try {
      const { game, seat, seat_link } = await this.requests.postPersistently("join", body, failed);
      this.take(game, seat);
      this.link = seat_link ?? this.link;
      return game;
    } finally {
      // Keep the secret when leaving before the answer, so that the seat can still be claimed.
      if (!this.requests.isLeft) this.secret.forget();
    }
  }

  /** The link to the same seat in another game between the two players, such as a rematch. @param {string} id */
  linkIn(id) {
    const secret = secretOf(this.link);
    return secret && seatAddress(id, secret);
  }
}

/** @param {string | null} link */
function secretOf(link) {
  return link && readNetworkAddress(new URL(link, location.origin)).secret;
}

const N_BYTES = 16;

/** 128 random bits as 22 characters; the page makes them, so that the request can be repeated. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(N_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The secret for the free seat of a game, kept in this tab until the server has confirmed it.
 *
 * @param {string} id of the game
 */
export function seatSecret(id) {
  const name = `foursight.seat.${id}`;
  /** @type {string | null} */
  let secret = null;
  return {
    /** The secret that was sent before, null if there is none. */
    get() {
      try {
        secret ??= sessionStorage.getItem(name);
      } catch {
        // Storage is forbidden: the secret lasts as long as the view.
      }
      return secret;
    },
    /** The secret to send, always the same. */
    make() {
      secret = this.get() ?? newSecret();
      try {
        sessionStorage.setItem(name, secret);
      } catch {
        // As above.
      }
      return secret;
    },
    forget() {
      secret = null;
      try {
        sessionStorage.removeItem(name);
      } catch {
        // As above.
      }
    },
  };
}
