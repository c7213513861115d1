// News of a network game: announced, sounded, and sent as a notification if the player is looking elsewhere.

import { moveInWords } from "../core/game.js";
import { isFull, isOpen, networkStatus, name } from "../core/network_game.js";
import { rememberNetwork } from "../core/own_games.js";
import { phraseInWords } from "../core/phrases.js";
import { namesOf } from "../core/overlay.js";
import { after, other, readMoves, readSize } from "../core/rules.js";
import { isNotifying, tell } from "../browser/notification.js";
import { chime, fanfare, knock } from "../browser/sound.js";
import { announce, notify } from "../parts/announcer.js";

/** @typedef {import("../core/network_game.js").NetworkGame} NetworkGame */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {{ game: NetworkGame, seat: Color | null, moves: readonly number[] }} Now */

/** @param {NetworkGame} game @param {Color | null} seat */
function isTurn(game, seat) {
  return seat !== null && isOpen(game) && isFull(game) && game.to_move === seat;
}

/** The tab's title. @param {NetworkGame | null} game @param {Color | null} seat */
export function titleOf(game, seat) {
  return `${game && isTurn(game, seat) ? "Your move" : "Network game"} - Foursight`;
}

/**
 * Announces and sounds what is new.
 *
 * @param {Now} now
 * @param {NetworkGame} before
 * @param {number} hadMoved the number of moves before
 * @param {import("../core/rules.js").Size} size
 */
export function tellNews({ game, seat, moves }, before, hadMoved, size) {
  const status = networkStatus(game, seat);
  const seatBefore = game.swapped === before.swapped ? seat : seat && other(seat);
  const saying = saidBy(game, before, seat);
  if (moves.length === hadMoved + 1) {
    if (seat !== before.to_move) knock();
    announce(`${moveInWords(after(size, moves))} ${status}.`);
  } else if (seat && game.swapped && !before.swapped) {
    notify(`Sides swapped: you are now ${seat}. ${status}.`);
  } else if (saying) announce(saying);
  else if (status !== networkStatus(before, seatBefore)) announce(`${status}.`);
  if (isTurn(game, seat) && !(isTurn(before, seatBefore) && game.ply === before.ply))
    callAway(game, before, seat);
  if (!isOpen(before) || isOpen(game)) return;
  fanfare(game.outcome === (seat ?? game.outcome));
  if (seat) rememberNetwork(game, seat);
}

/** The words that somebody else has just said. @param {NetworkGame} game @param {NetworkGame} before @param {Color | null} seat */
function saidBy(game, before, seat) {
  for (const color of /** @type {const} */ (["red", "yellow"])) {
    const { said } = game.seats[color];
    const last = said.at(-1);
    const was = game.swapped === before.swapped ? color : other(color);
    if (last && color !== seat && said.length > before.seats[was].said.length)
      return `${name(game, color)} says: ${phraseInWords(last)}`;
  }
  return null;
}

/** Notifies a player whose turn has come while the page is not visible. @param {NetworkGame} game @param {NetworkGame} before @param {Color | null} seat */
function callAway(game, before, seat) {
  if (!document.hidden || !seat) return;
  chime();
  if (!isNotifying()) return;
  const who = name(game, other(seat));
  const words =
    game.ply > before.ply
      ? `${who} played ${namesOf(readMoves(game.pos, readSize(game.size, game.connect))).at(-1)}.`
      : `You are playing against ${who}.`;
  tell("Your move", words, game.id);
}
