// Keys that work anywhere on the page.

/** @typedef {"back" | "forward" | "first" | "last" | "hint" | "flip" | "leave"} KeyAction */
/**
 * A view's actions for keys.
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
  x: "flip",
  Escape: "leave",
});

/** The keys in words, for the help. */
export const KEYS = /** @type {const} */ ([
  ["a to j, 1 to 9", "Play that column"],
  ["← →", "One move back or forward"],
  ["Home, End", "First or last position"],
  ["Space", "Hint, then more of it"],
  ["x", "Flip the board, left to right"],
  ["Escape", "Return from a variation to the game"],
  ["p", "Projector: large, full-screen"],
  ["?", "This help"],
]);

/** The keys of the board, while it has the focus. */
export const BOARD_KEYS = /** @type {const} */ ([
  ["← →, h l", "Move to another column"],
  ["Enter", "Play it"],
  ["↑ ↓", "Inspect single cells (Escape returns)"],
]);

/** @typedef {{ key: string, code: string }} Key what it writes, and where it is on the keyboard */

/**
 * The column that a key stands for, -1 if none: by its letter, or by its place in the row of digits, where some
 * keyboards have other characters.
 *
 * @param {Key} key
 */
export function columnOfKey({ key, code }) {
  const digit = /^[1-9]$/.test(key) ? key : /^Digit([1-9])$/.exec(code)?.[1];
  return digit ? Number(digit) - 1 : key.length === 1 ? "abcdefghij".indexOf(key) : -1;
}

/**
 * A view's action for a key, null if it has none.
 *
 * @param {Key} key
 * @param {KeyActions} actions
 * @returns {(() => unknown) | null}
 */
export function actionOf(key, actions) {
  const name = Object.hasOwn(ACTIONS, key.key) ? ACTIONS[key.key] : null;
  if (name) return actions[name] ?? null;
  const column = columnOfKey(key);
  const { play } = actions;
  return play && column >= 0 ? () => play(column) : null;
}
