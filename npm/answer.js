// An answer: its text, or the error in the question; and its names, as JavaScript writes them: `moves_to_end` is
// `movesToEnd`.

/** The error in a question. */
export class FoursightError extends Error {
  /** @param {{ code: string, message: string, field?: string | null }} problem */
  constructor({ code, message, field }) {
    super(message);
    this.name = "FoursightError";
    /** For programs: `invalid_position` and so on. */
    this.code = code;
    /** The argument that is wrong. */
    this.field = field ?? null;
  }
}

/** The server's names for the argument that is a position. */
const POSITIONS = new Set(["pos", "text"]);

/**
 * The text of an answer, or an error.
 *
 * @param {{ status: number, text: string }} answer
 */
export function textOf({ status, text }) {
  if (status === 200) return text;
  const { error } = JSON.parse(text);
  throw new FoursightError({ ...error, field: POSITIONS.has(error.field) ? "position" : error.field });
}

/** @template {string} S @typedef {S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CamelName<B>>}` : S} CamelName */
/** @template T @typedef {T extends readonly (infer U)[] ? Camel<U>[] : T extends object ? { [K in keyof T as K extends string ? CamelName<K> : K]: Camel<T[K]> } : T} Camel */

/** Reads an answer. @param {string} text @returns {any} */
export function readAnswer(text) {
  return JSON.parse(text, (_, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [camelName(name), item]));
  });
}

/** @param {string} name */
function camelName(name) {
  return name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}
