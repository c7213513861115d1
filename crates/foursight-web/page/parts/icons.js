// Icons for buttons, drawn in the text color.

import { h, svg } from "../browser/dom.js";

const PATHS = /** @type {const} */ ({
  back: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-3",
  forward: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 22h4M12 2a6 6 0 0 0-4 10c1 1 1.5 2 1.5 3h5c0-1 .5-2 1.5-3a6 6 0 0 0-4-10z",
  leave: "M20 20v-4a6 6 0 0 0-6-6H4M9 5l-5 5 5 5",
  restart: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  takeback: "M4 12a8 8 0 1 0 2.5-5.8M4 3v5h5M12 8v4l3 2",
  allow: "M4 12.5l5.5 5.5L20 6.5",
  refuse: "M5 5l14 14M19 5L5 19",
  swap: "M4 8h15l-4-4M20 16H5l4 4",
  resign: "M5 22V3M5 4h13l-3 4.5 3 4.5H5",
  analysis: "M4 20V12M10 20V5M16 20v-9M22 20H2",
  pause: "M8 5v14M16 5v14",
  go: "M7 4l12 8-12 8z",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12",
  silence: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
});

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
}

/**
 * A button with a picture and a word.
 *
 * @param {Icon} name
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {string} [title]
 */
export function tool(name, label, onclick, title) {
  return h("button", { type: "button", class: "tool", onclick, title }, icon(name), h("span", {}, label));
}
