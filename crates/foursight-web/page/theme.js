// The choice of colors: light, dark, high contrast, or as the system is. `paint.js` applies it.

import { setting } from "./core/settings.js";
import { h, select } from "./dom.js";

const THEMES = /** @type {const} */ ([
  ["auto", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
  ["contrast", "High contrast"],
]);

/** @typedef {typeof THEMES[number][0]} Theme */

/** @param {unknown} value @returns {value is Theme} */
const isTheme = (value) => THEMES.some(([theme]) => theme === value);

const chosen = setting("theme", /** @type {Theme} */ ("auto"), isTheme);

/** The list to choose a theme from. */
export function themeChoice() {
  const list = select(THEMES, chosen.get(), {
    onchange: () => {
      if (isTheme(list.value)) chosen.set(list.value);
      dispatchEvent(new CustomEvent("themechange", { detail: chosen.get() }));
    },
  });
  return h("label", { class: "theme-choice" }, h("span", { class: "visually-hidden" }, "Theme"), list);
}
