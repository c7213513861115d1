// The games played in this browser: the finished ones, and those that somebody can continue. Each list begins with the
// latest.

import { isOver, nMachines, result, shown } from "./game.js";
import { isLevel, levelName, levelTitle, machineOf } from "./levels.js";
import { isOpen, name } from "./network_game.js";
import { other, sizeText, writeMoves } from "./rules.js";
import { setting } from "./settings.js";
import { personsColor } from "./status.js";
import { addressOf } from "./address.js";
import { isInVariation } from "./variations.js";

/** @import { Color } from "./rules.js" */
/** @import { Game, Players } from "./game.js" */
/** @import { NetworkGame } from "./network_game.js" */
/** @import { Match } from "./match.js" */

/**
 * @typedef {object} OwnGame
 * @property {string} time when it ended, as in `2026-11-22T20:15:00.000Z`; no two games have the same
 * @property {string} size
 * @property {number} connect
 * @property {string} moves
 * @property {import("./opening_rule.js").OpeningRule} [opening_rule]
 * @property {boolean} [swapped]
 * @property {Color} color one's own, at the end
 * @property {number | null} level of the machine, null if a person played
 * @property {string} [opponent] that person's name
 * @property {Color | null} winner
 * @property {boolean} isResigned
 * @property {number | null} accuracy the share of one's moves that kept the result, null until that is known
 */

/** @type {OwnGame[]} */
const NONE = [];

export const ownGames = setting("games", NONE, areOwnGames);

/** The number of games that are kept, a tenth of a megabyte at most; the oldest are dropped. */
export const MOST_GAMES = 300;

/** @param {unknown} value @returns {value is OwnGame[]} */
export function areOwnGames(value) {
  const isGame = (/** @type {any} */ game) =>
    ["time", "size", "moves", "color"].every((name) => typeof game?.[name] === "string") &&
    Number.isInteger(game.connect) &&
    (game.level === null ? typeof game.opponent === "string" : isLevel(game.level));
  return Array.isArray(value) && value.every(isGame);
}

/**
 * A game to remember, null unless one person has played it against a machine to its end.
 *
 * @param {Game} game
 * @param {string} time
 * @returns {OwnGame | null}
 */
export function toRemember(game, time) {
  const [color, end] = [personsColor(game), result(game)];
  if (!color || !end || game.moves.length === 0) return null;
  const level = Number(game.players[other(color)]);
  return {
    time,
    size: sizeText(game.size),
    connect: game.size.connect,
    moves: writeMoves(game.moves),
    opening_rule: game.rule,
    swapped: game.swap !== "none",
    color,
    level,
    winner: end.winner,
    isResigned: game.resigned !== null,
    accuracy: null,
  };
}

/**
 * A network game to remember, null unless it is over and discs were played.
 *
 * @param {NetworkGame} game
 * @param {Color} color one's own
 * @param {string} time
 * @returns {OwnGame | null}
 */
export function networkToRemember(game, color, time) {
  const { size, connect, pos: moves, opening_rule, swapped, ending, outcome } = game;
  if (isOpen(game) || moves === "") return null;
  const winner = outcome === "draw" ? null : outcome;
  const opponent = name(game, other(color));
  const isResigned = ending === "resigned";
  const ends = { opponent, winner, isResigned, accuracy: null };
  return { time, size, connect, moves, opening_rule, swapped, color, level: null, ...ends };
}

/** The games with one added; the same end of the same game, reached again, counts once. @param {readonly OwnGame[]} games @param {OwnGame} game */
export function gamesWith(games, game) {
  const isSame = games[0]?.moves === game.moves && games[0].color === game.color;
  return [game, ...games.slice(isSame ? 1 : 0)].slice(0, MOST_GAMES);
}

/** @param {readonly OwnGame[]} games @param {string} time */
export function gamesWithout(games, time) {
  return games.filter((game) => game.time !== time);
}

/** @param {readonly OwnGame[]} games @param {string} time @param {number} accuracy */
export function gamesGraded(games, time, accuracy) {
  return games.map((game) => (game.time === time ? { ...game, accuracy } : game));
}

