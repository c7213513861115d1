// The fields for the size of a board and the length of a line.

import { field, h, select } from "../browser/dom.js";
import { MAX_CONNECT, MAX_SIDE, MIN_CONNECT, MIN_SIDE } from "../core/measures.js";
import { readSize, sameSize, sizeText, STANDARD } from "../core/rules.js";

/** @import { Size } from "../core/rules.js" */

export class SizeFields {
  /** The last board that was shown. */
  shown = STANDARD;

  /** @param {(size: Size) => void} onchange */
  constructor(onchange) {
    this.lists = {
      width: numbers("width", MIN_SIDE, MAX_SIDE),
      height: numbers("height", MIN_SIDE, MAX_SIDE),
      connect: numbers("connect", MIN_CONNECT, MAX_CONNECT),
    };
    this.root = h(
      "div",
      { class: "fields three board-size", onchange: () => onchange(this.chosen()) },
      field("Columns", this.lists.width),
      field("Rows", this.lists.height),
      field("In a row", this.lists.connect),
    );
    this.choose(STANDARD);
  }

  /** @param {Size} size */
  choose({ width, height, connect }) {
    this.lists.width.value = String(width);
    this.lists.height.value = String(height);
    this.lists.connect.value = String(connect);
  }

  /** The next game is on the shown board, unless another one is chosen. @param {Size} size */
  show(size) {
    if (sameSize(size, this.shown)) return;
    this.shown = size;
    this.choose(size);
  }

  chosen() {
    const [width, height] = [Number(this.lists.width.value), Number(this.lists.height.value)];
    return readSize(sizeText({ ...STANDARD, width, height }), this.lists.connect.value);
  }
}

/** @param {string} name @param {number} low @param {number} high */
function numbers(name, low, high) {
  const values = Array.from({ length: high - low + 1 }, (_, i) => String(low + i));
  return select(
    values.map((n) => /** @type {const} */ ([n, n])),
    "",
    { name },
  );
}
