// Announcements for screen readers, and messages for everybody.

import { button, h, put } from "../browser/dom.js";

/** @typedef {{ label: string, act: () => void }} Action */

/** Says moves and results, one after another. */
const live = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const notices = h("div", { role: "alert" });
/** Stays below the other messages. */
const offers = h("div", { role: "status" });

/** Puts both regions into the page; they have to be there before they say anything. */
export function startAnnouncer() {
  document.body.append(live, h("div", { class: "notices" }, notices, offers));
}

/** @param {string} words */
export function announce(words) {
  // Repeated words are only read if the region changes.
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * A message that disappears after a few seconds.
 *
 * @param {string} words
 * @param {Action} [action] something to do about it; then it stays
 */
export function notify(words, action) {
  clearTimeout(timer);
  put(notices, notice(words, clearNotice, action));
  if (!action) timer = setTimeout(clearNotice, 6000);
}

/**
 * Something that can be done at any time; it stays until then, or until it is closed.
 *
 * @param {string} words
 * @param {Action} action
 */
export function offer(words, action) {
  put(
    offers,
    notice(words, () => put(offers), action),
  );
}

/** @param {string} words @param {() => void} clear @param {Action} [action] */
function notice(words, clear, action) {
  const act =
    action &&
    button(action.label, () => {
      clear();
      action.act();
    });
  const close = button("×", clear, { class: "close", "aria-label": "Close the message" });
  return h("p", { class: "notice" }, words, act, close);
}

export function clearNotice() {
  clearTimeout(timer);
  put(notices);
}

/**
 * An error as a sentence.
 *
 * @param {unknown} error
 */
export function inWords(error) {
  const words = error instanceof Error ? error.message : String(error);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
