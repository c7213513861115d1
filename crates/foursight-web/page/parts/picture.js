// The picture of a position: the discs that lie behind the plate, the one that falls, the plate, and what stands on it.
// Each is a layer, so that a fall repaints none of the others, and a move never the plate. A small picture is one
// layer.

import { isStill, put, svg } from "../browser/dom.js";
import { verdict } from "../core/score.js";
import { cellsOf, lastCell } from "../core/rules.js";
import { CELL, HEAD, LAST, PAD } from "../core/measures.js";
import { cellName, cellOf } from "../core/overlay.js";
import { backs, BehindDiscs, capsule, cellNames, center, extent, LANE, plate, stroke } from "./plate.js";
import { disc, Fall } from "./disc.js";

/** @import { ColumnScore } from "./board.js" */
/** @import { Cell, Color, Position, Size } from "../core/rules.js" */

/**
 * A disc above a column. Without a row, it only waits; with `isAhead`, it was chosen before its turn.
 *
 * @typedef {{ column: number, row: number | null, color: Color, isAhead?: boolean | null }} Preview
 */

/** A board that is drawn once and then follows positions. */
export class Picture {
  /** @param {Size} size */
  constructor(size) {
    this.size = size;
    /** @type {Map<string, SVGElement>} */
    this.discs = new Map();
    /** @type {readonly number[]} */
    this.moves = [];
    this.discLayer = svg("g", { class: "lying" });
    this.ghostLayer = svg("g");
    this.markLayer = svg("g");
    this.lines = new BehindDiscs(size, "lines");
    this.adviceLayer = svg("g");
    this.scoreLayer = svg("g");
    this.fall = new Fall(size);
    const { width, height } = extent(size);
    const picture = { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
    this.back = svg("svg", { ...picture, class: "picture" }, backs(size), this.discLayer, this.ghostLayer);
    this.front = svg(
      "svg",
      { ...picture, class: "picture front" },
      ...cellNames(size),
      this.markLayer,
      this.lines.root,
      this.adviceLayer,
      this.scoreLayer,
    );
    const covering = svg("svg", { ...picture, class: "picture covering" }, plate(size));
    /** From back to front. */
    this.layers = [this.back, this.fall.root, covering, this.front];
  }

  /** Tells the style sheets the measures of the picture; returns its width as a multiple of its height. @param {HTMLElement} element around it */
  measure(element) {
    const { width, height } = extent(this.size);
    const aspect = String(width / height);
    const share = (/** @type {number} */ part, whole = height) => `${(100 * part) / whole}%`;
    const properties = {
      "--own-aspect": aspect,
      "--units": String(width),
      "--pad": share(PAD, width),
      "--lane": share(HEAD),
      "--cells-top": share(HEAD + PAD),
      "--cells-height": share(this.size.height * CELL),
      "--n-columns": String(this.size.width),
      "--n-rows": String(this.size.height),
    };
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
    return aspect;
  }

  /**
   * @param {Position} position
   * @param {boolean} isMoving whether a new disc may be seen falling
   * @param {boolean} [isJoy] whether a line that it completes is a joy
   */
  show(position, isMoving, isJoy) {
    const isSame = position.moves.join() === this.moves.join();
    const isNext =
      position.moves.length === this.moves.length + 1 &&
      this.moves.every((column, i) => column === position.moves[i]);
    if (!isSame && !isNext) this.fall.stop();
    this.moves = position.moves;
    this.place(position);
    const last = lastCell(position);
    if (isNext && isMoving && last) this.drop(last, position);
    // Redrawn marks would repeat their animation.
    if (!isSame) this.mark(position);
    if (isNext && isMoving && isJoy && !isStill()) position.lines.forEach((line) => this.rejoice(line));
  }

  /** @param {Position} position */
  place(position) {
    const wanted = new Map(
      position.columns.flatMap((discs, column) =>
        discs.map((color, row) => {
          return /** @type {[string, { cell: Cell, color: Color }]} */ ([
            `${column},${row}`,
            { cell: [column, row], color },
          ]);
        }),
      ),
    );
    for (const [key, element] of this.discs) {
      if (element.classList.contains(wanted.get(key)?.color ?? "none")) continue;
      element.remove();
      this.discs.delete(key);
    }
    for (const [key, { cell, color }] of wanted) {
      if (this.discs.has(key)) continue;
      const { x, y } = center(this.size, cell);
      const element = svg("g", { class: color, transform: `translate(${x} ${y})` }, disc(color));
      this.discs.set(key, element);
      this.discLayer.append(element);
    }
  }

  /** @param {Cell} cell @param {Position} position */
  drop([column, row], position) {
    const element = this.discs.get(`${column},${row}`);
    if (element) this.fall.drop([column, row], position.columns[column][row], element);
  }

  /** @param {Position} position */
  mark(position) {
    const last = lastCell(position);
    const { x: cx, y: cy } = last ? center(this.size, last) : { x: 0, y: 0 };
    const ring = { class: "last-move", cx, cy, r: LAST, ...stroke("var(--last)", 4) };
    put(this.markLayer, last && svg("circle", ring));
    this.lines.show(cellsOf(position), ...position.lines.map((line) => capsule(this.size, line)));
  }

  /** The discs of a line jump, one after the other. @param {readonly Cell[]} line */
  rejoice(line) {
    line.forEach((cell, i) => {
      const { x, y } = center(this.size, cell);
      const at = (/** @type {number} */ up) => ({ transform: `translate(${x}px, ${y - up}px)` });
      const timing = { duration: 640, delay: 600 + 90 * i, iterations: 2, easing: "ease-out" };
      this.discs.get(cell.join())?.animate([at(0), at(30), at(0), at(9), at(0)], timing);
    });
  }

  /**
   * Shows the disc to be played, and a ring where it would land.
   *
   * @param {Preview | null} preview
   */
  preview(preview) {
    put(this.ghostLayer, ...(preview ? this.ghosts(preview) : []));
  }

  /** @param {Preview} preview */
  ghosts({ column, row, color, isAhead }) {
    const { x, y } = center(this.size, [column, row ?? 0]);
    const waiting = {
      class: `waiting${isAhead ? " ahead" : ""}`,
      transform: `translate(${x} ${LANE}) scale(0.85)`,
    };
    return [
      svg("g", waiting, disc(color), isAhead && svg("circle", { class: "ahead-ring", r: 46 })),
      row === null ? null : svg("circle", { class: `landing ${color}`, cx: x, cy: y, r: 34 }),
    ];
  }

  /**
   * The way of a disc into each of these columns, which ends above a sign.
   *
   * @param {readonly number[]} columns
   * @param {Position} position
   * @param {readonly string[]} signs the cells that have one
   */
  advise(columns, position, signs) {
    const trails = columns.map((column) => {
      const row = position.columns[column].length;
      const isTaken = signs.includes(cellName([column, row]));
      return this.trail(column, Math.min(row + Number(isTaken), this.size.height - 1));
    });
    put(this.adviceLayer, ...trails);
  }

  /** @param {number} column @param {number} row where the disc lands */
  trail(column, row) {
    const { x, y } = center(this.size, [column, row]);
    const nAbove = Math.max(0, this.size.height - 1 - row);
    const dots = Array.from({ length: nAbove }, (_, i) => {
      const r = 12 - Math.min(5, i);
      return svg("circle", { cx: x, cy: y - (i + 1) * CELL, r });
    });
    const d = `M${x} ${y - 22}v42M${x - 18} ${y + 2}l18 18 18-18`;
    return svg(
      "g",
      { class: "advice" },
      ...dots,
      svg("path", { class: "edge", d }),
      svg("path", { class: "core", d }),
    );
  }

  /**
   * The scores of the columns in the lane above them; null takes them away.
   *
   * @param {readonly (ColumnScore | null)[] | null} scores
   */
  setScores(scores) {
    const items = (scores ?? []).map((item, column) => item && this.score(item, column));
    put(this.scoreLayer, ...items);
  }

  /** The winner after a disc in a column, and the number of moves. @param {ColumnScore} item @param {number} column */
  score({ score, isBest, end, isLow }, column) {
    const { x } = center(this.size, [column, 0]);
    const [high, middle] = isLow ? [40, HEAD - 26] : [62, HEAD - 35];
    const line = (/** @type {number} */ y, /** @type {string} */ words, dx = 0) =>
      svg("text", { x: x + dx, y: middle + y }, words);
    const below = isLow ? 1 : 15;
    // Beside two digits there is less room.
    const discAt = end && end.n > 9 ? 35 : 29;
    return svg(
      "g",
      { class: `score ${score === null ? "open" : verdict(score)}${isBest ? " best" : ""}` },
      svg("rect", { x: x - 48, y: middle - high / 2, width: 96, height: high, rx: 16 }),
      ...(end
        ? [
            !isLow && line(-13, end.winner),
            this.sign(end.winner, x - discAt, middle + below - 1),
            line(below, `in ${end.n}`, 10),
          ].filter((part) => part !== false)
        : [line(1, score === null ? "…" : "draw")]),
    );
  }

  /** A disc with its mark, as large as a letter. @param {Color} color @param {number} x @param {number} y */
  sign(color, x, y) {
    return svg("g", { class: `disc-icon`, transform: `translate(${x} ${y}) scale(0.21)` }, disc(color));
  }
}

/**
 * A position as small as a stamp, in the colors of the theme.
 *
 * @param {Position} position
 * @param {Readonly<Record<string, string>>} [marks] what stands in a cell
 */
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
