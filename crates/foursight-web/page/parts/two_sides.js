// The frame of a view with a board: the board with what belongs to it, and the panel beside or below it.

import { h } from "../browser/dom.js";

/** @param {string} label @param {...import("../browser/dom.js").Child} parts */
export function tableOf(label, ...parts) {
  return h("section", { class: "table", "aria-label": label }, ...parts);
}

/** @param {...import("../browser/dom.js").Child} parts */
export function besideOf(...parts) {
  return h("aside", { class: "beside", "aria-label": "Side panel" }, ...parts);
}

/** @param {HTMLElement} table @param {HTMLElement} beside */
export function twoSides(table, beside) {
  return h("div", { class: "two-sides" }, table, beside);
}
