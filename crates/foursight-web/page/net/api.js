// Requests to the server, and their answers.

import { queryOf } from "../core/address.js";
import { sizeText } from "../core/rules.js";
import { areFiles } from "../browser/page_address.js";
import { engineAnswer, isAnswered, isOwnAnswer, lateAnswer } from "./engine.js";

/** @import { Size } from "../core/rules.js" */
/** @import { Answers, Requests } from "../../wire" */
/** @typedef {Answers["GET /api/analyze"]} Analysis */
/** @typedef {Analysis["moves"][number]} MoveScore */
/** @typedef {Answers["POST /api/position"]} Position */
/** @typedef {Answers["GET /api/review"]} Review */
/** @typedef {NonNullable<Review["moves"][number]>} GradedMove */
/** @typedef {Review["accuracy"]["red"]} Accuracy */
/** @typedef {Answers["GET /api/why"]} Why */
/** @typedef {Answers["GET /api/levels"][number]} Level */
/** @typedef {Answers["GET /api/puzzles/{id}"]} Puzzle */
/** @typedef {Answers["GET /api/bits"]} Bits */
/** @typedef {Bits["sentinel"]["line_tests"][number]} LineTest */
/** @typedef {Answers["GET /api/games/{id}"]} SeenGame a network game, and the seat of whoever asks */
/** @typedef {Answers["GET /api/games/{id}/events"]} NetworkEvent */
/** @typedef {Requests["POST /api/games"]} NewNetworkGame */

/** The error where there is no server to fall back on. */
export const NO_ENGINE =
  "the engine does not run in this browser, and this site has no server to fall back on";

/** The error of a request, in words for people. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{ status?: number, code?: string, retryAfter?: number, body?: any }} [details] no status
   *     if there was no answer; seconds until it is worth asking again
   */
  constructor(message, { status = 0, code = "", retryAfter = 0, body = null } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.body = body;
  }

  /** Whether the same request may succeed later. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown, signal?: AbortSignal }} [options]
 * @returns {Promise<any>}
 */
export async function request(path, { method = "GET", body, signal } = {}) {
  const headers = body === undefined ? undefined : { "content-type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const { engine, server } = await answerTo(
    path,
    { method, body, signal },
    { method, signal, headers, body: text },
  );
  if (engine) return read(engine.status, JSON.parse(engine.text));
  const answer = await server.json().catch(() => null);
  return read(server.status, answer, Number(server.headers.get("retry-after") ?? 0));
}

/**
 * Asks the engine in this browser or, where it does not answer, the server.
 *
 * @param {string} path
 * @param {import("./engine.js").Options} options
 * @param {RequestInit} init
 * @returns {Promise<{ engine: import("../engine/module.js").Answer, server: null } | { engine: null, server: Response }>}
 */
async function answerTo(path, options, init) {
  const asked = engineAnswer(path, options);
  const engine = asked && (await asked);
  if (engine) return { engine, server: null };
  if (areFiles) throw new ApiError(whyNot(path), { status: 404 });
  try {
    return { engine: null, server: await fetch(path, init) };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const late = isAnswered(path) && (await lateAnswer(path, options));
    if (late) return { engine: late, server: null };
    throw new ApiError(isAnswered(path) ? "the server is not responding" : "network games need a connection");
  }
}

/** The reason why nothing answers a request without a server. @param {string} path */
function whyNot(path) {
  if (!isAnswered(path)) return "network games need a Foursight server";
  return isOwnAnswer(path)
    ? "the engine could not answer, and this site has no server to fall back on"
    : NO_ENGINE;
}

/**
 * An answer, unless it is an error.
 *
 * @param {number} status
 * @param {any} answer null if it could not be read
 * @param {number} [retryAfter] seconds
 */
function read(status, answer, retryAfter = 0) {
  if (status >= 200 && status < 300 && answer !== null) return answer;
  const message = answer?.error?.message ?? `the server answered with status ${status}`;
  throw new ApiError(message, { status, code: answer?.error?.code, retryAfter, body: answer });
}

/**
 * Repeats a request, waiting longer each time, while its errors are temporary.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @param {AbortSignal} signal
 * @param {(error: ApiError) => void} [onerror] told about each failure that is tried again
 * @returns {Promise<T>}
 */
export async function persistently(ask, signal, onerror) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || !error.isPassing) throw error;
      onerror?.(error);
      await pause(Math.max(wait, error.retryAfter * 1000), signal);
    }
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * @param {string} route
 * @param {Size} size
 * @param {readonly number[]} moves
 * @param {Record<string, string | number | boolean>} [more]
 */
export function positionPath(route, size, moves, more = {}) {
  const query = queryOf(size, moves);
  for (const [name, value] of Object.entries(more)) query.set(name, String(value));
  const text = query.toString();
  return text ? `${route}?${text}` : route;
}

/**
 * The answer to a question about a position, or about the game that leads there.
 *
 * @template {"analyze" | "bits" | "move" | "review" | "why" | "why/answer"} Q
 * @param {Q} question
 * @param {{ size: Size, moves: readonly number[] }} about
 * @param {AbortSignal} [signal]
 * @param {Record<string, string | number | boolean>} [more]
 * @returns {Promise<Answers[`GET /api/${Q}`]>}
 */
export function ask(question, { size, moves }, signal, more) {
  return request(positionPath(`/api/${question}`, size, moves, more), { signal });
}

/**
 * The reason for the result of a position, or of a move in it.
 *
 * @param {{ size: Size, moves: readonly number[] }} about
 * @param {number | null} column of the move
 * @param {import("../core/rules.js").Color | null} you the player who reads it
 * @param {AbortSignal} [signal]
 */
export function why(about, column, you, signal) {
  return ask("why", about, signal, { ...(column !== null && { column: column + 1 }), ...(you && { you }) });
}

/**
 * The position that a text describes, with moves that lead there.
 *
 * @param {string} text
 * @param {Size} size of the board, if the text does not say
 * @param {AbortSignal} signal
 * @returns {Promise<Position>}
 */
export function readPosition(text, size, signal) {
  const body = { text, size: sizeText(size), connect: size.connect };
  return request("/api/position", { method: "POST", body, signal });
}

/** @returns {Promise<Level[]>} */
export function levels() {
  return request("/api/levels");
}

/**
 * An answer in plain text.
 *
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>}
 */
export async function requestText(path, signal) {
  const answer = await answerTo(path, { signal }, { signal });
  const { status } = answer.engine ?? answer.server;
  if (status !== 200) throw new ApiError(`the server answered with status ${status}`, { status });
  return answer.engine ? answer.engine.text : answer.server.text();
}
