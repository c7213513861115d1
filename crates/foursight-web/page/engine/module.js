// The engine as a WebAssembly module: questions and answers as text.

/**
 * @typedef {object} Answer
 * @property {number} status as the server would answer
 * @property {string} kind a media type
 * @property {string} text
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} reserve
 * @property {() => number} answer
 * @property {() => number} answer_length
 * @property {() => number} add_book
 * @property {() => number} add_plan
 */

const DAY_MS = 86_400_000;

/** The functions that the module needs from its host. */
const HOST = {
  now: () => performance.now(),
  random: Math.random,
  today: () => Math.floor(Date.now() / DAY_MS),
};

export class Engine {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const instance = new WebAssembly.Instance(module, { host: HOST });
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  }

  /**
   * The answer to a question, the same as the server's.
   *
   * @param {string} method
   * @param {string} target the path with the query
   * @param {string} [body]
   * @returns {Answer}
   */
  ask(method, target, body = "") {
    this.write(new TextEncoder().encode(`${method} ${target}\n${body}`));
    const start = this.exports.answer() >>> 0;
    const bytes = new Uint8Array(this.exports.memory.buffer, start, this.exports.answer_length());
    const text = new TextDecoder().decode(bytes);
    const end = text.indexOf("\n");
    const [status, kind] = text.slice(0, end).split(" ");
    return { status: Number(status), kind, text: text.slice(end + 1) };
  }

  /** Adds an opening book. @param {Uint8Array} file @returns {boolean} whether it is one */
  addBook(file) {
    this.write(file);
    return this.exports.add_book() !== 0;
  }

  /** Adds a plan, which explains positions. @param {string} text @returns {boolean} whether it is one */
  addPlan(text) {
    this.write(new TextEncoder().encode(text));
    return this.exports.add_plan() !== 0;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    const start = this.exports.reserve(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
  }
}
