// A grid over the board that names the content of each cell; for keys, not clicks.

import { h, setAttribute } from "../browser/dom.js";
import { cellName } from "../core/overlay.js";

/** @import { Position, Size } from "../core/rules.js" */

const STEPS = /** @type {Record<string, readonly [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  h: [-1, 0],
  ArrowRight: [1, 0],
  l: [1, 0],
  ArrowUp: [0, 1],
  k: [0, 1],
  ArrowDown: [0, -1],
  j: [0, -1],
});

export class Inspection {
  /**
   * @param {Size} size
   * @param {(column: number) => void} onleave told when the focus should go back to the columns
   */
  constructor(size, onleave) {
    this.size = size;
    this.onleave = onleave;
    this.current = { column: Math.floor(size.width / 2), row: 0 };
    /** @type {HTMLElement[][]} by column and row, row 0 is the lowest */
    this.cells = Array.from({ length: size.width }, () => []);
    const rows = Array.from({ length: size.height }, (_, i) => this.row(size.height - 1 - i));
    this.root = h(
      "div",
      {
        class: "inspection",
        role: "grid",
        "aria-label": "Board, cell by cell",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event),
      },
      ...rows,
    );
  }

  /** @param {number} row */
  row(row) {
    const cells = Array.from({ length: this.size.width }, (_, column) => {
      const cell = h("div", { role: "gridcell", tabindex: -1 });
      this.cells[column][row] = cell;
      return cell;
    });
    return h("div", { role: "row" }, ...cells);
  }

  /** @param {Position} position */
  show(position) {
    this.cells.forEach((cells, column) =>
      cells.forEach((cell, row) => {
        const what = position.columns[column][row] ?? "empty";
        const isInLine = position.lines.some((line) => line.some(([c, r]) => c === column && r === row));
        const label = `${cellName([column, row])}: ${what}${isInLine ? ", part of a line" : ""}`;
        cell.setAttribute("aria-label", label);
      }),
    );
    this.setTabStop();
  }

  setTabStop() {
    const { column, row } = this.current;
    this.cells.forEach((cells, c) =>
      cells.forEach((cell, r) => {
        setAttribute(cell, "tabindex", c === column && r === row ? 0 : -1);
      }),
    );
  }

  /** @param {number} column @param {number} row */
  focusCell(column, row) {
    if (!this.cells[column]?.[row]) return;
    this.current = { column, row };
    this.setTabStop();
    this.cells[column][row].focus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = STEPS[event.key];
    if (step) this.focusCell(this.current.column + step[0], this.current.row + step[1]);
    else if (event.key === "Enter" || event.key === "Escape") this.onleave(this.current.column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
