// Sharing a position: link, pictures, game file, text, and a board for another page.

import { positionPath, requestText } from "../net/api.js";
import { sizeText, writeMoves } from "../core/rules.js";
import { button, field, h, put, select } from "../browser/dom.js";
import { inWords, notify } from "./announcer.js";
import { extent } from "./plate.js";

/** @typedef {import("../core/rules.js").Size} Size */
/**
 * @typedef {object} Shared
 * @property {Size} size
 * @property {readonly number[]} moves of the game
 * @property {readonly number[]} place the moves on the shown board
 * @property {string} link
 */

const STYLES = /** @type {const} */ ([
  ["emoji", "Emoji"],
  ["discs", "Discs"],
  ["letters", "Letters"],
  ["ascii", "ASCII"],
]);

/**
 * Copies a text. Where the page has no permission, as over plain HTTP, selects it instead.
 *
 * @param {string} text
 * @param {string} what
 * @param {() => void} select
 */
async function copy(text, what, select) {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied.`);
  } catch {
    select();
    notify(`${what} selected: press Ctrl-C or long-press to copy.`);
  }
}

/** Hands a text to the share sheet, or else copies it. @param {string} text @param {string} what */
export async function shareText(text, what) {
  if (navigator.share) {
    // Whoever closes the sheet has changed their mind.
    await navigator.share({ text }).catch(() => {});
    return;
  }
  await copy(text, what, () => prompt(what, text));
}

/**
 * A text with a button that copies it.
 *
 * @param {string} label
 * @param {string} text
 */
export function copyField(label, text) {
  const input = h("input", { readonly: true, value: text, onfocus: () => input.select() });
  return h(
    "div",
    { class: "copy-field" },
    field(label, input),
    button("Copy", () => copy(text, label, () => input.focus()), { "aria-label": `Copy: ${label}` }),
  );
}

/** @param {Node} node */
function selectAll(node) {
  getSelection()?.selectAllChildren(node);
}

/** The width of a board in another page, and what stands above and below it there, in pixels. */
const [FRAME_WIDTH, FRAME_AROUND, LONGEST_FRAME] = [420, 110, 640];

/** @param {Size} size */
function frameHeight(size) {
  const { width, height } = extent(size);
  return Math.min(LONGEST_FRAME, Math.round((FRAME_WIDTH * height) / width) + FRAME_AROUND);
}

export class SharePanel {
  constructor() {
    this.asked = "";
    /** @type {string} */
    this.style = "emoji";
    /** @type {{ size: Size, moves: readonly number[] } | null} */
    this.shown = null;
    this.abort = new AbortController();
    this.links = h("div", { class: "share-links" });
    this.pictures = h("div", { class: "share-pictures" });
    this.text = h("pre", { class: "share-text", tabindex: 0, "aria-label": "The position as text" });
    const style = select(STYLES, this.style, {
      onchange: () => {
        this.style = style.value;
        this.showText();
      },
    });
    this.root = h(
      "section",
      { class: "panel share" },
      h("h2", {}, "Share this position"),
      this.links,
      h("h2", {}, "Pictures and files"),
      this.pictures,
      h("h2", {}, "Text"),
      field("Style", style),
      this.text,
      h(
        "div",
        { class: "actions" },
        button("Copy the text", () => copy(this.text.textContent ?? "", "Text", () => selectAll(this.text))),
      ),
    );
  }

  /**
   * @param {Shared} shared
   * @param {string} [file] the address of the game as a file, where the server keeps more of it than moves
   */
  show({ size, moves, place, link }, file = positionPath("/api/game_file", size, moves)) {
    const key = `${sizeText(size)} ${size.connect} ${writeMoves(place)} ${link}`;
    if (key === this.asked) return;
    this.asked = key;
    this.shown = { size, moves: place };
    const frame = new URL(positionPath("/embed", size, this.shown.moves), location.href).href;
    put(
      this.links,
      copyField("Link", new URL(link, location.href).href),
      copyField("Moves", writeMoves(this.shown.moves)),
      copyField(
        "Embed in a page",
        `<iframe src="${frame}" width="${FRAME_WIDTH}" height="${frameHeight(size)}" title="Connect Four"></iframe>`,
      ),
    );
    this.showPictures(size, this.shown.moves, moves, file);
    this.showText();
  }

  /**
   * @param {Size} size
   * @param {readonly number[]} moves
   * @param {readonly number[]} all of the game, for the animation
   * @param {string} gameFile
   */
  showPictures(size, moves, all, gameFile) {
    const picture = (/** @type {string} */ kind) =>
      positionPath(`/render.${kind}`, size, kind === "gif" ? all : moves);
    const file = (/** @type {string} */ kind, /** @type {string} */ label) =>
      h("a", { class: "button", href: picture(kind), download: `connect-four.${kind}` }, label);
    put(
      this.pictures,
      h("img", {
        src: positionPath("/render.svg", size, moves, { theme: "transparent" }),
        alt: "The board as a picture",
        width: 246,
        height: 244,
        loading: "lazy",
      }),
      h(
        "div",
        { class: "actions" },
        file("svg", "SVG"),
        file("png", "PNG"),
        file("gif", "GIF of the game"),
        h("a", { class: "button", href: gameFile, download: "connect-four.txt" }, "Game file"),
      ),
    );
  }

  async showText() {
    if (!this.shown) return;
    const { size, moves } = this.shown;
    const path = positionPath("/api/text", size, moves, { style: this.style });
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    const text = await requestText(path, signal).catch(inWords);
    if (!signal.aborted) this.text.textContent = text;
  }
}
