// Sharing a position: link, pictures, game file, text, and a board for another page.

import { positionPath, requestText } from "../net/api.js";
import { sizeText, writeMoves } from "../core/rules.js";
import { button, buttonRow, field, h, put, saveFile, select } from "../browser/dom.js";
import { areFiles, linkTo } from "../browser/page_address.js";
import { isOwnAnswer } from "../net/engine.js";
import { inWords, notify } from "./announcer.js";
import { extent } from "./plate.js";

/** @import { Game } from "../core/game.js" */
/** @import { Size } from "../core/rules.js" */
/**
 * @typedef {object} Shared
 * @property {Size} size
 * @property {readonly number[]} moves of the game
 * @property {readonly number[]} place the moves on the shown board
 * @property {string} link
 * @property {Game["rule"]} [rule]
 * @property {Game["swap"]} [swap]
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

/**
 * A file to download: from the server, or made here if the engine runs.
 *
 * @param {string} label
 * @param {string} name
 * @param {{ href: string, asked: string, finish: (text: string) => Blob | Promise<Blob> }} source where the server has
 *     it; what the engine is asked, and what becomes of its answer
 */
function file(label, name, { href, asked, finish }) {
  const save = async () => {
    try {
      saveFile(name, await finish(await requestText(asked)));
    } catch (error) {
      notify(inWords(error));
    }
  };
  if (areFiles) return button(label, save);
  const onclick = (/** @type {MouseEvent} */ event) => {
    if (!isOwnAnswer(asked)) return;
    event.preventDefault();
    save();
  };
  return h("a", { class: "button", href, download: name, onclick }, label);
}

/** @param {string} text */
const textFile = (text) => new Blob([text], { type: "text/plain" });

/** @param {string} text */
const svgFile = (text) => new Blob([text], { type: "image/svg+xml" });

/** A drawing as pixels. @param {string} text @returns {Promise<Blob>} */
async function pngFile(text) {
  const image = new Image();
  image.src = URL.createObjectURL(svgFile(text));
  await image.decode();
  const canvas = h("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error("this browser cannot draw the picture")))),
  );
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
      buttonRow(
        button("Copy the text", () => copy(this.text.textContent ?? "", "Text", () => selectAll(this.text))),
      ),
    );
  }

  /**
   * @param {Shared} shared
   * @param {string} [file] the address of the game as a file, where the server keeps more of it than moves
   */
  show({ size, moves, place, link, rule = "none", swap = "none" }, file = "") {
    const opening = { opening_rule: rule, swapped: swap !== "none" };
    file ||= positionPath("/api/game_file", size, moves, opening);
    const key = `${sizeText(size)} ${size.connect} ${writeMoves(place)} ${link}`;
    if (key === this.asked) return;
    this.asked = key;
    this.shown = { size, moves: place };
    const frame = linkTo(positionPath("/embed", size, this.shown.moves));
    put(
      this.links,
      copyField("Link", linkTo(link)),
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
    const picture = (/** @type {string} */ kind) => positionPath(`/render.${kind}`, size, moves);
    const svg = picture("svg");
    const image = h("img", { alt: "The board as a picture", width: 246, height: 244 });
    this.draw(image, positionPath("/render.svg", size, moves, { theme: "transparent" }));
    const files = [
      file("SVG", "connect-four.svg", { href: svg, asked: svg, finish: svgFile }),
      file("PNG", "connect-four.png", { href: picture("png"), asked: svg, finish: pngFile }),
      // Only a server makes films.
      !areFiles &&
        h(
          "a",
          { class: "button", href: positionPath("/render.gif", size, all), download: "connect-four.gif" },
          "GIF of the game",
        ),
      file("Game file", "connect-four.txt", { href: gameFile, asked: gameFile, finish: textFile }),
    ];
    put(this.pictures, image, buttonRow(...files));
  }

  /** @param {HTMLImageElement} image @param {string} path of a drawing */
  async draw(image, path) {
    // Without an answer, the place stays empty.
    const svg = await requestText(path).catch(() => null);
    if (svg !== null) image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
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
