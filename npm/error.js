// The error in a question, and the text of an answer.

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
