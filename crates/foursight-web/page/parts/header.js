// The header of every view: the current place, the look and sound of the page, and rarely used links.

import { button, h, put, select, setAttribute, field } from "../browser/dom.js";
import { areFiles, linkTo, openAddress } from "../browser/page_address.js";
import { switchProjector } from "../browser/projector.js";
import { isSoundOn, setSound } from "../browser/sound.js";
import { setting } from "../core/settings.js";
import { isInClass } from "../net/class.js";
import { announce } from "./announcer.js";
import { icon } from "./icons.js";
import { openKeys } from "./keys.js";

export const THEMES = /** @type {const} */ ([
  ["auto", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
  ["contrast", "High contrast"],
  ["classic", "Classic"],
]);

/** @typedef {typeof THEMES[number][0]} Theme */

/** @param {unknown} value @returns {value is Theme} */
const isTheme = (value) => THEMES.some(([theme]) => theme === value);

const chosen = setting("theme", /** @type {Theme} */ ("auto"), isTheme);

/** Views that belong to a link with another name. @type {Record<string, string>} */
const PLACES = { "/daily": "/puzzles", "/g": "/", "/beat": "/learn" };

/** Marks the link to the current place. @param {string} [path] */
export function markPlace(path = openAddress().pathname) {
  const first = `/${path.split("/")[1]}`;
  const place = PLACES[first] ?? first;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("header nav a");
  for (const link of links) setAttribute(link, "aria-current", link.href === linkTo(place) && "page");
}

/** For a page opened as a file, keeps the links right when the address changes: they are relative to the file. */
export function anchorLinks() {
  if (!areFiles) return;
  /** @type {NodeListOf<HTMLAnchorElement | HTMLLinkElement>} */
  const links = document.querySelectorAll("header a, link:not([rel=stylesheet])");
  for (const link of links) link.setAttribute("href", link.href);
}

/** The tools at the right of the header. @param {() => import("../core/keys.js").KeyActions} keyActions of the shown view */
export function headerTools(keyActions) {
  const look = menu("look", "Look", [field("Theme", themeChoice()), projectorButton()]);
  const more = menu("more", "More", [
    isInClass() ? h("a", { href: "/class" }, "Your class") : null,
    h("a", { href: "/rules" }, "How to play"),
    h("a", { href: "/games" }, "Your games"),
    h("a", { href: "/daily" }, "Puzzle of the day"),
    panelButton("share", "Share, pictures, files"),
    row("Flip the board", () => keyActions().flip?.(), "x"),
    row("Keys", openKeys, "?"),
    h("h3", {}, "For programmers"),
    panelButton("bits", "The position as bits"),
    areFiles ? null : h("a", { href: "/docs" }, "JSON API"),
  ]);
  return [
    opener("look", [icon("look"), h("span", { class: "look-name" }, "Look")], "Look"),
    soundSwitch(),
    opener("more", [icon("more")], "Menu"),
    look,
    more,
  ];
}

/** @param {string} id @param {Node[]} children @param {string} label */
function opener(id, children, label) {
  return h("button", { type: "button", popovertarget: `menu-${id}`, "aria-label": label }, ...children);
}

/** @param {string} id @param {string} label @param {(Node | null)[]} children */
function menu(id, label, children) {
  const root = h("div", {
    id: `menu-${id}`,
    class: "menu",
    popover: "auto",
    role: "group",
    "aria-label": label,
  });
  put(root, ...children);
  // A choice in the menu leads elsewhere.
  root.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a, button")) root.hidePopover();
  });
  return root;
}

/** Opens a panel of the view, if the view has it. @param {string} name @param {string} label */
function panelButton(name, label) {
  const open = () => dispatchEvent(new CustomEvent("openpanel", { detail: name }));
  return button(label, open, { class: "row of-game" });
}

function projectorButton() {
  return row("Projector: large, full-screen", switchProjector, "p");
}

/** @param {string} label @param {() => void} act @param {string} key */
function row(label, act, key) {
  return button(label, act, { class: "row", "aria-keyshortcuts": key });
}

function soundSwitch() {
  const turn = () => {
    setSound(!isSoundOn());
    render();
    announce(isSoundOn() ? "Sound on" : "Sound off");
  };
  const knob = button([], turn, { class: "sound" });
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
function themeChoice() {
  const list = select(THEMES, chosen.get(), {
    onchange: () => {
      if (isTheme(list.value)) chosen.set(list.value);
      dispatchEvent(new CustomEvent("themechange", { detail: chosen.get() }));
    },
  });
  return list;
}
