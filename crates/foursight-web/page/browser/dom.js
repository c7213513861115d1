// Creates and updates elements without parsing HTML.

import { hrefOf } from "./page_address.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | false | undefined} Child */
/**
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Properties
 */

/**
 * An HTML element. `on...` adds a listener, `true` an attribute without a value; `false`, null and
 * undefined leave the attribute out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/**
 * An SVG element, with the same properties.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, properties = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, name));
  return fill(element, properties, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...children.filter(isShown));
  return element;
}

/** @param {Child} child @returns {child is Node | string} */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Sets an attribute unless it already has the value: setting the same value again can make browsers compute styles at
 * once. A link leads to an address of the page, wherever the page lies.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  const isAbsent = value === false || value === null || value === undefined;
  const given = isAbsent ? null : value === true ? "" : String(value);
  const text = name === "href" && given?.startsWith("/") ? hrefOf(given) : given;
  if (element.getAttribute(name) === text) return;
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

/**
 * Replaces the children of an element. If one of them had the focus, the control with the same name receives it, or
 * else the one in the same place.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  const hadFocus = document.activeElement !== element && element.contains(document.activeElement);
  const before = hadFocus ? controls(element).findIndex((control) => control === document.activeElement) : -1;
  // Only if an element had the focus: otherwise the name would be that of the body, which is all of its text.
  const name = hadFocus && nameOf(document.activeElement);
  element.replaceChildren(...children.filter(isShown));
  if (!hadFocus) return;
  const after = controls(element);
  const next = after.find((control) => nameOf(control) === name) ?? after[Math.min(before, after.length - 1)];
  next?.focus({ preventScroll: true });
}

/** @param {Element} element @returns {HTMLElement[]} */
function controls(element) {
  return [
    ...element.querySelectorAll("a[href], button:enabled, input:enabled, select:enabled, summary"),
  ].filter((control) => control instanceof HTMLElement);
}

/** @param {Element | null} control */
function nameOf(control) {
  return control?.getAttribute("data-name") ?? control?.getAttribute("aria-label") ?? control?.textContent;
}

/** The source of each element's children. @type {WeakMap<Element, readonly unknown[]>} */
const sources = new WeakMap();

/**
 * Replaces the children of an element if their source has changed.
 *
 * @param {Element} element
 * @param {readonly unknown[]} source everything that the children depend on
 * @param {() => Child[]} make
 */
export function putIfNew(element, source, make) {
  const old = sources.get(element);
  if (old?.length === source.length && old.every((part, i) => Object.is(part, source[i]))) return;
  sources.set(element, source);
  put(element, ...make());
}

/**
 * Whether the focus is nowhere because its element is gone or hidden.
 *
 * @param {Element} visible an element that is never hidden, and need not be checked
 */
export function isFocusLost(visible) {
  const { activeElement } = document;
  if (visible.contains(activeElement)) return false;
  return !activeElement || activeElement === document.body || !activeElement.checkVisibility();
}

/**
 * A button with a label.
 *
 * @param {string | Node | (string | Node)[]} label
 * @param {() => void} onclick
 * @param {Properties} [properties]
 */
export function button(label, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, ...[label].flat());
}

/**
 * A button that asks for a file.
 *
 * @param {string} label
 * @param {(file: File) => void} onfile
 * @param {Properties} [properties] of its input
 */
export function fileButton(label, onfile, properties = {}) {
  const onchange = () => {
    const file = input.files?.[0];
    // The same file may be chosen once more.
    input.value = "";
    if (file) onfile(file);
  };
  const input = h("input", { type: "file", class: "visually-hidden", onchange, ...properties });
  return h("label", { class: "button file" }, label, input);
}

/** A row of buttons. @param {...Child} children */
export function buttonRow(...children) {
  return h("div", { class: "actions" }, ...children);
}

let nFields = 0;

/**
 * A labeled field.
 *
 * @param {string} text
 * @param {HTMLElement} control
 */
export function field(text, control) {
  nFields += 1;
  control.id = `field-${nFields}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, text), control);
}

/**
 * A list to choose from.
 *
 * @param {readonly (readonly [value: string, text: string])[]} options
 * @param {string} chosen
 * @param {Properties} [properties]
 */
export function select(options, chosen, properties = {}) {
  const choices = options.map(([value, text]) => {
    return h("option", { value, selected: value === chosen }, text);
  });
  return h("select", properties, ...choices);
}

/** Whether the person prefers reduced motion. Test environments show nothing. */
export function isStill() {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
}

/** The time for which a file that was handed over is kept. */
const KEPT_MS = 60_000;

/** Hands a file to the person. @param {string} name @param {Blob} file */
export function saveFile(name, file) {
  const href = URL.createObjectURL(file);
  h("a", { href, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
