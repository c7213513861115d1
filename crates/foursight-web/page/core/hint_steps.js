// Hints in steps: where to look, then the cells, then the move with its reason.

import { adviceInWords, guessInWords, sentence } from "./hint.js";
import { completing, firstAnswer, MAX_TIER, nOpenLines } from "./questions.js";
import { colorAt, hasRoom, legal, other, sideToMove } from "./rules.js";
import { verdict } from "./score.js";
import { colorName } from "./status.js";
import { cellOf, cellsInWords, landing, listed, NO_SIGNS } from "./overlay.js";

/** @import { Analysis } from "../net/api.js" */
/** @import { Hint } from "./hint.js" */
/** @import { Position } from "./rules.js" */
/** @import { Why } from "../../wire" */

/** A row with fewer cells to play in would give the move away; three cells are named instead. */
const [LEAST_IN_ROW, N_CANDIDATES] = [3, 3];

/**
 * The hints about a position, the least telling first. The first one is the same without the reason.
 *
 * @param {Analysis} analysis
 * @param {Position} position
 * @param {Why | null} [why] of the position, once it is there
 * @returns {Hint[]}
 */
export function hintSteps(analysis, position, why = null) {
  const { advice, guess } = analysis;
  const best = (advice ? advice.columns : guess === null ? [] : [guess]).map((column) => column - 1);
  // Where all moves lose alike, one can at least block.
  const columns = best.length > 0 ? best : (urgency(position)?.columns.slice(0, 1) ?? []);
  const isEstimate = !advice;
  const question = firstAnswer(position)?.question;
  const move = { columns, words: moveInHint(analysis, position, columns, why), question, isEstimate };
  // With nothing to choose, there is nothing to look for.
  if (columns.length === 0 || legal(position).length < 2) return [move];
  const look = { columns: [], next: "Tell me more", ...lookAt(position, columns), isEstimate };
  const cells = {
    columns: [],
    next: "Show the move",
    ...cellsThatMatter(position, columns, why),
    isEstimate,
  };
  return [look, cells, move];
}

/** Where to look: the row of the move, or three cells. @param {Position} position @param {readonly number[]} best */
function lookAt(position, best) {
  const [row] = best.map((column) => position.columns[column].length);
  const inRow = legal(position).filter((column) => position.columns[column].length === row);
  const urgent = urgency(position);
  if (urgent || inRow.length >= LEAST_IN_ROW)
    return {
      words: `${urgent ? `${urgent.words} ` : ""}Look at row ${row + 1}.`,
      signs: { ...NO_SIGNS, rows: [row] },
    };
  return among(position, best, N_CANDIDATES, "Look at");
}

/** The cells of lines to come or, without any, fewer cells to choose from. @param {Position} position @param {readonly number[]} best @param {Why | null} why */
function cellsThatMatter(position, best, why) {
  const urgent = urgency(position);
  if (urgent) {
    const cells = urgent.columns.map((column) => landing(position, column));
    const { connect } = position.size;
    const words = `${urgent.side} would have ${connect} in a row with ${listed(cells, "or")}.`;
    return { words, signs: { ...NO_SIGNS, rings: cells, hero: urgent.color } };
  }
  const isFree = (/** @type {string} */ cell) => {
    const [column, row] = cellOf(cell);
    return position.columns[column].length <= row;
  };
  const rings = (why?.kind === "certain" && why.overlay.rings.filter(isFree)) || [];
  if (rings.length === 0) return among(position, best, 2, "Choose");
  const words = `Think of ${listed(rings)}: the game may be decided there.`;
  return { words, signs: { ...NO_SIGNS, rings, hero: why?.hero } };
}

/** A line that can be completed with the next disc, one's own first; null if there is none. @param {Position} position */
function urgency(position) {
  const color = sideToMove(position);
  const own = completing(position, color);
  if (own.length > 0) return { color, columns: own, side: "You", words: "You can win now." };
  const theirs = completing(position, other(color));
  const side = colorName(other(color));
  return theirs.length > 0
    ? { color: other(color), columns: theirs, side, words: `${side} is about to win.` }
    : null;
}

/**
 * A best move among the cells next to it, from the left.
 *
 * @param {Position} position
 * @param {readonly number[]} best
 * @param {number} n how many cells, if there are so many
 * @param {string} what to do with them
 */
function among(position, [best], n, what) {
  const near = legal(position).sort((a, b) => Math.abs(a - best) - Math.abs(b - best));
  const columns = near.slice(0, n).sort((a, b) => a - b);
  const rings = columns.map((column) => landing(position, column));
  return { words: `${what} ${listed(rings, "or")}.`, signs: { ...NO_SIGNS, rings } };
}

/** The move in words, and why or what to look for. @param {Analysis} analysis @param {Position} position @param {readonly number[]} columns @param {Why | null} why */
function moveInHint(analysis, position, columns, why) {
  const { advice, moves } = analysis;
  if (!advice) {
    const proved = provedInWords(moves, position);
    return `${sentence(guessInWords(analysis, position))}${proved && ` ${sentence(proved)}`}`;
  }
  const [best] = columns;
  const enemy = colorName(other(sideToMove(position)));
  const seen = firstAnswer(position);
  const isLost = advice.recommended.length === 0 && best !== undefined;
  if (seen && seen.columns[0] === best) return isLost ? `Make ${enemy} work. ${seen.words}` : seen.words;
  if (isLost) return `Make ${enemy} work: ${cellsInWords(position, advice.columns)} holds out longest.`;
  const words = sentence(adviceInWords(analysis, position));
  return why && !urgency(position) ? `${words} ${planOf(analysis, position, why)}` : words;
}

/**
 * The reason that begins with the best move or, if that is too long to be told, what to look for.
 *
 * @param {Analysis} analysis
 * @param {Position} position
 * @param {Why} why
 */
function planOf({ advice, score }, position, why) {
  const best = (advice?.columns[0] ?? 1) - 1;
  const n = nOpenLines(position, best);
  const isMost = legal(position).every((column) => column === best || nOpenLines(position, column) < n);
  // Early on, no reason is short.
  if (why.tier > MAX_TIER && isMost)
    return `Most lines run through the middle: ${n} of yours through ${landing(position, best)}.`;
  const [first] = why.overlay.steps;
  const isFirst = advice?.columns.some((column) => landing(position, column - 1) === first?.cell);
  const isOwn =
    why.tier <= MAX_TIER &&
    why.kind === "certain" &&
    why.hero === sideToMove(position) &&
    (!first || isFirst);
  if (isOwn && why.sentences[0]) return why.sentences[0];
  const rows = rowsToHold(position);
  return verdict(score ?? 0) === "win"
    ? `Look for a line that needs one more disc${rows && `, in row ${rows}`}.`
    : "Before each disc, check which cell it opens up above it.";
}

/** The rows in which this side plays last when all other columns are full: `3 or 5`. @param {Position} position */
function rowsToHold({ size: { height }, moves }) {
  if (height % 2 === 1) return "";
  const first = colorAt(moves.length) === "red" ? 3 : 2;
  const rows = [];
  for (let row = first; row < height + 1; row += 2) rows.push(String(row));
  return listed(rows, "or");
}

/**
 * The facts proved about moves, even those without an exact score: `a1 or b1 draws or loses; c1 loses in 2 moves`.
 *
 * @param {Analysis["moves"]} moves
 * @param {Position} position
 */
function provedInWords(moves, position) {
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
