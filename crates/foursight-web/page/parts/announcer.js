// Announcements for screen readers, and messages for everybody.

import { button, h, put } from "../browser/dom.js";

/** Says moves and results, one after another. */
const live = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const notices = h("div", { class: "notices", role: "alert" });

/** Puts both regions into the page; they have to be there before they say anything. */
export function startAnnouncer() {
  document.body.append(live, notices);
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
 * @param {{ label: string, act: () => void }} [action] something to do about it; then it stays
 */
export function notify(words, action) {
  clearTimeout(timer);
  const act =
    action &&
    button(action.label, () => {
      clearNotice();
      action.act();
    });
  const close = button("×", clearNotice, { class: "close", "aria-label": "Close the message" });
  put(notices, h("p", { class: "notice" }, words, act, close));
  if (!action) timer = setTimeout(clearNotice, 6000);
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
