// A disc: on a board, beside text, and falling.

import { isStill, setAttribute, svg } from "../browser/dom.js";
import { CELL } from "../core/measures.js";
import { center, extent, LANE } from "./plate.js";

/** @import { Color, Cell, Size } from "../core/rules.js" */

/** A fall through n cells takes sqrt(n) times as long as through one; the bounce always takes the same time. */
const [CELL_MS, BOUNCE_MS] = [150, 160];
/** The height of a disc's bounce after falling one cell, in cells. */
const BOUNCE = 0.05;

/** A disc around the origin; the document contains its drawing. @param {Color} color */
export function disc(color) {
  return svg("use", { class: `disc ${color}`, href: `#${color}-disc` });
}

/** A small disc beside text. @param {Color} color */
export function discIcon(color) {
  return svg("svg", { class: "disc-icon", viewBox: "-41 -41 82 82", "aria-hidden": "true" }, disc(color));
}

/** The layer between the lying discs and the plate: one disc of each color, which falls when needed. */
export class Fall {
  /** @param {Size} size */
  constructor(size) {
    this.size = size;
    this.discs = { red: falling("red"), yellow: falling("yellow") };
    /** @type {Partial<Record<Color, { animation: Animation, lying: Element }>>} */
    this.falls = {};
    const root = document.createElement("div");
    root.className = "fall";
    root.append(this.discs.red, this.discs.yellow);
    this.root = root;
    const { width, height } = extent(size);
    for (const element of Object.values(this.discs)) {
      element.style.width = `${(100 * CELL) / width}%`;
      element.style.height = `${(100 * CELL) / height}%`;
    }
  }

  /**
   * Lets a disc fall to its cell, and sends `fall` with the milliseconds until it meets what is below it.
   *
   * @param {Cell} cell
   * @param {Color} color
   * @param {Element} lying the disc in that cell, not shown before
   */
  drop(cell, color, lying) {
    if (isStill()) return;
    this.end(color);
    const { width, height } = extent(this.size);
    const { x, y } = center(this.size, cell);
    const element = this.discs[color];
    element.style.left = `${(100 * (x - CELL / 2)) / width}%`;
    element.style.top = `${(100 * (y - CELL / 2)) / height}%`;
    const nCells = (y - LANE) / CELL;
    const fall = CELL_MS * Math.sqrt(nCells);
    const duration = fall + BOUNCE_MS;
    const at = (/** @type {number} */ above) => ({ opacity: 1, transform: `translateY(${-100 * above}%)` });
    const animation = element.animate(
      [
        { ...at(nCells), easing: "cubic-bezier(.5, 0, 1, .6)" },
        { ...at(0), offset: fall / duration, easing: "cubic-bezier(.2, .6, .4, 1)" },
        {
          ...at(BOUNCE * Math.sqrt(nCells)),
          offset: (fall + BOUNCE_MS / 2) / duration,
          easing: "cubic-bezier(.6, 0, .8, .4)",
        },
        at(0),
      ],
      { duration },
    );
    setAttribute(lying, "visibility", "hidden");
    this.falls[color] = { animation, lying };
    animation.onfinish = () => this.end(color);
    this.root.dispatchEvent(new CustomEvent("fall", { bubbles: true, detail: fall }));
  }

  /** @param {Color} color */
  end(color) {
    const fall = this.falls[color];
    if (!fall) return;
    delete this.falls[color];
    fall.animation.onfinish = null;
    fall.animation.cancel();
    setAttribute(fall.lying, "visibility", null);
  }

  /** Ends every fall, because another position is shown. */
  stop() {
    this.end("red");
    this.end("yellow");
  }
}

/** @param {Color} color */
function falling(color) {
  return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, disc(color));
}
