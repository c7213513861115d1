// The header of every view: links, sound, theme.

import { h, put, select, setAttribute } from "../browser/dom.js";
import { isSoundOn, setSound } from "../browser/sound.js";
import { setting } from "../core/settings.js";
import { announce } from "./announcer.js";
import { icon } from "./icons.js";

const LINKS = /** @type {const} */ ([
  ["/", "Play"],
  ["/puzzles", "Puzzles"],
  ["/daily", "Daily"],
]);

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

/** The links to the views; the one that the address leads to is marked. */
export function links() {
  return LINKS.map(([href, text]) => {
    const isHere = href === "/" ? location.pathname === "/" : location.pathname.startsWith(href);
    return h("a", { href, "aria-current": isHere && "page" }, text);
  });
}

export function soundSwitch() {
  const knob = h("button", {
    type: "button",
    class: "sound",
    onclick: () => {
      setSound(!isSoundOn());
      render();
      announce(isSoundOn() ? "Sound on" : "Sound off");
    },
  });
  const render = () => {
    put(knob, icon(isSoundOn() ? "sound" : "silence"));
    setAttribute(knob, "aria-label", "Sound");
    setAttribute(knob, "title", isSoundOn() ? "Sound is on" : "Sound is off");
    setAttribute(knob, "aria-pressed", String(isSoundOn()));
  };
  render();
  return knob;
}

/** The list to choose a theme from; `early_theme.js` applies it. */
export function themeChoice() {
  const list = select(THEMES, chosen.get(), {
    onchange: () => {
      if (isTheme(list.value)) chosen.set(list.value);
      dispatchEvent(new CustomEvent("themechange", { detail: chosen.get() }));
    },
  });
  return h("label", { class: "theme-choice" }, h("span", { class: "visually-hidden" }, "Theme"), list);
}
