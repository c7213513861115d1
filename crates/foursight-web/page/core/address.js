// The addresses of games: `/?pos=4455&size=8x7&connect=4#3`, where 3 is the ply that is shown; `/analysis?pos=4455#3`
// also shows its scores. A game with an opening rule has `&opening_rule=pie`, and `&swapped=true` after a swap of sides.
// A network game has `/g/ID#3`, and `/g/ID#seat=SECRET` for a seat.
//
// With variations, `#3.21,3.215,1.7`: the place that is shown, then each variation, as the ply where it leaves the
// game and its moves from there. A variation that is shown to its end stands there only once.

import { isLatest, lookingAt, newGame, shown } from "./game.js";
import { isOpeningRule, OPENING_RULES } from "./opening_rule.js";
import { fork, lookingAtMoves } from "./variations.js";
import {
  MovesError,
  readMoves,
  readSize,
  sameMoves,
  sameSize,
  sizeText,
  STANDARD,
  writeMoves,
} from "./rules.js";

/** @import { Size } from "./rules.js" */
/** @import { Game } from "./game.js" */
/** @import { OpeningRule } from "./opening_rule.js" */
/** @typedef {{ opening_rule?: OpeningRule, swapped?: boolean }} Opening the rule by which a game began, and whether sides were swapped */

/**
 * The query for a position, without standard values.
 *
 * @param {Size} size
 * @param {readonly number[]} moves
 * @param {Opening} [opening]
 */
export function queryOf(size, moves, { opening_rule = "none", swapped = false } = {}) {
  const query = new URLSearchParams();
  if (moves.length > 0) query.set("pos", writeMoves(moves));
  if (!sameSize(size, STANDARD)) {
    query.set("size", sizeText(size));
    if (size.connect !== STANDARD.connect) query.set("connect", String(size.connect));
  }
  if (opening_rule !== "none") query.set("opening_rule", opening_rule);
  if (swapped) query.set("swapped", "true");
  return query;
}

/**
 * @param {Size} size
 * @param {readonly number[]} moves
 * @param {Opening} [opening]
 * @param {number} [ply] where it is not the last one
 */
export function addressOf(size, moves, opening = {}, ply = moves.length) {
  const query = queryOf(size, moves, opening).toString();
  return `/${query && `?${query}`}${ply < moves.length ? `#${ply}` : ""}`;
}

/** @param {Game} game */
export function addressOfGame(game) {
  const { size, moves, rule, swap, variations } = game;
  const here = shown(game).moves;
  const others = variations.filter((line) => !sameMoves(line, here)).map((line) => placeText(game, line));
  const place = isLatest(game) && others.length === 0 ? [] : [placeText(game, here)];
  const hash = [...place, ...others].join(",");
  const query = queryOf(size, moves, { opening_rule: rule, swapped: swap !== "none" });
  return `/${query.size > 0 ? `?${query}` : ""}${hash && `#${hash}`}`;
}

/** The same address, analyzed. @param {string} address of a game */
export function analysisOf(address) {
  return `/analysis${address.slice(1)}`;
}

/** @param {Game} game @param {readonly number[]} moves */
function placeText(game, moves) {
  const ply = fork(game, moves);
  return `${ply}${moves.length > ply ? `.${writeMoves(moves.slice(ply))}` : ""}`;
}

/**
 * The size and the moves of an address.
 *
 * Throws a `MovesError` if they cannot be played.
 *
 * @param {URL} url
 */
export function readAddress({ searchParams }) {
  const size = readSize(searchParams.get("size"), searchParams.get("connect"));
  return { size, moves: readMoves(searchParams.get("pos") ?? "", size) };
}

/**
 * A game of these players at an address.
 *
 * @param {URL} url
 * @param {import("./game.js").Players} players with the sides that they have at the end
 * @param {import("./rules.js").Color | null} resigned
 * @returns {Game}
 */
export function gameAt(url, players, resigned = null) {
  const { size, moves } = readAddress(url);
  const { rule, isSwapped } = readOpening(url, moves.length);
  const game = { ...newGame(size, players, moves, rule, isSwapped), resigned };
  const places = url.hash.slice(1).split(",");
  return [...places.slice(1), places[0]].reduce(atPlace, game);
}

/** The opening rule of an address. @param {URL} url @param {number} n_moves */
function readOpening({ searchParams }, n_moves) {
  const rule = searchParams.get("opening_rule") ?? "none";
  if (!isOpeningRule(rule)) throw new MovesError("an opening rule is none, pie or swap");
  const { placed } = OPENING_RULES[rule];
  return { rule, isSwapped: searchParams.get("swapped") === "true" && placed > 0 && n_moves >= placed };
}

/** The game looked at in another place. @param {Game} game @param {string} text */
function atPlace(game, text) {
  const [, ply, moves = ""] = /^(\d+)(?:\.(\w+))?$/.exec(text) ?? [];
  if (ply === undefined) return game;
  if (!moves) return lookingAt(game, Number(ply));
  const start = game.moves.slice(0, Number(ply));
  try {
    return lookingAtMoves(game, readMoves(writeMoves(start) + moves, game.size));
  } catch (error) {
    // A link that lost its end still opens the game.
    if (!(error instanceof MovesError)) throw error;
    return game;
  }
}

/**
 * The address of a network game.
 *
 * @param {string} id
 * @param {number | null} ply the one that is looked at, null for whichever is the last
 */
export function networkAddress(id, ply) {
  return `/g/${id}${ply === null ? "" : `#${ply}`}`;
}

/** @param {string} id @param {string} secret */
export function seatAddress(id, secret) {
  return `${networkAddress(id, null)}#seat=${secret}`;
}

/**
 * The parts of a network game's address.
 *
 * @param {URL} url
 */
export function readNetworkAddress({ pathname, hash }) {
  return {
    id: pathname.split("/")[2],
    ply: /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null,
    secret: new URLSearchParams(hash.slice(1)).get("seat"),
  };
}
