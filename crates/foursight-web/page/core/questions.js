// Four questions before a disc, answered by what lies on the board: no solver, no rules, no lines of play.

import { cellName, landing, listed } from "./overlay.js";
import { DIRECTIONS, legal, linesThrough, other, play, sideToMove } from "./rules.js";
import { colorName } from "./status.js";

/** @import { Cell, Color, Position } from "./rules.js" */
/** @typedef {{ question: number, columns: readonly number[], words: string, isSafe?: boolean }} Answer which question, -1 for none, and where its answer leads */

export const QUESTIONS = [
  "Do I have four?",
  "Do they have four?",
  "What opens above my disc?",
  "Two threats at once?",
];
/** The highest tier of a reason that a child can repeat. */
export const MAX_TIER = 3;
const [NONE, MINE, THEIRS, ABOVE, TWICE] = [-1, 0, 1, 2, 3];

/** The question that leads to an idea; 3 for all that need more than one disc. @param {string | null} idea */
export function questionOf(idea) {
  const place = ["missed four", "four in a row", "stepping stone"].indexOf(idea ?? "");
  return place < 0 ? TWICE : place;
}

/** The lines that a disc of this color would complete in a cell, free or not yet to be played. @param {Position} position @param {Color} color @param {Cell} cell */
function linesAt({ size, columns }, color, [column, row]) {
  const discs = columns.map((column) => [...column]);
  discs[column][row] = color;
  return linesThrough(size, discs, [column, row]);
}

/** The columns in which a disc of this color would complete a line. @param {Position} position @param {Color} color */
export function completing(position, color) {
  return legal(position).filter((column) => lineOf(position, color, column).length > 0);
}

/** The other discs of a line that a disc of this color would complete. @param {Position} position @param {Color} color @param {number} column */
export function lineOf(position, color, column) {
  const cell = /** @type {Cell} */ ([column, position.columns[column].length]);
  const [line = []] = linesAt(position, color, cell);
  const names = line.map(cellName);
  const first = Math.max(0, names.indexOf(cellName(cell)) - position.size.connect + 1);
  // A longer line is told by one four.
  return names.slice(first, first + position.size.connect).filter((name) => name !== cellName(cell));
}

/** Whether a line that a disc of this color would complete lies across. @param {Position} position @param {Color} color @param {number} column */
export function isAcross(position, color, column) {
  const row = position.columns[column].length;
  return linesAt(position, color, [column, row]).some((line) => line.every((cell) => cell[1] === row));
}

/** The winning cell of a color right above the lowest free cell of a column, else empty. @param {Position} position @param {Color} color @param {number} column */
function cellAbove(position, color, column) {
  const cell = /** @type {Cell} */ ([column, position.columns[column].length + 1]);
  if (cell[1] >= position.size.height) return "";
  return linesAt(position, color, cell).length > 0 ? cellName(cell) : "";
}

/**
 * The two cells that a disc would threaten, at once or one above another, if it lets nobody in; null without them.
 *
 * @param {Position} position
 * @param {number} column
 */
export function twice(position, column) {
  const color = sideToMove(position);
  const next = play(position, column);
  if (next.outcome || completing(next, other(color)).length > 0) return null;
  const now = completing(next, color);
  if (now.length > 1) return { cells: now.map((one) => landing(next, one)), isAbove: false };
  const above = now.length === 1 && cellAbove(next, color, now[0]);
  return above ? { cells: [landing(next, now[0]), above], isAbove: true } : null;
}

/** The columns with a disc that threatens twice. @param {Position} position @param {boolean} [isBlind] to threats above one another */
export function twiceIn(position, isBlind = false) {
  return legal(position).filter((column) => {
    const cells = twice(position, column);
    return cells && !(isBlind && cells.isAbove);
  });
}

/** The number of lines through the cell of a disc that the other side has not touched. @param {Position} position @param {number} column */
export function nOpenLines(position, column) {
  const { size, columns } = position;
  const enemy = other(sideToMove(position));
  const row = columns[column].length;
  const steps = Array.from({ length: size.connect }, (_, i) => i);
  const isOpen = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && x < size.width && y >= 0 && y < size.height && columns[x][y] !== enemy;
  const isLine = (/** @type {readonly number[]} */ [dx, dy], /** @type {number} */ back) =>
    steps.every((i) => isOpen(column + dx * (i - back), row + dy * (i - back)));
  return DIRECTIONS.flatMap((step) => steps.filter((back) => isLine(step, back))).length;
}

