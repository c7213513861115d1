// News of a game: announced, sounded and, in a network game, sent as a notification if the player is looking elsewhere.

import { remember, rememberNetwork } from "../core/own_games.js";
import { levelToMove, moveInWords, placeInWords, result, shown } from "../core/game.js";
import { after, other, readMoves, readSize, sameMoves } from "../core/rules.js";
import { personsColor, statusOf } from "../core/status.js";
import { reportDone } from "../net/class.js";
import { announce, notify } from "../parts/announcer.js";
import { chime, fanfare, knock } from "../browser/sound.js";
import { isFull, isOpen, name, networkStatus } from "../core/network_game.js";
import { phraseInWords } from "../core/phrases.js";
import { namesOf } from "../core/overlay.js";
import { isNotifying, showNotification } from "../browser/notification.js";

/** @typedef {import("../core/game.js").Game} Game */

/** @param {Game} before @param {Game} game */
export function tellLocal(before, game) {
  if (before.swap !== "done" && game.swap === "done" && before.ply === game.ply) {
    const person = personsColor(game);
    notify(`Sides swapped${person ? `: you are now ${person}` : ""}. ${statusOf(game)}.`);
    return;
  }
  const position = shown(game);
  const isNext = game.ply === before.ply + 1;
  const isElsewhere = !sameMoves(position.moves, shown(before).moves);
  const end = result(game);
  const words = [
    isElsewhere && (isNext ? moveInWords : placeInWords)(position),
    (end || levelToMove(game) === null) && `${statusOf(game)}.`,
  ];
  announce(words.filter(Boolean).join(" "));
  if (isNext) knock();
  const isNew = isNext || game.resigned !== before.resigned;
  if (end && isNew) {
    const person = personsColor(game);
    fanfare(end.winner === (person ?? end.winner));
    remember(game);
    if (person && end.winner === person && game.size.connect === 4)
      reportDone("level", Number(game.players[other(person)]));
  }
}

/** Announces what was done, with a way to undo it. @param {string} words @param {() => void} act */
export function offerBack(words, act) {
  // The message is an announcement itself.
  announce("");
  notify(words, { label: "Undo", act });
}

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
export function tellNetwork({ game, seat, moves }, before, hadMoved, size) {
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
  showNotification("Your move", words, game.id);
}
