// A match: games of the same players, one after another, and how far a person has come against the levels.

import { isOver, latest } from "./game.js";
import { levelTitle } from "./levels.js";
import { tally } from "./own_games.js";
import { other } from "./rules.js";
import { colorName, personsColor } from "./status.js";

/** @import { Color } from "./rules.js" */
/** @import { Game } from "./game.js" */
/** @import { OwnGame } from "./own_games.js" */
/** @typedef {Record<Color | "draw", number>} Match how often who began as a color has won, before the game that is played */

/** The games to win before the next level. */
const TO_WIN = 3;

/** The games after which they tell the level that suits, and the most that are counted. */
const [FEW, MOST_COUNTED] = [5, 20];

/** The levels between a person and the one that they beat six times in ten. */
const SUITED = Math.log2(6 / 4);

/** The expected points of a player as strong as a level: against the one below, two of three (docs/levels.md). @param {number} strength @param {number} level */
const share = (strength, level) => 1 / (1 + 2 ** (level - strength));

/** The match with the game's result, for the seats in which the game began. @param {Match | null} match @param {Game} game @returns {Match} */
export function matchWith(match, game) {
  const before = match ?? { red: 0, yellow: 0, draw: 0 };
  if (!isOver(game)) return before;
  const outcome = game.resigned ? other(game.resigned) : (latest(game).outcome ?? "draw");
  const winner = outcome !== "draw" && game.swap !== "none" ? other(outcome) : outcome;
  return { ...before, [winner]: before[winner] + 1 };
}

/** The match for the game's rematch, in which who sits at a color at its end begins with the other one. @param {Match | null} match @param {Game} game @returns {Match} */
export function matchAfter(match, game) {
  const { red, yellow, draw } = matchWith(match, game);
  return game.swap === "none" ? { red: yellow, yellow: red, draw } : { red, yellow, draw };
}

/** A match in words, empty before its first game is over: `You 2, Learner 1`. @param {Match | null} match @param {Game} game */
export function matchInWords(match, game) {
  const score = matchWith(match, game);
  if (score.red + score.yellow + score.draw === 0) return "";
  const person = personsColor(game);
  const name = (/** @type {Color} */ color) => {
    const playedBy = game.players[color];
    return typeof playedBy === "number" ? levelTitle(playedBy) : person ? "You" : colorName(color);
  };
  const won = (/** @type {Color} */ color) => score[game.swap === "done" ? other(color) : color];
  const first = person ?? "red";
  const sides = [first, other(first)].map((color) => `${name(color)} ${won(color)}`);
  return [...sides, score.draw > 0 && `drawn ${score.draw}`].filter(Boolean).join(", ");
}

/** How far a person has come against a level: `2 of 3 won: level 4 next`; after a few games, the level that suits them. @param {readonly OwnGame[]} games @param {number} level */
export function ladderInWords(games, level) {
  const suited = levelFor(games);
  if (suited === level) return `Level ${level} suits you: you win about six of ten games`;
  if (suited !== null) return `Level ${suited} next: you would win about six of ten games`;
  const isWon = (/** @type {OwnGame} */ game) => game.level === level && game.winner === game.color;
  const nWon = Math.min(TO_WIN, games.filter(isWon).length);
  return level < 10 ? `${nWon} of ${TO_WIN} won: level ${level + 1} next` : `${nWon} of ${TO_WIN} won`;
}

/**
 * The level that a person beats about six times in ten, by their latest games; null before there are a few.
 *
 * @param {readonly OwnGame[]} games the latest first
 */
export function levelFor(games) {
  const latest = games.filter(({ level }) => level !== null).slice(0, MOST_COUNTED);
  if (latest.length < FEW) return null;
  const { nWon, nDrawn } = tally(latest);
  const expected = (/** @type {number} */ strength) =>
    latest.reduce((sum, { level }) => sum + share(strength, Number(level)), 0);
  // The strength at which these results are expected, with another win and another loss: nobody is infinitely strong.
  const points = (latest.length * (nWon + nDrawn / 2 + 1)) / (latest.length + 2);
  let strength = -5;
  while (expected(strength) < points) strength += 0.1;
  return Math.min(Math.max(Math.round(strength - SUITED), 0), 10);
}

/** The number of games won one after another, up to the latest. @param {readonly OwnGame[]} games the latest first */
export function streak(games) {
  const n = games.findIndex(({ winner, color }) => winner !== color);
  return n < 0 ? games.length : n;
}