/** The first question that has an answer on the board, for the side to move; null if none has. @param {Position} position @returns {Answer | null} */
export function firstAnswer(position) {
  const color = sideToMove(position);
  const enemy = other(color);
  const own = completing(position, color);
  if (own[0] !== undefined) {
    const words = `Play ${landing(position, own[0])}: you have ${listed(lineOf(position, color, own[0]))}.`;
    return { question: MINE, columns: own, words };
  }
  const theirs = completing(position, enemy);
  if (theirs[0] !== undefined) {
    const discs = listed(lineOf(position, enemy, theirs[0]));
    const words = `Block ${landing(position, theirs[0])}: ${colorName(enemy)} has ${discs}.`;
    return { question: THEIRS, columns: theirs, words };
  }
  const columns = twiceIn(position);
  if (columns[0] === undefined) return null;
  return { question: TWICE, columns, words: `${threatsInWords(position, columns[0], "You")}.` };
}

/** What a disc that threatens twice does. @param {Position} position @param {number} column @param {string} who plays it */
function threatsInWords(position, column, who) {
  const found = twice(position, column);
  if (!found) return "";
  const [low, high] = found.cells;
  const cell = landing(position, column);
  const verb = (/** @type {string} */ word) => (who === "You" ? word : `${word}s`);
  const start = `${who} ${verb("play")} ${cell} and ${verb("threaten")}`;
  if (found.isAbove) {
    const end = who === "You" ? "you win" : `${who} wins`;
    return `${start} ${low}; the block fills the cell under ${high}, and ${end} there`;
  }
  return `${start} ${listed(found.cells)}: one disc cannot block both`;
}

/** A disc in words, for somebody who watches: `Red plays e2 and threatens d2.` @param {Position} position @param {number} column */
export function discInWords(position, column) {
  const color = sideToMove(position);
  const [who, enemy] = [colorName(color), colorName(other(color))];
  const cell = landing(position, column);
  const next = play(position, column);
  if (next.outcome === color) {
    const discs = listed(lineOf(position, color, column));
    return `${who} plays ${cell} and has four in a row, with ${discs}.`;
  }
  const blocked = completing(position, other(color)).includes(column);
  const twofold = threatsInWords(position, column, who);
  if (twofold && !blocked) return `${twofold}.`;
  const [lost] = completing(next, other(color));
  if (lost === column)
    return `${who} plays ${cell}, right below ${landing(next, lost)}, where ${enemy} has four.`;
  const mine = completing(next, color).map((one) => landing(next, one));
  const does = [blocked && `blocks ${cell}`, mine[0] && `threatens ${listed(mine)}`].filter(Boolean);
  if (!blocked) does.unshift(`plays ${cell}`);
  const what = `${who} ${listed(/** @type {string[]} */ (does))}`;
  return lost === undefined ? `${what}.` : `${what}, but does not stop ${landing(next, lost)}.`;
}

/**
 * What a wrong disc of the side to move has missed, as the answer of the first question that it should have asked;
 * without one, that it is safe for now.
 *
 * @param {Position} position
 * @param {number} column
 * @param {boolean} [isWin] whether it was to win
 * @returns {Answer}
 */
