// The picture of a board: discs behind a plate with holes. A cell is 100 units wide.

import { isStill, put, svg } from "../browser/dom.js";
import { scoreText, verdict } from "../core/score.js";
import { columnName, lastCell } from "../core/rules.js";

/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../core/rules.js").Cell} Cell */
/** @typedef {import("../core/rules.js").Size} Size */
/** @typedef {import("../core/rules.js").Position} Position */

export const CELL = 100;
/** Room above the plate, where a disc waits; the frame of the plate; its foot with the numbers. */
export const [HEAD, PAD, FOOT, SCORES] = [90, 14, 30, 58];
const [HOLE, FACE] = [41, 44];
const DROP_MS = 300;

/** The longest fall in cells: higher drops take no longer. */
const LONGEST_DROP = 10;

/** @param {Size} size @param {boolean} hasScores */
export function extent({ width, height }, hasScores) {
  return {
    width: width * CELL + 2 * PAD,
    height: HEAD + height * CELL + 2 * PAD + FOOT + (hasScores ? SCORES : 0),
  };
}

/** The middle of a cell. @param {Size} size @param {Cell} cell */
export function center({ height }, [column, row]) {
  return { x: PAD + (column + 0.5) * CELL, y: HEAD + PAD + (height - row - 0.5) * CELL };
}

/**
 * A disc around the origin; the marks distinguish the players without color.
 *
 * @param {Color} color
 * @param {string} [more] further classes
 */
export function disc(color, more = "") {
  const mark = color === "red" ? { r: 22, class: "ring" } : { r: 12, class: "dot" };
  return svg(
    "g",
    { class: `disc ${color} ${more}` },
    svg("circle", { class: "face", r: FACE }),
    svg("circle", { class: "rim", r: 36 }),
    svg("circle", mark),
  );
}

/**
 * A small disc beside text.
 *
 * @param {Color} color
 */
export function discIcon(color) {
  const icon = { class: "disc-icon", viewBox: "-50 -50 100 100", "aria-hidden": "true" };
  return svg("svg", icon, disc(color));
}

/** @param {Size} size */
function plate(size) {
  // Half of the outline is outside.
  const width = size.width * CELL + 2 * PAD - 4;
  const height = size.height * CELL + 2 * PAD + FOOT - 4;
  const r = 26;
  let path = `M${r + 2} ${HEAD + 2}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}`;
  path += `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`;
  for (const cell of cells(size)) {
    const { x, y } = center(size, cell);
    path += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
  }
  return svg("path", { class: "plate", d: path, "fill-rule": "evenodd" });
}

