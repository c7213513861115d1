// What can be asked, as requests to the module.

import { oneOf, wholeNumber } from "./check.js";

/**
 * @template T
 * @typedef {object} Question
 * @property {string} target
 * @property {(text: string) => T} read what its answer means
 */

/** @typedef {import("./wire.js").ScoreBody} Solution */
/** @typedef {import("./wire.js").AnalysisBody} Analysis */
/** @typedef {import("./wire.js").Why} Why */
/** @typedef {import("./wire.js").ReviewBody} Review */
/** @typedef {import("./wire.js").MachineMove} MachineMove */

/** A position by its moves; of other boards with their size. @typedef {{ moves: string, size: string, connect: number }} Placed */

/**
 * How a picture looks.
 *
 * @typedef {object} Look
 * @property {typeof THEMES[number]} [theme]
 * @property {typeof PALETTES[number]} [palette]
 * @property {boolean} [scores] whether each column shows the score of its move
 */

/** Where the module's answer has a column in which no disc can be played. */
const UNPLAYABLE = 100;

export const THEMES = /** @type {const} */ (["light", "dark", "transparent"]);
export const PALETTES = /** @type {const} */ ([
  "red-yellow",
  "red-blue",
  "red-black",
  "high-contrast",
  "classic",
]);

/** How many columns there are. @param {{ size: string }} placed */
export function widthOf({ size }) {
  return Number(size.split("x")[0]);
}

/** @param {unknown} level */
export function checkLevel(level) {
  return wholeNumber("level", level, 0, 10, "a whole number from 0 (random) to 10 (perfect)");
}

/** @param {string} path @param {Placed} placed @param {Record<string, string | number | boolean | undefined>} [more] */
function target(path, { moves, size, connect }, more = {}) {
  const query = new URLSearchParams({ pos: moves, size, connect: String(connect) });
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value));
  return `${path}?${query}`;
}

/** @param {Placed} placed @returns {Question<Solution>} */
export function solve(placed) {
  return { target: target("/api/score", placed), read: JSON.parse };
}

/** @param {Placed} placed @returns {Question<(number | null)[]>} */
export function scores(placed) {
  /** @param {string} text @returns {number[]} */
  const columns = (text) => JSON.parse(text).score;
  return {
    target: target("/solve", placed),
    read: (text) => columns(text).map((score) => (score === UNPLAYABLE ? null : score)),
  };
}

/** @param {Placed} placed @returns {Question<Analysis>} */
export function analyze(placed) {
  return { target: target("/api/analyze", placed), read: JSON.parse };
}

/** @param {Placed} placed @param {number} [column] @returns {Question<Why>} */
export function why(placed, column) {
  if (column !== undefined) wholeNumber("column", column, 1, widthOf(placed));
  return { target: target("/api/why", placed, { column }), read: JSON.parse };
}

/** @param {Placed} placed @returns {Question<Review>} */
export function review(placed) {
  return { target: target("/api/review", placed, { why: true }), read: JSON.parse };
}

/** @param {Placed} placed @param {number} level @param {number} [seed] @returns {Question<number>} */
export function play(placed, level, seed) {
  checkLevel(level);
  if (seed !== undefined) wholeNumber("seed", seed, 0, Number.MAX_SAFE_INTEGER);
  return {
    target: target("/api/move", placed, { level, seed }),
    read: (text) => /** @type {MachineMove} */ (JSON.parse(text)).column,
  };
}

/** @param {Placed} placed @param {Look} look @returns {Question<string>} */
export function svg(placed, { theme, palette, scores }) {
  if (theme !== undefined) oneOf("theme", theme, THEMES);
  if (palette !== undefined) oneOf("palette", palette, PALETTES);
  return {
    target: target("/render.svg", placed, { theme, palette, scores: scores ? 1 : undefined }),
    read: (text) => text,
  };
}
