// Checks arguments before the module receives them; an error says what is wrong, and what would be right.

import { FoursightError } from "./error.js";

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

/** Rejects options that do not exist. @param {object} options @param {string[]} names the options that exist */
export function onlyOptions(options, ...names) {
  const field = Object.keys(options).find((key) => !names.includes(key));
  if (field === undefined) return;
  const message = `${field} is not an option; it must be one of ${names.join(", ")}`;
  throw new FoursightError({ code: "invalid_parameter", message, field });
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
