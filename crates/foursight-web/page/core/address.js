// The addresses of games: `/?pos=4455&size=8x7&connect=4#3`, where 3 is the ply that is shown; over the
// network `/g/ID#3`, and `/g/ID#seat=SECRET` for a seat.

import { lookingAt, newGame } from "./game.js";
import { readMoves, readSize, sameSize, sizeText, STANDARD, writeMoves } from "./rules.js";

/** @typedef {import("./rules.js").Size} Size */
/** @typedef {import("./game.js").Game} Game */

/**
 * The query for a position, without standard values.
 *
 * @param {Size} size
 * @param {readonly number[]} moves
 */
export function queryOf(size, moves) {
  const query = new URLSearchParams();
  if (moves.length > 0) query.set("pos", writeMoves(moves));
  if (!sameSize(size, STANDARD)) {
    query.set("size", sizeText(size));
    if (size.connect !== STANDARD.connect) query.set("connect", String(size.connect));
  }
  return query;
}

/**
 * @param {Size} size
 * @param {readonly number[]} moves
 * @param {number} [ply] where it is not the last one
 */
export function addressOf(size, moves, ply = moves.length) {
  const query = queryOf(size, moves).toString();
  return `/${query && `?${query}`}${ply < moves.length ? `#${ply}` : ""}`;
}

/** @param {Game} game */
export function addressOfGame(game) {
  return addressOf(game.size, game.moves, game.ply);
}

/**
 * The size, the moves and the ply of an address.
 *
 * Throws a `MovesError` if they cannot be played.
 *
 * @param {URL} url
 */
export function readAddress(url) {
  const size = readSize(url.searchParams.get("size"), url.searchParams.get("connect"));
  const moves = readMoves(url.searchParams.get("pos") ?? "", size);
  const ply = /^#\d+$/.test(url.hash) ? Number(url.hash.slice(1)) : moves.length;
  return { size, moves, ply };
}

/**
 * A game of these players at an address.
 *
 * @param {URL} url
 * @param {import("./game.js").Players} players
 * @param {import("./rules.js").Color | null} resigned
 * @returns {Game}
 */
export function gameAt(url, players, resigned = null) {
  const { size, moves, ply } = readAddress(url);
  return lookingAt({ ...newGame(size, players, moves), resigned }, ply);
}

/**
 * The address of a network game.
 *
 * @param {string} id
 * @param {number | null} ply the one that is looked at, null for whichever is the last
 */
export function liveAddress(id, ply) {
  return `/g/${id}${ply === null ? "" : `#${ply}`}`;
}

/** @param {string} id @param {string} secret */
export function seatAddress(id, secret) {
  return `${liveAddress(id, null)}#seat=${secret}`;
}

/**
 * The parts of a network game's address.
 *
 * @param {URL} url
 */
export function readLiveAddress({ pathname, hash }) {
  return {
    id: pathname.split("/")[2],
    ply: /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null,
    secret: new URLSearchParams(hash.slice(1)).get("seat"),
  };
}
