// A board on which discs are put and taken away, cell by cell.

import { h, put, setAttribute } from "../browser/dom.js";
import { gridText } from "../core/arrangement.js";
import { CELL } from "../core/measures.js";
import { cellName } from "../core/overlay.js";
import { sameSize } from "../core/rules.js";
import { Picture } from "./picture.js";
import { center, extent } from "./plate.js";

/** @import { Arrangement } from "../core/arrangement.js" */
/** @import { Cell } from "../core/rules.js" */

const STEPS = /** @type {Readonly<Record<string, Cell>>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});

export class Arranger {
  /** @type {Arrangement | null} */
  shown = null;
  /** @type {HTMLButtonElement[][]} by column and row, row 0 is the lowest */
  cells = [];

  /** @param {(cell: Cell) => void} onclick */
  constructor(onclick) {
    this.onclick = onclick;
    this.root = h("div", { class: "arranger" });
  }

  /** @param {Arrangement} arrangement */
  show(arrangement) {
    const { size, columns } = arrangement;
    if (!this.shown || !sameSize(size, this.shown.size)) this.build(arrangement);
    this.shown = arrangement;
    // The text stands for moves: the picture only asks whether they have changed.
    const moves = [...gridText(arrangement)].map((cell) => cell.charCodeAt(0));
    this.picture?.place({ size, columns, moves, outcome: null, lines: [] });
    this.cells.forEach((cells, column) =>
      cells.forEach((cell, row) => {
        const what = columns[column][row] ?? "empty";
        setAttribute(cell, "aria-label", `${cellName([column, row])}: ${what}`);
      }),
    );
  }

  /** @param {Arrangement} arrangement */
  build({ size }) {
    this.picture = new Picture(size);
    const { width, height } = extent(size);
    const top = center(size, [0, size.height - 1]);
    this.cells = Array.from({ length: size.width }, (_, column) =>
      Array.from({ length: size.height }, (_, row) => this.cell([column, row])),
    );
    const rows = Array.from({ length: size.height }, (_, i) =>
      h(
        "div",
        { role: "row" },
        ...this.cells.map((cells) => h("span", { role: "gridcell" }, cells[size.height - 1 - i])),
      ),
    );
    const grid = h(
      "div",
      {
        class: "cells",
        role: "grid",
        "aria-label": "Board",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event),
      },
      ...rows,
    );
    const share = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    this.root.style.setProperty("--aspect", String(width / height));
    grid.style.left = share(top.x - CELL / 2, width);
    grid.style.top = share(top.y - CELL / 2, height);
    grid.style.width = share(size.width * CELL, width);
    grid.style.height = share(size.height * CELL, height);
    put(this.root, ...this.picture.layers, grid);
    this.focusable([Math.floor(size.width / 2), 0]);
  }

  /** @param {Cell} cell */
  cell(cell) {
    return h("button", {
      type: "button",
      onclick: () => this.onclick(cell),
      onfocus: () => this.focusable(cell),
    });
  }

  /** One cell is in the tab order. @param {Cell} cell */
  focusable([column, row]) {
    this.current = { column, row };
    this.cells.forEach((cells, c) =>
      cells.forEach((cell, r) => setAttribute(cell, "tabindex", c === column && r === row ? 0 : -1)),
    );
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = STEPS[event.key];
    if (!step || !this.current) return;
    this.cells[this.current.column + step[0]]?.[this.current.row + step[1]]?.focus();
    event.preventDefault();
  }
}
