// What keys do anywhere on the page.

import { columnOf } from "./rules.js";

/** @typedef {"back" | "forward" | "first" | "last" | "hint" | "flip" | "leave"} KeyAction */
/**
 * What a view does at a key.
 *
 * @typedef {Partial<Record<KeyAction, () => unknown>> & { play?: (column: number) => unknown }} KeyActions
 */

const ACTIONS = /** @type {Readonly<Record<string, KeyAction>>} */ ({
  ArrowLeft: "back",
  u: "back",
  ArrowRight: "forward",
  r: "forward",
  Home: "first",
  End: "last",
  " ": "hint",
  f: "flip",
  Escape: "leave",
});

/** The keys in words, for the help. */
export const KEYS = /** @type {const} */ ([
  ["1 to 9, a", "Play that column"],
  ["← →", "One move back or forward"],
  ["Home, End", "First or last position"],
  ["Space", "Hint: the best move"],
  ["f", "Flip the board, left to right"],
  ["Escape", "Return from a variation to the game"],
  ["?", "This help"],
]);

/** The keys of the board, while it has the focus. */
export const BOARD_KEYS = /** @type {const} */ ([
  ["← →, h l", "Move to another column"],
  ["Enter", "Play it"],
  ["↑ ↓", "Inspect single cells (Escape returns)"],
]);

/**
 * What a key does in a view, null if nothing.
 *
 * @param {string} key
 * @param {KeyActions} actions
 * @returns {(() => unknown) | null}
 */
export function actionOf(key, actions) {
  const name = Object.hasOwn(ACTIONS, key) ? ACTIONS[key] : null;
  if (name) return actions[name] ?? null;
  const column = columnOf(key);
  const { play } = actions;
  // No board is wider than ten columns, and other letters have other meanings.
  return play && column >= 0 && column < 10 ? () => play(column) : null;
}
