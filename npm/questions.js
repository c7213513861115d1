// The possible questions, as requests to the module.

import { readAnswer } from "./answer.js";
import { oneOf, onlyOptions, optionsOf, wholeNumber } from "./check.js";

/**
 * @template T
 * @typedef {object} Question
 * @property {string} target
 * @property {(text: string) => T} read what its answer means
 */

/** @typedef {import("./answer.js").Camel<import("./wire.js").ScoreBody>} Solution */
/** @typedef {import("./answer.js").Camel<import("./wire.js").AnalysisBody>} Analysis */
/** @typedef {import("./answer.js").Camel<import("./wire.js").Why>} Why */
/** @typedef {import("./answer.js").Camel<import("./wire.js").ReviewBody>} Review */

/** A position by its moves; of other boards with their size. @typedef {{ moves: string, size: string, connect: number }} Placed */

/**
 * The look of a picture.
 *
 * @typedef {object} Look
 * @property {typeof THEMES[number]} [theme]
 * @property {typeof PALETTES[number]} [palette]
 * @property {boolean} [scores] whether each column shows the score of its move
 */

/** The module's score for a column in which no disc can be played. */
const UNPLAYABLE = 100;

export const THEMES = /** @type {const} */ (["light", "dark", "transparent"]);
export const PALETTES = /** @type {const} */ ([
  "red-yellow",
  "red-blue",
  "red-black",
  "high-contrast",
  "classic",
]);

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

/**
 * A question whose answer is JSON.
 *
 * @template {"/api/analyze" | "/api/move" | "/api/review" | "/api/score" | "/api/why" | "/solve"} Path
 * @param {Path} path
 * @param {Placed} placed
 * @param {object} [options] what the caller has chosen
 * @param {string[]} [names] the options that exist
 * @param {Record<string, string | number | boolean>} [more]
 * @returns {Question<import("./answer.js").Camel<import("./wire.js").Answers[`GET ${Path}`]>>}
 */
function question(path, placed, options, names = [], more = {}) {
  return { target: target(path, placed, { ...more, ...onlyOptions(options, ...names) }), read: readAnswer };
}

/** @param {Placed} placed @param {object} [options] @returns {Question<Solution>} */
export function solve(placed, options) {
  return question("/api/score", placed, options);
}

/** @param {Placed} placed @param {object} [options] @returns {Question<(number | null)[]>} */
export function scores(placed, options) {
  const { target, read } = question("/solve", placed, options);
  return { target, read: (text) => read(text).score.map((score) => (score === UNPLAYABLE ? null : score)) };
}

/** @param {Placed} placed @param {object} [options] @returns {Question<Analysis>} */
export function analyze(placed, options) {
  return question("/api/analyze", placed, options);
}

/** @param {Placed} placed @param {{ column?: number }} [options] @returns {Question<Why>} */
export function why(placed, options) {
  const { column } = optionsOf(options);
  if (column !== undefined) wholeNumber("column", column, 1, Number(placed.size.split("x")[0]));
  return question("/api/why", placed, options, ["column"]);
}

/** @param {Placed} placed @param {object} [options] @returns {Question<Review>} */
export function review(placed, options) {
  return question("/api/review", placed, options, [], { why: true });
}

/** @param {Placed} placed @param {{ level?: number, seed?: number }} [options] @returns {Question<number>} */
export function play(placed, options) {
  const { level, seed } = optionsOf(options);
  if (level !== undefined) checkLevel(level);
  if (seed !== undefined) wholeNumber("seed", seed, 0, Number.MAX_SAFE_INTEGER);
  const { target, read } = question("/api/move", placed, options, ["level", "seed"], { level: 10 });
  // Without an opening rule, a level plays a disc.
  return { target, read: (text) => /** @type {number} */ (read(text).column) };
}

/** @param {Placed} placed @param {Look} [look] @returns {Question<string>} */
export function svg(placed, look) {
  const { theme, palette, scores } = optionsOf(look);
  onlyOptions(look, "theme", "palette", "scores");
  if (theme !== undefined) oneOf("theme", theme, THEMES);
  if (palette !== undefined) oneOf("palette", palette, PALETTES);
  return {
    target: target("/render.svg", placed, { theme, palette, scores: scores ? 1 : undefined }),
    read: (text) => text,
  };
}
