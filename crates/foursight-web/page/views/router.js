// Maps addresses to views, and navigates without reloading the page.

import { addressOfLink, hrefOf, openAddress } from "../browser/page_address.js";

/**
 * @typedef {{ root: HTMLElement, title: string, readdress(url: URL, state: unknown): void, leave(): void,
 *   keys?: import("../core/keys.js").KeyActions, rename?(): void }} View
 */
/** @typedef {"play" | "game" | "learn" | "games" | "puzzles" | "embed" | "enter" | "beat" | "rules"} Name */

/**
 * The view of a path, null if the page has none for it.
 *
 * @param {string} path
 * @returns {Name | null}
 */
export function viewOf(path) {
  if (path === "/" || path === "/analysis") return "play";
  if (path === "/embed") return "embed";
  if (path === "/enter") return "enter";
  if (path === "/beat") return "beat";
  if (path === "/rules") return "rules";
  if (path === "/games") return "games";
  if (path === "/learn" || path.startsWith("/learn/")) return "learn";
  if (path === "/daily" || path === "/puzzles" || path.startsWith("/puzzles/")) return "puzzles";
  return /^\/g\/[^/]+$/.test(path) ? "game" : null;
}

/** Views other than the first one load when they are needed. @param {Name} name */
async function viewClass(name) {
  switch (name) {
    case "play":
      return (await import("./play.js")).PlayView;
    case "game":
      return (await import("./network_game.js")).NetworkGameView;
    case "games":
      return (await import("./games.js")).GamesView;
    case "enter":
      return (await import("./enter.js")).EnterView;
    case "rules":
      return (await import("./rules.js")).RulesView;
    case "beat":
    case "learn":
    case "puzzles":
      return (await import("./lessons.js")).VIEWS[name];
    case "embed":
      return (await import("./embed.js")).EmbedView;
  }
}

/** Starts to load the view at the address. */
export function fetchView() {
  const name = viewOf(openAddress().pathname);
  // Errors are reported when the view is shown.
  if (name) viewClass(name).catch(() => {});
}

/** @type {View | null} */
let view = null;
/** @type {Name | null} */
let viewName = null;
let path = "";

/** Shows the view at the address. @param {HTMLElement} main @param {(name: Name) => void} onchange */
export async function show(main, onchange) {
  const url = openAddress();
  const name = viewOf(url.pathname);
  // A page written by the server stays as it is; coming from a view, load it.
  if (!name) {
    if (view) location.reload();
    return;
  }
  // Within one view and path, only the position changes; analysis is about the game that is played.
  if (view && name === viewName && (url.pathname === path || name === "play")) {
    path = url.pathname;
    view.readdress(url, history.state);
    onchange(name);
    return;
  }
  const View = await viewClass(name);
  // The user navigated elsewhere while it loaded.
  if (openAddress().href !== url.href) return;
  const isFirst = view === null;
  view?.leave();
  const next = new View(url, history.state, navigate);
  [view, viewName, path] = [next, name, url.pathname];
  main.replaceChildren(next.root);
  // The focused element may be gone with the old view.
  if (!isFirst && document.activeElement === document.body) main.focus({ preventScroll: true });
  document.body.dataset.view = name;
  document.title = next.title;
  onchange(name);
}

/** Renames the levels in the shown view once their names have arrived. */
export function rename() {
  view?.rename?.();
}

/** The key actions of the shown view. */
export function keyActions() {
  return view?.keys ?? {};
}

/** @param {string} address @param {unknown} [state] kept with the entry of the history */
export function navigate(address, state = null) {
  history.pushState(state, "", hrefOf(address));
  dispatchEvent(new Event("navigate"));
}

/** Follows links within the page without loading it again. @param {MouseEvent} event */
export function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || link.target || link.hasAttribute("download") || event.defaultPrevented) return;
  const url = addressOfLink(link.href);
  if (url.origin !== location.origin || !viewOf(url.pathname) || link.getAttribute("href")?.startsWith("#"))
    return;
  event.preventDefault();
  navigate(url.pathname + url.search + url.hash);
}
