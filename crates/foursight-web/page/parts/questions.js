// The four questions before a disc: in hints and reviews.

import { h } from "../browser/dom.js";
import { QUESTIONS } from "../core/questions.js";

/** @param {number} asked the one that matters here, from 0; -1 for none */
export function questionList(asked) {
  const item = (/** @type {string} */ question, /** @type {number} */ i) =>
    h("li", { "aria-current": i === asked && "true" }, question);
  return h("ol", { class: "questions", "aria-label": "Before each disc" }, ...QUESTIONS.map(item));
}