/** The numbers of games won, drawn and lost. @param {readonly OwnGame[]} games */
export function tally(games) {
  const nWon = games.filter(({ winner, color }) => winner === color).length;
  const nDrawn = games.filter(({ winner }) => winner === null).length;
  return { nWon, nDrawn, nLost: games.length - nWon - nDrawn };
}

/** @param {OwnGame} game */
export function gameInWords({ winner, color, level, opponent, isResigned, moves }) {
  const how = winner === null ? "Draw with" : winner === color ? "Won against" : "Lost to";
  const end = isResigned ? ", resigned" : "";
  const who = level === null ? opponent : levelName(level);
  return `${how} ${who}${end}, ${moves.length} moves`;
}

/** @param {number} share */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/**
 * The accuracies in the order of the games, as the points of a line; each point is the mean of up to five games, so
 * that a single game does not cause a spike.
 *
 * @param {readonly OwnGame[]} games
 */
export function accuracyCourse(games) {
  const known = games.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy])).reverse();
  return known.map((_, index) => {
    const last = known.slice(Math.max(0, index - 4), index + 1);
    return last.reduce((sum, share) => sum + share, 0) / last.length;
  });
}

/** Stores a finished game in this browser, if it is one to remember. @param {Game} game */
export function remember(game) {
  keep(toRemember(game, new Date().toISOString()));
}

/** Stores a finished network game in this browser, if it is one to remember. @param {NetworkGame} game @param {Color} color one's own */
export function rememberNetwork(game, color) {
  keep(networkToRemember(game, color, new Date().toISOString()));
}

/** @param {OwnGame | null} own */
function keep(own) {
  if (own) ownGames.set(gamesWith(ownGames.get(), own));
}

/**
 * A game on this device that is not over: whoever leaves it can continue it.
 *
 * @typedef {object} Running
 * @property {string} id when it began, as in `2026-11-22T20:15:00.000Z`
 * @property {string} address
 * @property {Players} players
 * @property {number} n_discs
 * @property {Match | null} [match]
 */

/** @type {Running[]} */
const NONE_RUNNING = [];

export const runningGames = setting("running", NONE_RUNNING, areRunning);

/** The number of running games that are kept; the oldest are dropped. */
export const MOST_RUNNING = 5;

/** @param {unknown} value @returns {value is Running[]} */
function areRunning(value) {
  const isPlayer = (/** @type {unknown} */ player) => player === "person" || isLevel(player);
  const isGame = (/** @type {any} */ game) =>
    typeof game?.id === "string" &&
    /^\/\?/.test(game.address) &&
    Number.isInteger(game.n_discs) &&
    isPlayer(game.players?.red) &&
    isPlayer(game.players?.yellow);
  return Array.isArray(value) && value.every(isGame);
}

/**
 * The running games after a change to one of them, which stays among them while it has discs and a person, and goes on.
 *
 * @param {readonly Running[]} games
 * @param {string} id
 * @param {Game} game
 * @param {Match | null} match
 */
export function runningWith(games, id, game, match) {
  const others = games.filter((other) => other.id !== id);
  const { size, players, rule, swap } = game;
  const { moves } = shown(game);
  if (moves.length === 0 || isOver(game) || nMachines(players) === 2) return others;
  if (isInVariation(game)) return [...games];
  const address = addressOf(size, moves, { opening_rule: rule, swapped: swap === "done" });
  return [{ id, address, players, n_discs: moves.length, match }, ...others].slice(0, MOST_RUNNING);
}

/** What continuing a game is called: `Continue against Learner (move 7)`. @param {Running} game */
export function continueInWords({ players, n_discs }) {
  const who =
    nMachines(players) === 0 ? "the game of two" : `against ${levelTitle(machineOf(players).level)}`;
  return `Continue ${who} (move ${n_discs + 1})`;
}

/** What a running game's entry of the history keeps. @param {Running} game */
export function stateOf({ id, players, match }) {
  return { id, players, match, isBegun: true };
}
