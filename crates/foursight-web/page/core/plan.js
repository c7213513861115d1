// A plan: Red's move in every game. Reads the plan's file, and plays by it.
//
// docs/plan.md describes the file. Mirror images share a line, and so do all orders of moves that lead to a position.

import { cellName, cellOf } from "./overlay.js";
import { empty, play, STANDARD } from "./rules.js";
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
 * @property {Course} course
 */
/**
 * The order in which a plan is learned. A card is a position, by its moves, or, with a star, the answers that its line
 * has to all replies without lines of their own.
 *
 * @typedef {object} Course
 * @property {readonly (readonly string[])[]} chapters cards by Yellow's first reply; the first chapter is the first disc
 * @property {readonly { n: number, wins: readonly number[] }[]} pupils who know the first cards, and what they win
 */
/** @typedef {Turn & { card: string | null }} TaughtTurn without a card, everybody sees the disc: a line, or a block */

const HERO = "red";

/**
 * Reads a plan and its course.
 *
 * @param {string} text
 * @param {string} course
 * @returns {Plan}
 */
export function readPlan(text, course) {
  return { ...readLines(text), course: readCourse(course) };
}

/** @param {string} text @returns {Course} */
export function readCourse(text) {
  const chapters = [...text.matchAll(/^chapter: (.*)$/gm)].map(([, list]) =>
    list.replace("-", "").split(" "),
  );
  const pupils = [...text.matchAll(/^(\d+): (.*)$/gm)].map(([, n, wins]) => ({
    n: Number(n),
    wins: wins.split(" ").map(Number),
  }));
  return { chapters, pupils };
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

/** The discs of each column as letters, the lowest first. @typedef {readonly string[]} Stacks */

/** The stacks after these moves. Thousands of lines are read at once, each in a single pass. @param {string} moves @returns {Stacks} */
function stacksAfter(moves) {
  const stacks = Array(STANDARD.width).fill("");
  for (let ply = 0; ply < moves.length; ply += 1) stacks[Number(moves[ply]) - 1] += ply % 2 === 0 ? "r" : "y";
  return stacks;
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

/** @param {Position} position @returns {Stacks} */
function stacksOf({ columns }) {
  return columns.map((discs) => discs.map((color) => color[0]).join(""));
}

/** The line of a position, null if it has none. @param {Plan} plan @param {Position} position */
export function lineAt({ index }, position) {
  return find(index, stacksOf(position))?.line ?? null;
}

/**
 * Red's turn after these moves: completes a line, or follows the plan; null if Red has left the plan.
 *
 * @param {Plan} plan
 * @param {readonly number[]} moves
 * @returns {TaughtTurn | null}
 */
export function planTurn(plan, moves) {
  let position = empty(STANDARD);
  let turn = turnAfter(plan, position, null);
  for (let ply = 0; ply < moves.length; ply += 2) {
    const [own, reply] = moves.slice(ply, ply + 2);
    if (reply === undefined) return null;
    position = play(play(position, own), reply);
    // A disc other than the plan's may still lead to one of the plan's positions.
    turn = turnAfter(plan, position, turn?.column === own ? turn : null);
  }
  const isForced = (finish(position, HERO) ?? finish(position, "yellow")) !== null;
  return turn && (isForced ? { ...turn, card: null } : turn);
}

/** Red's move after these moves. @param {Plan} plan @param {readonly number[]} moves */
export function planMove(plan, moves) {
  return planTurn(plan, moves)?.column ?? null;
}

/**
 * Red's turn in a position, by the answers of the last turn or by a line.
 *
 * @param {Plan} plan
 * @param {Position} position
 * @param {TaughtTurn | null} before
 * @returns {TaughtTurn | null}
 */
function turnAfter({ index }, position, before) {
  const column = finish(position, HERO);
  if (column !== null) return { column, answers: null, card: null };
  const last = position.moves[position.moves.length - 1];
  const reply = before?.answers && cellName([last, position.columns[last].length - 1]);
  if (before?.answers && reply && !before.answers.own.includes(reply)) {
    const { named, rule } = before.answers;
    const card = `${before.card?.replace("*", "")}*`;
    const answer = named.get(reply);
    if (answer) return { ...answer, card };
    const chosen = rule && ruleAnswer(position, rule, HERO);
    return chosen === null ? null : { column: chosen, answers: { own: [], named: new Map(), rule }, card };
  }
  const found = find(index, stacksOf(position));
  return found && { ...readTurn(found.line.step, found.isMirrored), card: found.line.pos };
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
