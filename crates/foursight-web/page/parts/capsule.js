// Signs that pass behind the discs, such as the capsule around a line: a sign never hides a disc.

import { put, svg } from "../browser/dom.js";
import { CAPSULE } from "../core/measures.js";
import { center, extent, stroke } from "./plate.js";

/** @import { Cell, Size } from "../core/rules.js" */

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
