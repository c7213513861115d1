// Bitboards: the bit of each cell in both layouts, and the win test frame by frame.

/** @import { Size } from "./rules.js" */
/** @import { LineTest } from "../net/api.js" */
/** @typedef {"sentinel" | "packed"} LayoutName */

/**
 * A step of the win test: the bits, and the shifted bits laid over them.
 *
 * @typedef {object} Frame
 * @property {string} formula
 * @property {bigint} bits
 * @property {bigint | null} over the shifted bits, null where nothing is shifted
 * @property {bigint} wrapped bits that a shift has carried across the edge of the board
 */

/**
 * The number of the bit of a cell; the sentinels are the row above the top.
 *
 * @param {LayoutName} layout
 * @param {Size} size
 * @param {number} column
 * @param {number} row
 */
export function bitOf(layout, { width, height }, column, row) {
  if (layout === "sentinel") return column * (height + 1) + row;
  return width * height - 1 - (column * height + row);
}

/** @param {LayoutName} layout @param {Size} size */
export function nRows(layout, { height }) {
  return layout === "sentinel" ? height + 1 : height;
}

/** @param {bigint} word @param {number} bit */
export function hasBit(word, bit) {
  return ((word >> BigInt(bit)) & 1n) === 1n;
}

/** The word that the formula of a frame names. @param {Frame} frame */
export function valueOf({ bits, over }) {
  return over ?? bits;
}

/** @param {bigint} word */
export function hex(word) {
  return `0x${word.toString(16)}`;
}

/**
 * @param {LineTest} test
 * @returns {Frame[]}
 */
export function framesOf(test) {
  const first = BigInt(test.steps[0]?.before ?? 0);
  /** @type {Frame[]} */
  const frames = [{ formula: "x", bits: first, over: null, wrapped: 0n }];
  test.steps.forEach((step, index) => {
    const [name, result] = ["xabcdef"[index], "abcdef"[index]];
    const [before, shifted, wrapped] = [step.before, step.shifted, step.wrapped].map(BigInt);
    frames.push({ formula: `${name} >> ${step.shift}`, bits: before, over: shifted, wrapped });
    const mask = wrapped === 0n ? "" : ", minus the bits that wrapped around the edge";
    const formula = `${result} = ${name} & (${name} >> ${step.shift})${mask}`;
    frames.push({ formula, bits: BigInt(step.remaining), over: null, wrapped: 0n });
  });
  return frames;
}
