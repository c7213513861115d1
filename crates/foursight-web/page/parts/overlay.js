// What a reason points at, drawn over the picture of a board, with the names of the cells at its border.
//
// Each kind of sign has its own shape, and a border in the color of the board: no sign needs its color.

import { h, put, svg } from "../browser/dom.js";
import { arrowPath, cellOf, columnLetter, linkPath, overlayInWords } from "../core/overlay.js";
import { CELL, center, HEAD, PAD } from "./picture.js";

/** @typedef {import("../core/overlay.js").Overlay} Overlay */
/** @typedef {import("../core/rules.js").Size} Size */

/** A ring touches those of the cells beside it; a step is smaller than a disc that has been played. */
const [RING, STEP, STEP_MARK, LINK_END] = [44, 34, 26, 14];

export class OverlayLayer {
  /** @param {Size} size */
  constructor(size) {
    this.size = size;
    /** @type {string | null} what is shown, to draw it only once */
    this.shown = null;
    /** Signs in the units of the picture. */
    this.root = svg("g", { class: "overlay" });
    /** The same for those who do not see them. */
    this.words = h("p", { class: "visually-hidden", hidden: true });
  }

  /** @param {Overlay | null} overlay null takes everything away */
  show(overlay) {
    const wanted = overlay && JSON.stringify(overlay);
    // Redrawn signs would appear again.
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.words.textContent = overlay ? overlayInWords(overlay) : "";
    this.words.hidden = this.words.textContent === "";
    put(this.root, ...(overlay ? [this.coordinates(), ...this.signs(overlay)] : []));
  }

  /** Letters below the columns, numbers left of the rows: in the frame, where they move nothing. */
  coordinates() {
    const { width, height } = this.size;
    const letters = Array.from({ length: width }, (_, column) => {
      const { x } = center(this.size, [column, 0]);
      return svg("text", { x, y: HEAD + PAD + height * CELL + 6 }, columnLetter(column));
    });
    const numbers = Array.from({ length: height }, (_, row) => {
      const { y } = center(this.size, [0, row]);
      // Two digits have no more room than one.
      const length = row < 9 ? {} : { textLength: 17, lengthAdjust: "spacingAndGlyphs" };
      return svg("text", { x: 11, y, ...length }, String(row + 1));
    });
    return svg("g", { class: "coordinates" }, ...letters, ...numbers);
  }

  /** From back to front. @param {Overlay} overlay */
  signs({ rings, arrows, links, steps }) {
    return [
      ...steps.map(({ cell, player }) => this.step(cell, player)),
      ...links.map(([one, two]) => this.link(one, two)),
      ...arrows.map(([from, to]) => cased("arrow", arrowPath(this.middle(from), this.middle(to)))),
      ...rings.map((cell) => this.ring(cell)),
      ...steps.map(({ cell, player }, i) => this.number(i + 1, cell, player)),
    ];
  }

  /** @param {string} name */
  middle(name) {
    return center(this.size, cellOf(name));
  }

  /** @param {string} name @param {import("../core/rules.js").Color} color */
  step(name, color) {
    const { x, y } = this.middle(name);
    return svg(
      "g",
      { class: `step ${color}` },
      svg("circle", { class: "face", cx: x, cy: y, r: STEP }),
      svg("circle", { class: "mark", cx: x, cy: y, r: STEP_MARK }),
    );
  }

  /** @param {number} number @param {string} name @param {import("../core/rules.js").Color} color */
  number(number, name, color) {
    return svg("text", { class: `step-number ${color}`, ...this.middle(name) }, String(number));
  }

  /** @param {string} name */
  ring(name) {
    const { x: cx, y: cy } = this.middle(name);
    const circle = (/** @type {string} */ part) => svg("circle", { class: part, cx, cy, r: RING });
    return svg("g", { class: "ring-sign" }, circle("edge"), circle("core"));
  }

  /** @param {string} one @param {string} two */
  link(one, two) {
    const [a, b] = [this.middle(one), this.middle(two)];
    const { width, height } = this.size;
    const middle = { x: PAD + (width * CELL) / 2, y: HEAD + PAD + (height * CELL) / 2 };
    const link = cased("link-sign", linkPath(a, b, middle));
    link.append(...[a, b].map(({ x, y }) => svg("circle", { class: "end", cx: x, cy: y, r: LINK_END })));
    return link;
  }
}

/** A line with a border. @param {string} kind @param {string} d */
function cased(kind, d) {
  return svg("g", { class: kind }, svg("path", { class: "edge", d }), svg("path", { class: "core", d }));
}
