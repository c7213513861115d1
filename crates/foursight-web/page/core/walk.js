// A walk through a reason on the board: its line step by step, or an attempt to escape its strategy.
//
// Walks are values, like games.

import { after, columnOf, lastCell, other, play, readMoves, sideToMove, writeMoves } from "./rules.js";
import { cellName, NO_SIGNS } from "./overlay.js";
import { colorName, nameTo } from "./status.js";

/** @import { Why } from "../../wire" */
/** @import { Color, Position, Size } from "./rules.js" */

/**
 * @typedef {object} Walk
 * @property {Why} why
 * @property {readonly Position[]} positions the one that is explained, then the one after each move since
 * @property {number} step which of them is shown
 * @property {boolean} isEscape whether a person plays against the strategy
 * @property {Color | null} you the player who reads it
 */

/**
 * The question about a position: the position itself or, if the last move was a mistake, that move.
 *
 * @param {readonly number[]} moves
 * @param {import("../../wire").ReviewBody | "none" | null} review of a game that begins with these moves; `"none"` for
 *     a variation
 */
export function questionAbout(moves, review) {
  const last = review === "none" ? null : review?.moves[moves.length - 1];
  return last?.symbol ? { moves: moves.slice(0, -1), column: last.column - 1 } : { moves, column: null };
}

/** The line of a reason, from its first position on. @param {Why} why @param {Size} size @param {Color | null} [you] @returns {Walk} */
export function newWalk(why, size, you = null) {
  const positions = [after(size, readMoves(why.pos, size))];
  for (const name of why.line) positions.push(play(positions[positions.length - 1], columnOf(name)));
  return { why, positions, step: 0, isEscape: false, you };
}

/** The attempt to escape, from the first position on. @param {Walk} walk @returns {Walk} */
export function newEscape(walk) {
  const you = walk.why.hero && other(walk.why.hero);
  return { ...walk, positions: walk.positions.slice(0, 1), step: 0, isEscape: true, you };
}

/** The shown position. @param {Walk} walk */
export function current({ positions, step }) {
  return positions[step];
}

/** @param {Walk} walk */
export function isAtEnd({ positions, step }) {
  return step === positions.length - 1;
}

/** Whether the strategy has to answer. @param {Walk} walk */
export function isStrategysTurn(walk) {
  const position = current(walk);
  return walk.isEscape && !position.outcome && sideToMove(position) === walk.why.hero;
}

/**
 * The walk `by` steps further, or back if negative; an escape goes back to the person's previous turn.
 *
 * @param {Walk} walk
 * @param {number} by
 * @returns {Walk}
 */
export function stepped(walk, by) {
  const step = Math.max(0, Math.min(walk.step + by, walk.positions.length - 1));
  if (!walk.isEscape || by >= 0) return { ...walk, step };
  const isPersons = (/** @type {Position} */ position) => sideToMove(position) !== walk.why.hero;
  const before = walk.positions.slice(0, -1).findLastIndex(isPersons);
  return before < 0 ? walk : { ...walk, positions: walk.positions.slice(0, before + 1), step: before };
}

/** The escape after another move. @param {Walk} walk @param {number} column @returns {Walk} */
export function went(walk, column) {
  const positions = [...walk.positions, play(current(walk), column)];
  return { ...walk, positions, step: positions.length - 1 };
}

/** The moves since the position that is explained, as text. @param {Walk} walk */
export function movesSince(walk) {
  return writeMoves(current(walk).moves.slice(walk.positions[0].moves.length));
}

/**
 * The signs of a reason on a board without a walk: none if the reason is about another position.
 *
 * @param {Why | null} why
 * @param {Position} position
 */
export function signsOver(why, position) {
  return why?.pos === writeMoves(position.moves) ? { ...why.overlay, hero: why.hero } : undefined;
}

/**
 * The signs whose cells a sentence or its moves name; all of them if it names none.
 *
 * @template {import("./overlay.js").Overlay} T
 * @param {T} signs
 * @param {import("../../wire").WhyPart} part
 * @returns {T}
 */
export function signsIn(signs, { text, items }) {
  const moves = items.filter(({ kind }) => kind === "step").map((item) => item.text);
  const named = [text, ...moves].join(" ").match(/[a-j]\d+/g);
  if (!named) return signs;
  const isNamed = (/** @type {readonly string[]} */ cells) => cells.every((cell) => named.includes(cell));
  return {
    ...signs,
    rings: signs.rings.filter((cell) => isNamed([cell])),
    arrows: signs.arrows.filter(isNamed),
    links: signs.links.filter(isNamed),
    steps: signs.steps.filter(({ cell }) => isNamed([cell])),
  };
}

/**
 * The signs of the first sentence, without discs to come, for a solution: the reason begins with it, or after it.
 *
 * @param {Why} why
 * @param {Position} position
 */
export function signsAfter(why, position) {
  const { moves } = position;
  const told = { ...firstSigns(why), steps: [] };
  if (why.pos === writeMoves(moves) && why.hero !== sideToMove(position)) return told;
  const cell = lastCell(position);
  const isSolution = cell !== null && why.overlay.steps[0]?.cell === cellName(cell);
  return isSolution && why.pos === writeMoves(moves.slice(0, -1)) ? told : null;
}

/** The signs over the board's discs: before the first step those of the first sentence, then only the cells that matter. @param {Walk} walk */
export function signsOf({ why, step }) {
  const { rings } = why.overlay;
  return step === 0 ? firstSigns(why) : { ...NO_SIGNS, rings };
}

/** The signs of the first sentence. @param {Why} why */
function firstSigns(why) {
  const signs = { ...why.overlay, hero: why.hero };
  return why.parts[0] ? signsIn(signs, why.parts[0]) : signs;
}

/** The sentences that neither give away which move would have been better nor compare others with it. @param {Why} why */
export function withoutBetter({ parts }) {
  return parts.filter(({ kind }) => kind !== "better" && kind !== "alike");
}

/** The heading of the shown reason. @param {Walk} walk */
export function title({ why, isEscape, you }) {
  const side = why.hero && nameTo(why.hero, you);
  const holds = why.claim === "holds";
  const s = why.hero === you ? "" : "s";
  if (side && why.kind === "kept") return `How ${side} could have ${holds ? "held the draw" : "won"}`;
  if (why.kind === "replies") return "One way it can go";
  if (!side || why.kind !== "certain") return "One example of best play";
  if (isEscape) return `Try to escape ${side}`;
  return `How ${side} ${holds ? `hold${s} the draw` : `win${s}`}`;
}

/** The walk's current step, in words. @param {Walk} walk */
export function stepInWords(walk) {
  const position = current(walk);
  const cell = lastCell(position);
  const { outcome } = position;
  const n = walk.positions.length - 1;
  const color = cell && position.columns[cell[0]][cell[1]];
  const isYou = color === walk.you;
  const side = isYou ? "You" : color && colorName(color);
  const plays = walk.step === 0 ? "played" : isYou ? "play" : "plays";
  const move = cell && `${side} ${plays} ${cellName(cell)}.`;
  const has = isYou ? "have" : "has";
  const end = outcome && (outcome === "draw" ? "The board is full." : `${side} ${has} four.`);
  const words = [
    !walk.isEscape && walk.step > 0 && `${walk.step} of ${n}:`,
    move,
    end && end.replace("four", `${position.size.connect} in a row`),
    walk.isEscape && !outcome && (isStrategysTurn(walk) ? "The strategy answers…" : "Your turn."),
  ];
  return words.filter((part) => typeof part === "string").join(" ");
}
