// A position as small as a stamp, in the colors of the theme.

import { svg } from "../browser/dom.js";
import { cellOf } from "../core/overlay.js";

/** @import { Position } from "../core/rules.js" */

/** @param {Position} position @param {Readonly<Record<string, string>>} [marks] what stands in a cell */
export function miniBoard({ size: { width, height }, columns, lines }, marks = {}) {
  const middle = (/** @type {number} */ column, /** @type {number} */ row) => ({
    x: 10 * column + 7,
    y: 10 * (height - row) - 3,
  });
  const inLine = new Set(lines.flat().map(String));
  const cells = columns.flatMap((discs, column) =>
    Array.from({ length: height }, (_, row) => {
      const { x: cx, y: cy } = middle(column, row);
      const line = inLine.has(`${column},${row}`) ? " in-line" : "";
      return svg("circle", { class: (discs[row] ?? "empty") + line, cx, cy, r: 4 });
    }),
  );
  const badges = Object.entries(marks).map(([name, words]) => {
    const { x, y } = middle(...cellOf(name));
    return svg(
      "g",
      { class: "mini-mark" },
      svg("circle", { cx: x, cy: y, r: 3 }),
      svg("text", { x, y }, words),
    );
  });
  const [wide, high] = [10 * width + 4, 10 * height + 4];
  return svg(
    "svg",
    { class: "mini-board", viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" },
    svg("rect", { width: wide, height: high, rx: 4 }),
    ...cells,
    ...badges,
  );
}
