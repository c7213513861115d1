// A position as small as a stamp, in the colors of the theme.

import { svg } from "../browser/dom.js";

/** @typedef {import("../core/rules.js").Position} Position */

/** @param {Position} position */
export function miniBoard({ size: { width, height }, columns, lines }) {
  const inLine = new Set(lines.flat().map(String));
  const cells = columns.flatMap((discs, column) =>
    Array.from({ length: height }, (_, row) => {
      const place = { cx: 10 * column + 7, cy: 10 * (height - row) - 3, r: 4 };
      const line = inLine.has(`${column},${row}`) ? " in-line" : "";
      return svg("circle", { class: (discs[row] ?? "empty") + line, ...place });
    }),
  );
  const [wide, high] = [10 * width + 4, 10 * height + 4];
  return svg(
    "svg",
    { class: "mini-board", viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" },
    svg("rect", { width: wide, height: high, rx: 4 }),
    ...cells,
  );
}
