// A plan: Red's move in every game. Reads the plan's file, and plays by it.
//
// docs/plan.md describes the file. Mirror images share a line, and so do all orders of moves that lead to a position.

import { cellName, cellOf } from "./overlay.js";
import { columnOf, empty, play, STANDARD } from "./rules.js";
import { finish, ruleAnswer } from "./strategy.js";

/** @import { Position } from "./rules.js" */
/** @import { Answers, Turn } from "./strategy.js" */

/**
 * @typedef {object} Line
 * @property {string} pos the moves that lead to its position
 * @property {string} step what Red plays there, and its answers
 * @property {boolean} isImage whether its position comes second among the two that mirror each other
 */
/**
 * @typedef {object} Plan
 * @property {readonly Line[]} lines
 * @property {ReadonlyMap<string, Line>} index the lines by their positions
 * @property {ReadonlyMap<number, readonly Game[]>} games of each level, to see what comes up
 * @property {ReadonlyMap<number, readonly Game[]>} trials: other games of each level, to see what would be won
 */
/** @typedef {{ lines: readonly Line[], n: number }} Game the lines that came up, and in how many games just these */

const HERO = "red";

/**
 * Reads a plan, and the games of levels against it.
 *
 * @param {string} text
 * @param {string} games
 * @returns {Plan}
 */
export function readPlan(text, games) {
  const { lines, index } = readLines(text);
  return { lines, index, ...readGames(games, index) };
}

/** @param {string} text */
export function readLines(text) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Map<string, Line>} */
  const index = new Map();
  for (const row of text.split("\n")) {
    if (!/^(-|\d+) /.test(row)) continue;
    const space = row.indexOf(" ");
    const pos = row.slice(0, space).replace("-", "");
    const { key, isImage } = keyOf(stacksAfter(pos));
    const line = { pos, step: row.slice(space + 1), isImage };
    lines.push(line);
    index.set(key, line);
  }
  return { lines, index };
}

/** @param {string} text @param {ReadonlyMap<string, Line>} index */
export function readGames(text, index) {
  /** @type {Map<number, Game[]>} */
  const games = new Map();
  /** @type {Map<number, Game[]>} */
  const trials = new Map();
  const read = gameReader(index);
  for (const [, name, level, list] of text.matchAll(/^(level|trial) (\d+): (.*)$/gm))
    (name === "level" ? games : trials).set(Number(level), list.split(" ").map(read));
  return { games, trials };
}

/** The discs of each column as letters, the lowest first. @typedef {readonly string[]} Stacks */

/** The stacks after these moves. Thousands of lines are read at once, each in a single pass. @param {string} moves @returns {Stacks} */
function stacksAfter(moves) {
  const stacks = Array(STANDARD.width).fill("");
  for (let ply = 0; ply < moves.length; ply += 1) stacks[Number(moves[ply]) - 1] += ply % 2 === 0 ? "r" : "y";
  return stacks;
}

/** @param {Stacks} stacks @param {number} column @param {number} ply @returns {Stacks} */
function dropped(stacks, column, ply) {
  return stacks.with(column, stacks[column] + (ply % 2 === 0 ? "r" : "y"));
}

/** The key that a position shares only with its mirror image. @param {Stacks} stacks */
function keyOf(stacks) {
  const [one, other] = [stacks.join("/"), stacks.toReversed().join("/")];
  return { key: one < other ? one : other, isImage: other < one };
}

/**
 * The line of a position, and whether it belongs to the mirror image; null if the plan has none.
 *
 * @param {ReadonlyMap<string, Line>} index
 * @param {Stacks} stacks
 */
function find(index, stacks) {
  const { key, isImage } = keyOf(stacks);
  const line = index.get(key);
  return line ? { line, isMirrored: line.isImage !== isImage } : null;
}

/**
 * Reads games: `7613*2` is two games with these replies by Yellow, and `-` is one in which the first line was enough.
 * Games share their beginnings.
 *
 * @param {ReadonlyMap<string, Line>} index
 */
function gameReader(index) {
  /** @typedef {{ stacks: Stacks, lines: Line[] }} Begun */
  /** @type {Map<string, Begun>} */
  const known = new Map();
  return (/** @type {string} */ text) => {
    const [replies, n = "1"] = text.split("*");
    return { lines: begun(replies === "-" ? "" : replies).lines, n: Number(n) };
  };

  /** The lines so far, and the board after Red's disc. @param {string} replies @returns {Begun} */
  function begun(replies) {
    const before = known.get(replies);
    if (before) return before;
    const { stacks, lines } = replies ? begun(replies.slice(0, -1)) : { stacks: stacksAfter(""), lines: [] };
    const ply = 2 * lines.length;
    const board = replies ? dropped(stacks, columnOf(replies.slice(-1)), ply - 1) : stacks;
    const found = find(index, board);
    // A test follows every game of the file.
    if (!found) throw new Error(`the plan has no line after the replies ${replies}`);
    const [column] = cellOf(found.line.step);
    const own = found.isMirrored ? STANDARD.width - 1 - column : column;
    const next = { stacks: dropped(board, own, ply), lines: [...lines, found.line] };
    known.set(replies, next);
    return next;
  }
}

