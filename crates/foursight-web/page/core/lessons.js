// The lessons: for each idea two examples to watch, exercises of three kinds, and games. `tools/src/exercises` writes
// their file.

import { cellsToSee, linesInWords, missedBy, readInWords } from "./questions.js";
import { after, readMoves, sideToMove, STANDARD } from "./rules.js";
import { columnLetter, namesOf, NO_SIGNS } from "./overlay.js";

/** @import { Position } from "./rules.js" */

/**
 * @typedef {object} Step
 * @property {number} id from 1
 * @property {"watch" | "exercise" | "play"} kind
 * @property {number} chapter from 0
 * @property {number} level of an exercise, from 1; else 0
 * @property {string} pos
 * @property {readonly number[]} line the right disc, alone or with those that may follow; or the discs of an example or a game
 * @property {"win" | "hold"} goal
 * @property {number | null} wrong a disc that shows the idea, where the right one only holds
 * @property {string} words the task
 * @property {boolean} [isOthers] whether other discs may be right, too
 */
/** @typedef {{ title: string, lesson: string, steps: readonly Step[] }} Chapter */

/** The chapters whose idea is to play on in one's head, and the one about the middle. */
const [READ, MIDDLE] = [[7, 9], 8];

/** The name of the idea that each chapter teaches, in reasons. */
export const IDEAS = [
  ["missed four"],
  ["four in a row"],
  ["diagonal"],
  ["double threat"],
  ["stepping stone"],
  ["threat above threat"],
  ["forced sequence"],
  ["odd threat", "even threat", "follow-up", "branches"],
  [],
  ["zugzwang"],
];

/** @param {string} text @returns {Chapter[]} */
export function readLessons(text) {
  let id = 0;
  return text
    .split("\n## ")
    .slice(1)
    .map((part, chapter) => {
      const [title, lesson, ...lines] = part.trim().split("\n");
      const kinds = lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2).split(" | "));
      const steps = lines.slice(kinds.length).map((line) => {
        const [name, pos, discs, wrong] = line.split(" ");
        const level = Number(name) || 0;
        const [goal, words] = kinds[level - 1] ?? ["win", ""];
        return /** @type {Step} */ ({
          id: (id += 1),
          kind: level > 0 ? "exercise" : name,
          chapter,
          level,
          pos: pos.replace("-", ""),
          line: Array.from(discs, (digit) => Number(digit) - 1),
          goal,
          wrong: wrong === undefined ? null : Number(wrong) - 1,
          words,
        });
      });
      return { title, lesson, steps };
    });
}

/** The position of a step. @param {Step} step */
export function positionOf({ pos }) {
  return after(STANDARD, readMoves(pos, STANDARD));
}

/** The number of right discs that are asked for; the page plays the rest. @param {Step} step @param {number} most */
export function nDiscs({ goal, chapter }, most) {
  return goal === "hold" || chapter === READ[0] ? 1 : most;
}

/** What a wrong disc has missed. @param {Step} step @param {Position} position @param {number} column */
export function missed({ chapter, goal }, position, column) {
  const found = missedBy(position, column, goal === "win");
  if (found.isSafe && READ.includes(chapter)) return readInWords(position, column);
  return found.isSafe && chapter === MIDDLE ? linesInWords(position, column) : found;
}

/** Whether a wrong disc shows what the right one stops: the other side gets four. @param {Step} step */
export function isStopping({ id, goal, chapter }) {
  return id > 0 && goal === "hold" && chapter !== MIDDLE;
}

/** The hint before the next try. @param {Step} step @param {number} nMisses */
export function hintAfter({ line }, nMisses) {
  if (nMisses < 2) return "";
  return nMisses === 2 ? "Look at the marked cells." : `Try column ${columnLetter(line[0])}.`;
}

/** The signs of where to look, after two wrong discs. @param {Step} step @param {number} nMisses */
export function signsAfterMisses(step, nMisses) {
  return nMisses < 2 ? undefined : { ...NO_SIGNS, rings: cellsToSee(positionOf(step), step.line[0]) };
}

/**
 * The signs of the sentence about a wrong disc, which has a sign of its own: the other side's next disc, and the other
 * cells.
 *
 * @param {string} words
 * @param {Position} position with the wrong disc
 */
export function signsOfMiss(words, position) {
  const wrong = namesOf(position.moves).at(-1);
  const [, reply] = words.match(/ plays ([a-g]\d) and threatens/) ?? [];
  const named = new Set(words.match(/[a-g]\d/g));
  const rings = [...named].filter((cell) => cell !== wrong && cell !== reply);
  return { ...NO_SIGNS, rings, steps: reply ? [{ cell: reply, player: sideToMove(position) }] : [] };
}
