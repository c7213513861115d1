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
  draw: "M4 9.5h16M4 14.5h16",
  swap: "M4 8h15l-4-4M20 16H5l4 4",
  resign: "M5 22V3M5 4h13l-3 4.5 3 4.5H5",
  analysis: "M4 20V12M10 20V5M16 20v-9M22 20H2",
  pause: "M8 5v14M16 5v14",
  go: "M7 4l12 8-12 8z",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12",
  silence: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  look: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 3v18M12.5 4a8 8 0 0 1 0 16z",
  more: "M5 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2M12 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2M19 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2",
  down: "M6 9l6 6 6-6",
  next: "M9 6l6 6-6 6",
  previous: "M15 6l-6 6 6 6",
  end: "M6 6l7 6-7 6zM18 6v12",
  start: "M18 6l-7 6 7 6zM6 6v12",
  close: "M6 6l12 12M18 6L6 18",
  play: "M8 5l11 7-11 7z",
  friend:
    "M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.5 1 3.5 3 3.5 5.5",
  puzzle: "M4 8h4a2.5 2.5 0 1 1 4 0h4v4a2.5 2.5 0 1 1 0 4v4h-4a2.5 2.5 0 1 0-4 0H4v-4a2.5 2.5 0 1 0 0-4z",
  book: "M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2c2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5zM12 6.5V20",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
});

/** @typedef {keyof typeof PATHS} Icon */

/** Icons that are filled. */
const SOLID = new Set(["play"]);

/** @param {Icon} name */
export function icon(name) {
  return svg(
    "svg",
    { class: `icon${SOLID.has(name) ? " solid" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
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