/** @param {Position} position @returns {Stacks} */
function stacksOf({ columns }) {
  return columns.map((discs) => discs.map((color) => color[0]).join(""));
}

/** The line of a position, null if it has none. @param {Plan} plan @param {Position} position */
export function lineAt({ index }, position) {
  return find(index, stacksOf(position))?.line ?? null;
}

/** The column that the line of a position plays, null if it has none. @param {Plan} plan @param {Position} position */
export function columnAt({ index }, position) {
  const found = find(index, stacksOf(position));
  return found && readTurn(found.line.step, found.isMirrored).column;
}

/**
 * Red's move after these moves: completes a line, or follows the plan; null if Red has left the plan.
 *
 * @param {Plan} plan
 * @param {readonly number[]} moves
 */
export function planMove(plan, moves) {
  let position = empty(STANDARD);
  let turn = turnAfter(plan, position, null);
  for (let ply = 0; ply < moves.length; ply += 2) {
    const [own, reply] = moves.slice(ply, ply + 2);
    // A disc other than the plan's may still lead to one of the plan's positions.
    const answers = turn?.column === own ? turn.answers : null;
    if (reply === undefined) return null;
    position = play(play(position, own), reply);
    turn = turnAfter(plan, position, answers);
  }
  return turn?.column ?? null;
}

/**
 * Red's turn in a position according to the answers of its last turn; null where they leave the turn to a line.
 *
 * @param {Plan} plan
 * @param {Position} position
 * @param {Answers | null} answers
 * @returns {Turn | null}
 */
function turnAfter({ index }, position, answers) {
  const column = finish(position, HERO);
  if (column !== null) return { column, answers: null };
  const last = position.moves[position.moves.length - 1];
  const reply = answers && cellName([last, position.columns[last].length - 1]);
  if (answers && reply && !answers.own.includes(reply)) {
    const named = answers.named.get(reply);
    if (named) return named;
    const { rule } = answers;
    const chosen = rule && ruleAnswer(position, rule, HERO);
    return chosen === null ? null : { column: chosen, answers: { own: [], named: new Map(), rule } };
  }
  const found = find(index, stacksOf(position));
  return found && readTurn(found.line.step, found.isMirrored);
}

/**
 * Reads a step: `d3`, or `d3(e1 c4:e2! * a2-f2 else:ec)`.
 *
 * @param {string} text
 * @param {boolean} isMirrored whether left and right are to be exchanged
 * @returns {Turn}
 */
export function readTurn(text, isMirrored = false) {
  const words = (isMirrored ? mirrored(text) : text).match(/[a-g]\d|else:[a-g]+|[^ ]/g) ?? [];
  return turn(words.filter((word) => word !== "-"));
}

/** @param {string} text */
function mirrored(text) {
  const image = (/** @type {string} */ letter) => "gfedcba"["abcdefg".indexOf(letter)];
  return text
    .replace(/[a-g](?=\d)/g, image)
    .replace(/(?<=else:)[a-g]+/, (columns) => [...columns].map(image).join(""));
}

/** Takes a turn from the words that are left. @param {string[]} words @returns {Turn} */
function turn(words) {
  const [column] = cellOf(words.shift() ?? "");
  if (words[0] === "!") words.shift();
  else if (words[0] === "(") return { column, answers: answersOf(words) };
  return { column, answers: null };
}

/** Takes answers in parentheses. @param {string[]} words @returns {Answers} */
function answersOf(words) {
  /** @type {Answers} */
  const answers = { own: [], named: new Map(), rule: null };
  words.shift();
  while (words.length > 0 && words[0] !== ")" && words[0] !== "*") {
    const reply = words.shift() ?? "";
    if (words[0] === ":") {
      words.shift();
      answers.named.set(reply, turn(words));
    } else answers.own.push(reply);
  }
  if (words.shift() === ")") return answers;
  const end = words.indexOf(")");
  const rule = words.splice(0, end + 1).slice(0, -1);
  const cells = rule.filter((word) => /^[a-g]\d$/.test(word));
  answers.rule = {
    makesDoubleThreats: rule[0] === "d",
    pairs: cells.flatMap((cell, i) => (i % 2 === 0 ? [[cell, cells[i + 1]]] : [])),
    spare: [...(rule.at(-1)?.match(/(?<=else:).*/)?.[0] ?? "")].map((letter) => cellOf(letter)[0]),
  };
  return answers;
}
