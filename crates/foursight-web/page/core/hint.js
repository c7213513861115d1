// Hints: where to play, why or what to look for, and how much of it is proved.

import { colorAt, hasRoom, legal, sideToMove } from "./rules.js";
import { verdict } from "./score.js";
import { cellsInWords, landing } from "./story.js";

/** @import { Analysis } from "../net/api.js" */
/** @import { Position } from "./rules.js" */
/** @import { Why } from "../../wire" */
/** @typedef {{ columns: readonly number[], words: string, isEstimate?: boolean }} Hint columns to point at */

/**
 * The best moves with their reason or, while none is proved to be best, the strongest level's move.
 *
 * @param {Analysis} analysis
 * @param {Position} position
 * @param {Why | null} [why] of the position, once it is there
 * @returns {Hint}
 */
export function hintFrom(analysis, position, why = null) {
  const { advice, guess } = analysis;
  if (advice) {
    const columns = advice.columns.map((column) => column - 1);
    const words = `Hint: ${adviceInWords(analysis, position)}`;
    return { columns, words: why ? `${words}. ${planOf(analysis, position, why)}` : words };
  }
  const proved = provedInWords(analysis.moves, position);
  const guessed = guessInWords(analysis, position).replace("b", "B");
  const words = `${guessed}${proved && `; ${proved}`}`;
  return { columns: guess === null ? [] : [guess - 1], words, isEstimate: true };
}

/**
 * The advice in words, in lower case: `d3 wins in 7 moves`, `every move loses; e2 holds out longest`.
 *
 * @param {Analysis} analysis with advice
 * @param {Position} position
 */
export function adviceInWords({ advice, moves }, position) {
  const { columns = [], recommended = [] } = advice ?? {};
  const [best] = columns;
  if (best === undefined) return `every move ${moves[0].words}`;
  const cells = cellsInWords(position, columns);
  const { words } = moves.find(({ column }) => column === best) ?? moves[0];
  if (legal(position).length === 1) return `${cells}, the only move, ${words}`;
  return recommended.length > 0 ? `${cells} ${words}` : `every move loses; ${cells} holds out longest`;
}

/**
 * The reason that begins with the best move or, if that is too long to be told, what to look for.
 *
 * @param {Analysis} analysis
 * @param {Position} position
 * @param {Why} why
 */
function planOf({ advice, score }, position, why) {
  const [first] = why.overlay.steps;
  const isFirst = advice?.columns.some((column) => landing(position, column - 1) === first?.cell);
  const isOwn = why.kind === "certain" && why.hero === sideToMove(position) && (!first || isFirst);
  if (isOwn && why.sentences[0]) return why.sentences[0];
  const rows = rowsToHold(position);
  return {
    win: `Look for a line that needs one more disc${rows && `, in row ${rows}`}.`,
    draw: "Before each disc, check which cell it opens up above it.",
    loss: "Look for the other side's next line, and block it in time.",
  }[verdict(score ?? 0)];
}

/** The rows in which this side plays last when all other columns are full: `3 or 5`. @param {Position} position */
function rowsToHold({ size: { height }, moves }) {
  if (height % 2 === 1) return "";
  const first = colorAt(moves.length) === "red" ? 3 : 2;
  const rows = [];
  for (let row = first; row < height + 1; row += 2) rows.push(row);
  return [rows.slice(0, -1).join(", "), rows.at(-1)].filter(Boolean).join(" or ");
}

/**
 * The move that is not proved, and the estimate: `best guess: e1 (not proved; likely better for red, 71%)`.
 *
 * @param {Pick<Analysis, "guess" | "estimate">} analysis
 * @param {Position} position
 */
export function guessInWords({ guess, estimate }, position) {
  return guess === null
    ? "nothing is proved yet"
    : `best guess: ${landing(position, guess - 1)} (not proved; ${estimate})`;
}

/**
 * The facts proved about moves, even those without an exact score: `a1 or b1 draws or loses; c1 loses in 2 moves`.
 *
 * @param {Analysis["moves"]} moves
 * @param {Position} position
 */
export function provedInWords(moves, position) {
  const playable = moves.filter(({ column }) => hasRoom(position, column - 1));
  const results = new Set(playable.map(({ words }) => words));
  results.delete("undecided");
  return [...results].map((result) => `${movesWith(result, playable, position)} ${result}`).join("; ");
}

/** @param {string} result @param {Analysis["moves"]} moves @param {Position} position */
function movesWith(result, moves, position) {
  const those = moves.filter(({ words }) => words === result);
  const others = moves.filter((move) => !those.includes(move));
  const cells = (/** @type {typeof moves} */ some) =>
    cellsInWords(
      position,
      some.map(({ column }) => column),
    );
  if (those.length <= others.length) return cells(those);
  return others.length > 0 ? `every move other than ${cells(others)}` : "every move";
}
