// The plate of a board: its holes with their rims, the names of its columns, and the signs that pass behind the discs,
// such as the capsule around a line. The document contains the parts it is made of, such as `#hole`.

import { put, svg } from "../browser/dom.js";
import {
  CAPSULE,
  CELL,
  CORNER,
  FOOT,
  HEAD,
  HOLE,
  PAD,
  ROW_NAME_WIDTH,
  ROW_NAMES_AT,
} from "../core/measures.js";
import { columnLetter } from "../core/overlay.js";

/** @import { Cell, Size } from "../core/rules.js" */

/** The height at which a disc waits. */
export const LANE = HEAD / 2;

/** The size of a board's picture. @param {Size} size */
export function extent({ width, height }) {
  return { width: width * CELL + 2 * PAD, height: HEAD + PAD + height * CELL + FOOT };
}

/** The middle of a cell. @param {Size} size @param {Cell} cell */
export function center({ height }, [column, row]) {
  return { x: PAD + (column + 0.5) * CELL, y: HEAD + PAD + (height - row - 0.5) * CELL };
}

/** @param {Size} size @returns {Cell[]} */
function cells({ width, height }) {
  return Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
}

/** The background seen through empty holes. @param {Size} size */
export function backs({ width, height }) {
  const area = { x: PAD, y: HEAD + PAD, width: width * CELL, height: height * CELL };
  return svg("rect", { class: "hole", fill: "url(#hole-paint)", ...area });
}

/** The plate with its light, its edge and its rims. @param {Size} size */
export function plate(size) {
  const { width, height } = extent(size);
  const outline = { x: 1.5, y: HEAD + 1.5, width: width - 3, height: height - HEAD - 3, rx: CORNER };
  const d =
    outlinePath(outline) +
    cells(size)
      .map((cell) => holePath(center(size, cell)))
      .join("");
  const foot = HEAD + PAD + size.height * CELL + 3;
  return svg(
    "g",
    {},
    svg("path", { class: "plate", d, "fill-rule": "evenodd", fill: "url(#plate-paint)" }),
    svg("path", { d, "fill-rule": "evenodd", fill: "url(#sheen-paint)" }),
    svg("rect", { ...outline, ...stroke("url(#edge-paint)", 3) }),
    svg("path", {
      d: `M${PAD + 6} ${foot}H${width - PAD - 6}`,
      opacity: 0.7,
      ...stroke("var(--board-edge)", 2),
    }),
    ...cells(size).map((cell) => svg("use", { href: "#hole", ...center(size, cell) })),
  );
}

/** @param {{ x: number, y: number, width: number, height: number, rx: number }} outline */
function outlinePath({ x, y, width, height, rx: r }) {
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

/** @param {{ x: number, y: number }} middle */
function holePath({ x, y }) {
  return `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
}

/** An outline. @param {string} color @param {number} width */
export function stroke(color, width) {
  return { fill: "none", stroke: color, "stroke-width": width };
}

/** The letters of the columns and the numbers of the rows, as sentences name cells. @param {Size} size */
export function cellNames(size) {
  const y = HEAD + PAD + size.height * CELL + FOOT / 2 + 2;
  const columns = Array.from({ length: size.width }, (_, column) => {
    const { x } = center(size, [column, 0]);
    return svg("text", { class: "column-name", x, y }, columnLetter(column));
  });
  const rows = Array.from({ length: size.height }, (_, row) => {
    const { y } = center(size, [0, row]);
    const narrow = row < 9 ? {} : { textLength: ROW_NAME_WIDTH, lengthAdjust: "spacingAndGlyphs" };
    return svg("text", { class: "column-name row-name", x: ROW_NAMES_AT, y, ...narrow }, String(row + 1));
  });
  return [...columns, ...rows];
}

/** The radius of a disc with its rim. */
const DISC = 40;

/** The paths that cut out the discs have unique numbers: a page may contain many boards. */
let nPaths = 0;

/** A layer of signs, cut out where discs lie. */
export class BehindDiscs {
  /** @param {Size} size @param {string} kind */
  constructor(size, kind) {
    this.size = size;
    this.path = svg("path", { "clip-rule": "evenodd" });
    this.signs = svg("g", { class: kind, "clip-path": `url(#behind-${(nPaths += 1)})` });
    this.root = svg("g", {}, svg("clipPath", { id: `behind-${nPaths}` }, this.path), this.signs);
  }

  /** @param {readonly Cell[]} discs @param {...(Element | null)} signs */
  show(discs, ...signs) {
    const { width, height } = extent(this.size);
    const holes = discs.map((cell) => {
      const { x, y } = center(this.size, cell);
      return `M${x - DISC} ${y}a${DISC} ${DISC} 0 1 0 ${2 * DISC} 0a${DISC} ${DISC} 0 1 0 ${-2 * DISC} 0z`;
    });
    this.path.setAttribute("d", `M0 0h${width}v${height}h${-width}z${holes.join("")}`);
    put(this.signs, ...signs);
  }
}

/** @param {Size} size @param {readonly Cell[]} line */
export function capsule(size, line) {
  const [from, to] = [center(size, line[0]), center(size, line[line.length - 1])];
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const length = Math.hypot(to.x - from.x, to.y - from.y) + 2 * CAPSULE;
  const shape = { x: -CAPSULE, y: -CAPSULE, width: length, height: 2 * CAPSULE, rx: CAPSULE };
  return svg(
    "g",
    { class: "line", transform: `translate(${from.x} ${from.y}) rotate(${angle})` },
    svg("rect", { ...shape, ...stroke("var(--line-edge)", 11) }),
    svg("rect", { ...shape, ...stroke("var(--line)", 5) }),
  );
}