export function missedBy(position, column, isWin = false) {
  const color = sideToMove(position);
  const enemy = other(color);
  const [cell, them] = [landing(position, column), colorName(enemy)];
  const answer = (/** @type {number} */ question, /** @type {string} */ words, columns = [column]) => ({
    question,
    columns,
    words,
  });
  const [own] = completing(position, color);
  if (own !== undefined) {
    const four = landing(position, own);
    return answer(MINE, `${listed(lineOf(position, color, own))} were waiting for ${four}.`, [own]);
  }
  const next = play(position, column);
  const [lost] = completing(next, enemy);
  if (lost !== undefined) {
    const [there, discs] = [landing(next, lost), listed(lineOf(next, enemy, lost))];
    const isStep = lost === column;
    const words = isStep
      ? `${cell} lets ${them} play ${there}, right above it: four with ${discs}.`
      : `${cell} does not stop ${there}: ${them} has ${discs}, and plays ${there} next.`;
    return answer(isStep ? ABOVE : THEIRS, words, [lost]);
  }
  const threats = completing(next, color).map((one) => landing(next, one));
  const [reply] = next.outcome ? [] : twiceIn(next);
  if (reply !== undefined) {
    const how = threatsInWords(next, reply, them);
    const why =
      isWin && !threats[0] ? `threatens nothing, and ${them} is free to attack` : "does not stop two threats";
    return answer(TWICE, `${cell} ${why}: ${how}.`, [reply]);
  }
  const but = threats[0] ? `It threatens only ${threats[0]}, and ${them} blocks.` : "It threatens nothing.";
  const waiting = laterFours(next, color);
  const below = waiting.length > 1 ? "them" : waiting[0];
  const yours = waiting[0]
    ? ` You would have four in ${listed(waiting)}, but nothing is under ${below} yet.`
    : "";
  const words = `${cell} is safe for now, but not the task. ${but}${yours}`;
  return { ...answer(TWICE, words), isSafe: true };
}

/** The winning cells of a color that cannot be played yet. @param {Position} position @param {Color} color */
function laterFours(position, color) {
  const { height } = position.size;
  return position.columns.flatMap((discs, column) => {
    const rows = Array.from(
      { length: Math.max(0, height - discs.length - 1) },
      (_, i) => discs.length + 1 + i,
    );
    const cells = rows.map((row) => /** @type {Cell} */ ([column, row]));
    return cells.filter((cell) => linesAt(position, color, cell).length > 0).map(cellName);
  });
}

/** The end of a game in which both sides first play discs that open nothing, on top of the last one where that is safe. @param {Position} position */
function readOn(position) {
  let now = position;
  while (!now.outcome) {
    const color = sideToMove(now);
    const last = now.moves[now.moves.length - 1];
    const safe = legal(now).filter((column) => completing(play(now, column), other(color)).length === 0);
    const urgent = [...completing(now, color), ...completing(now, other(color))];
    const column = urgent[0] ?? (safe.includes(last) ? last : (safe[0] ?? legal(now)[0]));
    const next = play(now, column);
    if (next.outcome === color) return { winner: color, cell: landing(now, column) };
    now = next;
  }
  return null;
}

/** What a wrong disc that is safe for now leads to, if the rest is played in one's head. @param {Position} position @param {number} column @returns {Answer} */
export function readInWords(position, column) {
  const cell = landing(position, column);
  const them = colorName(other(sideToMove(position)));
  const end = readOn(play(position, column));
  const what = end
    ? `you run out of safe discs first: in the end ${colorName(end.winner)} has four in ${end.cell}`
    : "the board fills up and nobody has four";
  const words = `After ${cell}, ${what}. Find a disc after which ${them} runs out of safe discs first.`;
  return { question: NONE, columns: [column], words };
}

/** What a wrong disc is worth where the middle is to be taken. @param {Position} position @param {number} column @returns {Answer} */
export function linesInWords(position, column) {
  const count = (/** @type {number} */ one) => nOpenLines(position, one);
  const best = legal(position).reduce((best, one) => (count(one) > count(best) ? one : best));
  const cells = listed(cellsNear(position, best, column));
  const words = `Lines that you can still make: ${count(column)} through ${landing(position, column)}, but ${count(best)} through one of ${cells}.`;
  return { question: NONE, columns: [column], words };
}

/** Three cells to choose from. @param {Position} position @param {number} column of one of them @param {number} [tried] of none */
function cellsNear(position, column, tried) {
  const others = legal(position).filter((one) => one !== tried);
  const near = others.sort((a, b) => Math.abs(a - column) - Math.abs(b - column));
  const columns = near.slice(0, 3).sort((a, b) => a - b);
  return columns.map((one) => landing(position, one));
}

/** Where to look before another try: the discs of the line, else three cells to choose from. @param {Position} position @param {number} solution */
export function cellsToSee(position, solution) {
  const color = sideToMove(position);
  const discs = [color, other(color)]
    .map((side) => lineOf(position, side, solution))
    .find(({ length }) => length > 0);
  return discs?.slice(0, 3) ?? cellsNear(position, solution);
}