/** @param {Size} size @returns {Cell[]} */
function cells({ width, height }) {
  return Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
}

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
    this.scoreLayer = svg("g");
    this.root = svg(
      "svg",
      { class: "picture", "aria-hidden": "true" },
      this.backs(),
      this.discLayer,
      this.ghostLayer,
      plate(size),
      this.numbers(),
      this.markLayer,
      this.scoreLayer,
    );
    this.setScores(null);
  }

  /** What is seen through empty holes. */
  backs() {
    const { width, height } = this.size;
    const area = { x: 10, y: HEAD + 10, width: width * CELL + 8, height: height * CELL + 8 };
    return svg("rect", { class: "hole", ...area });
  }

  numbers() {
    const y = HEAD + this.size.height * CELL + 2 * PAD + 13;
    const names = Array.from({ length: this.size.width }, (_, column) => {
      const x = center(this.size, [column, 0]).x;
      return svg("text", { class: "column-name", x, y }, columnName(column));
    });
    return svg("g", {}, ...names);
  }

  /** @param {Position} position @param {boolean} isMoving whether a new disc may be seen falling */
  show(position, isMoving) {
    const isSame = position.moves.join() === this.moves.join();
    const isNext =
      position.moves.length === this.moves.length + 1 &&
      this.moves.every((column, i) => column === position.moves[i]);
    if (isMoving && position.moves.length === 0 && this.moves.length > 1) this.letOut();
    this.moves = position.moves;
    this.place(position);
    const last = lastCell(position);
    if (isNext && isMoving && last) this.drop(last);
    // Redrawn marks would repeat their animation.
    if (!isSame) this.mark(position);
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
      // The outer element is the final place; the inner one falls.
      const element = svg("g", { class: color, transform: `translate(${x} ${y})` }, disc(color));
      this.discs.set(key, element);
      this.discLayer.append(element);
    }
  }

  /** @param {Cell} cell */
  drop([column, row]) {
    const element = this.discs.get(`${column},${row}`)?.firstElementChild;
    if (!element || isStill()) return;
    const height = (this.size.height - row - 0.5) * CELL + HEAD / 2 + PAD;
    const share = Math.sqrt(Math.min(1, height / (LONGEST_DROP * CELL)));
    element.animate(
      [
        { transform: `translateY(${-height}px)`, easing: "cubic-bezier(.45, 0, .9, .55)" },
        { transform: "translateY(0)", offset: 0.78, easing: "ease-out" },
        { transform: `translateY(${-height * 0.035}px)`, offset: 0.89, easing: "ease-in" },
        { transform: "translateY(0)" },
      ],
      { duration: Math.round(DROP_MS * Math.max(0.55, share)) },
    );
  }

  /** Lets all discs fall out at the bottom. */
  letOut() {
    if (isStill()) return;
    const old = this.discLayer;
    this.discLayer = svg("g", { class: "lying" });
    this.discs.clear();
    old.before(this.discLayer);
    const height = (this.size.height + 1) * CELL;
    const fall = [{ transform: "none" }, { transform: `translateY(${height}px)` }];
    old
      .animate(fall, { duration: 280, easing: "ease-in", fill: "forwards" })
      .finished.finally(() => old.remove());
  }

  /** @param {Position} position */
  mark(position) {
    const last = lastCell(position);
    const marks = position.lines.map((line) => {
      const [from, to] = [center(this.size, line[0]), center(this.size, line[line.length - 1])];
      const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
      const rings = line.map((cell) => {
        const { x, y } = center(this.size, cell);
        return svg("circle", { cx: x, cy: y, r: 38 });
      });
      return svg(
        "g",
        { class: "line" },
        ...rings,
        svg("line", { ...ends, class: "line-edge" }),
        svg("line", { ...ends, class: "line-core" }),
      );
    });
    const { x, y } = last ? center(this.size, last) : { x: 0, y: 0 };
    put(this.markLayer, last && svg("circle", { class: "last-move", cx: x, cy: y, r: 38 }), ...marks);
  }

  /**
   * Shows the disc to be played, where it would fall, and arrows above the columns that are advised.
   *
   * @param {{ column: number, row: number | null, color: Color } | null} preview without a row, the
   *     disc only waits
   * @param {readonly number[]} advised
   */
  setGhosts(preview, advised) {
    const isAdvised = (/** @type {number} */ column) => column !== preview?.column || preview.row === null;
    const arrows = advised.filter(isAdvised).map((column) => {
      const { x } = center(this.size, [column, 0]);
      return svg("path", { class: "advice", d: `M${x - 26} 34h52l-26 42z` });
    });
    put(this.ghostLayer, ...arrows, ...(preview ? this.ghosts(preview) : []));
  }

  /** @param {{ column: number, row: number | null, color: Color }} preview */
  ghosts({ column, row, color }) {
    const { x, y } = center(this.size, [column, row ?? 0]);
    const above = svg(
      "g",
      { class: "waiting", transform: `translate(${x} ${HEAD / 2 - 3}) scale(0.92)` },
      disc(color),
    );
    const landing = svg("g", { transform: `translate(${x} ${y})` }, disc(color, "ghost"));
    return row === null ? [above] : [above, landing];
  }

  /**
   * The scores of the columns below the board; null takes their row away.
   *
   * @param {readonly ({ score: number | null, isBest: boolean } | null)[] | null} scores
   */
  setScores(scores) {
    const { width, height } = extent(this.size, scores !== null);
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const y = height - SCORES / 2 + 4;
    const items = (scores ?? []).map((item, column) => item && this.score(item, column, y));
    put(this.scoreLayer, ...items);
    return { width, height };
  }

  /** @param {{ score: number | null, isBest: boolean }} item @param {number} column @param {number} y */
  score({ score, isBest }, column, y) {
    const { x } = center(this.size, [column, 0]);
    const kind = `${score === null ? "open" : verdict(score)}${isBest ? " best" : ""}`;
    return svg(
      "g",
      { class: `score ${kind}` },
      svg("rect", { x: x - 40, y: y - 22, width: 80, height: 44, rx: 22 }),
      svg("text", { x, y }, score === null ? "…" : scoreText(score)),
    );
  }
}
