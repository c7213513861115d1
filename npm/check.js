// Checks arguments before the module receives them; an error says what is wrong, and what would be right.

import { FoursightError } from "./answer.js";

/** A given value, in words. @param {unknown} value */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value) return "an object";
  return typeof value === "function" || typeof value === "symbol" ? `a ${typeof value}` : String(value);
}

/** @param {string} field @param {unknown} value @param {string} right what would be right */
export function wrong(field, value, right) {
  const message = `${field} is ${shown(value)}; it must be ${right}`;
  return new FoursightError({ code: "invalid_parameter", message, field });
}

/** Options; none without. @template T @param {T | undefined} options @returns {T} */
export function optionsOf(options = /** @type {T} */ ({})) {
  if (typeof options !== "object" || !options) throw wrong("options", options, "an object");
  return options;
}

/** The options that a caller has set. @param {object | undefined} options @param {string[]} names those that exist */
export function onlyOptions(options, ...names) {
  const all = Object.entries(optionsOf(options));
  const [field] = all.find(([name]) => !names.includes(name)) ?? [];
  if (field !== undefined) {
    const right = names.length > 0 ? `; it must be one of ${names.join(", ")}` : " here";
    const message = `${field} is not an option${right}`;
    throw new FoursightError({ code: "invalid_parameter", message, field });
  }
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/**
 * @param {string} field
 * @param {unknown} value
 * @param {number} low
 * @param {number} high
 * @param {string} [right]
 */
export function wholeNumber(field, value, low, high, right = `a whole number from ${low} to ${high}`) {
  if (typeof value === "number" && Number.isInteger(value) && low <= value && value <= high) return value;
  throw wrong(field, value, right);
}

/** @template {string} T @param {string} field @param {unknown} value @param {readonly T[]} names @returns {T} */
export function oneOf(field, value, names) {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  throw wrong(field, value, `one of ${names.join(", ")}`);
}

/** @param {string} field @param {unknown} value @param {string} right @returns {string} */
export function text(field, value, right) {
  if (typeof value === "string") return value;
  throw wrong(field, value, right);
}

/** The bytes of a file. @param {unknown} file */
export function bytesOf(file) {
  if (file instanceof Uint8Array) return file;
  if (file instanceof ArrayBuffer) return new Uint8Array(file);
  throw wrong("file", file, "a Uint8Array or an ArrayBuffer with the bytes of an opening book");
}
