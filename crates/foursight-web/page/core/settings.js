// Settings kept in this browser: theme, sound, opponents, puzzles.

const PREFIX = "foursight.";

/**
 * A value kept under a name; failures to read or store it are ignored.
 *
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @param {(value: unknown) => value is T} isValid
 */
export function setting(name, fallback, isValid) {
  const key = PREFIX + name;
  /** The value that could not be stored. @type {T | null} */
  let unstored = null;
  return {
    /** @returns {T} */
    get() {
      if (unstored !== null) return unstored;
      try {
        const value = JSON.parse(localStorage.getItem(key) ?? "null");
        return isValid(value) ? value : fallback;
      } catch {
        return fallback;
      }
    },
    /** @param {T} value */
    set(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value));
        unstored = null;
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
        unstored = value;
      }
    },
  };
}

/** Everything kept in this browser, by name; what is no JSON, as text. */
export function kept() {
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const key of keys(localStorage)) {
    const text = localStorage[key];
    try {
      values[key.slice(PREFIX.length)] = JSON.parse(text);
    } catch {
      values[key.slice(PREFIX.length)] = text;
    }
  }
  return values;
}

/** Forgets all of it, and what only this tab keeps. */
export function forgetKept() {
  for (const storage of [localStorage, sessionStorage])
    for (const key of keys(storage)) storage.removeItem(key);
}

/** @param {Storage} storage */
function keys(storage) {
  return Object.keys(storage).filter((key) => key.startsWith(PREFIX));
}

/** @param {unknown} value @returns {value is boolean} */
export function isBoolean(value) {
  return typeof value === "boolean";
}
