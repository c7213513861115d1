// The signs of a reason: cells by name, such as a1, in words and as lines between points.

import { DIRECTIONS } from "./rules.js";

/** @import { Cell, Color, Position } from "./rules.js" */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Overlay
 * @property {readonly string[]} rings cells that matter
 * @property {readonly (readonly string[])[]} arrows from a cell to the one that it leads to
 * @property {readonly (readonly string[])[]} links cells that answer each other
 * @property {readonly { cell: string, player: Color }[]} steps the discs of a line of play, in order
 * @property {readonly string[]} [counted] cells where most games end, which is no reason
 * @property {Color | null} [hero] the side whose plan it is
 * @property {readonly number[]} [rows] to look at, from 0
 */

/** @type {Overlay} */
export const NO_SIGNS = { rings: [], arrows: [], links: [], steps: [] };

/**
 * Marks of a review.
 *
 * @typedef {object} Notes
 * @property {{ cell: Cell, symbol: string } | null} mistake
 * @property {readonly { column: number, words: string }[]} flags above columns
 */

/** The distance from the middle of a cell to an arrow's tail, and from its tip to the middle of the other cell. */
const [TAIL_GAP, TIP_GAP] = [16, 22];
const HEAD = 23;
/** The bend of a link, as a fraction of its length, so that links in the same row do not meet. */
const BEND = 0.2;

/** The letter of a column in the names of its cells. @param {number} column */
export function columnLetter(column) {
  return String.fromCharCode("a".charCodeAt(0) + column);
}

/** @param {string} name @returns {Cell} */
export function cellOf(name) {
  return [name.charCodeAt(0) - "a".charCodeAt(0), Number(name.slice(1)) - 1];
}

/** @param {Cell} cell */
export function cellName([column, row]) {
  return `${columnLetter(column)}${row + 1}`;
}

/** The cell where a disc lands. @param {Position} position @param {number} column */
export function landing({ columns }, column) {
  return cellName([column, columns[column].length]);
}

/** Names as a list: `b1, c2 and d3`. @param {readonly string[]} names @param {string} [word] */
export function listed(names, word = "and") {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(` ${word} `);
}

/** These cells: `b1 or c2`. @param {Position} position @param {readonly number[]} columns from 1 */
export function cellsInWords(position, columns) {
  const names = columns.map((column) => landing(position, column - 1));
  return listed(names, "or");
}

/** The cells of moves from the empty board. @param {readonly number[]} moves */
export function namesOf(moves) {
  /** @type {number[]} */
  const heights = [];
  return moves.map((column) => cellName([column, (heights[column] = (heights[column] ?? -1) + 1)]));
}

/**
 * The meaning of an overlay on a position: the hero's lines that lack only a ringed cell, or only one that the other side
 * blocks, without that cell if it is at an end; two ringed cells in one row, of which a single disc can take only one; and
 * rings on discs outside any line.
 *
 * @param {Overlay} overlay
 * @param {Position} position
 */
export function meaningOf({ rings, links, steps, hero }, { size, columns, lines: complete }) {
  /** @type {Map<string, Color>} */
  const discs = new Map(steps.map(({ cell, player }) => [cell, player]));
  columns.forEach((column, c) => column.forEach((color, row) => discs.set(cellName([c, row]), color)));
  const free = rings.filter((name) => !discs.has(name));
  const order = steps.map(({ cell }) => cell);
  const gaps = [...free, ...order.filter((cell) => discs.get(cell) !== hero)];
  const isOpen = (/** @type {Cell} */ cell) => gaps.includes(cellName(cell));
  const lines = gaps.flatMap((name) => {
    // A block meets what is there by then.
    const end = order.includes(name) ? order.indexOf(name) : order.length;
    const isOwn = (/** @type {string} */ cell) => discs.get(cell) === hero && order.indexOf(cell) < end;
    return linesAcross(cellOf(name), size).filter(
      (line) => hero && line.map(cellName).every((cell) => cell === name || isOwn(cell)),
    );
  });
  const capsules = lines.map((line) =>
    line.slice(isOpen(line[0]) ? 1 : 0, isOpen(line[line.length - 1]) ? -1 : undefined),
  );
  const inLines = [...lines, ...complete].flat().map(cellName);
  const [one, two] = free;
  const isPair = free.length === 2 && links.length === 0 && free.every((name) => inLines.includes(name));
  return {
    capsules: [...new Map(capsules.map((line) => [line.join(), line])).values()],
    pair: isPair && one.slice(1) === two.slice(1) ? [one, two] : null,
    outlines: rings.filter((name) => discs.has(name) && !inLines.includes(name)),
    free,
  };
}

/** All lines of the shortest winning length through a cell, on the board or across its edge. @param {Cell} cell @param {import("./rules.js").Size} size */
function linesAcross([column, row], { connect }) {
  return DIRECTIONS.flatMap(([dx, dy]) =>
    Array.from({ length: connect }, (_, back) =>
      Array.from({ length: connect }, (_, i) => {
        return /** @type {Cell} */ ([column + (i - back) * dx, row + (i - back) * dy]);
      }),
    ),
  );
}

/** A whole overlay in a sentence. @param {Overlay} overlay */
export function overlayInWords({ rings, arrows, links, steps, counted = [], rows = [] }) {
  const phrases = [
    ...rows.map((row) => `row ${row + 1}`),
    rings.length > 0 && `${rings.length === 1 ? "ring" : "rings"} on ${rings.join(", ")}`,
    counted.length > 0 && `counted: ${counted.join(", ")}`,
    ...arrows.map(([from, to]) => `arrow from ${from} to ${to}`),
    ...links.map(([one, two]) => `${one} and ${two} answer each other`),
    steps.map(({ cell, player }, i) => `${i + 1}. ${player} ${cell}`).join(", "),
  ].filter(Boolean);
  return phrases.length > 0 ? `Marked on the board: ${phrases.join("; ")}.` : "";
}

/**
 * An arrow between the middles of two cells, as the commands of a path.
 *
 * @param {Point} from
 * @param {Point} to
 */
export function arrowPath(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - x * TIP_GAP, y: to.y - y * TIP_GAP };
  const side = (/** @type {number} */ turn) =>
    text({ x: tip.x - HEAD * (x - turn * y), y: tip.y - HEAD * (y + turn * x) });
  const tail = text({ x: from.x + x * TAIL_GAP, y: from.y + y * TAIL_GAP });
  return `M${tail}L${text(tip)}M${side(0.8)}L${text(tip)}L${side(-0.8)}`;
}

/**
 * A curve between the middles of two cells, bent towards the middle of the board, or upwards if it is there.
 *
 * @param {Point} one
 * @param {Point} two
 * @param {Point} middle
 */
export function linkPath(one, two, middle) {
  const half = { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  const across = { x: one.y - two.y, y: two.x - one.x };
  const inside = (middle.x - half.x) * across.x + (middle.y - half.y) * across.y;
  const bend = 2 * BEND * (Math.sign(inside) || -Math.sign(across.y) || 1);
  const control = { x: half.x + bend * across.x, y: half.y + bend * across.y };
  return `M${text(one)}Q${text(control)} ${text(two)}`;
}

/** The same curve between cells of one row, in the plate below them. @param {Point} one @param {Point} two */
export function bracketPath(one, two) {
  return `M${one.x} ${one.y + 44}v10H${two.x}v-10`;
}

/** @param {Point} point */
function text({ x, y }) {
  return `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;
}
