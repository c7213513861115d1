// The signs of a reason, drawn over the picture of a board.
//
// Each kind of sign has its own shape, in a dark outline that is visible in every theme: no sign needs its color.

import { h, put, svg } from "../browser/dom.js";
import { arrowPath, bracketPath, cellOf, linkPath, meaningOf, overlayInWords } from "../core/overlay.js";
import { cellsOf } from "../core/rules.js";
import { BADGE, BADGE_AT, CAPSULE, CELL, HEAD, LENS, PAD } from "../core/measures.js";
import { BehindDiscs, capsule, center, extent } from "./plate.js";
import { disc } from "./disc.js";

/** @import { Overlay } from "../core/overlay.js" */
/** @import { Position, Size } from "../core/rules.js" */

/** A flag is in the lane, above the scores; its words are about as wide. */
const [FLAG_TOP, FLAG_HEIGHT, FLAG_LETTER, FLAG_PAD] = [2, 44, 17, 18];

export class OverlayLayer {
  /** @param {Size} size */
  constructor(size) {
    this.size = size;
    /** @type {string | null} what is shown, to draw it only once */
    this.shown = null;
    /** @type {string | null} the same for notes */
    this.noted = null;
    /** Signs in the units of the picture. */
    this.signLayer = svg("g", { class: "overlay" });
    this.noteLayer = svg("g", { class: "overlay" });
    this.behind = new BehindDiscs(size, "overlay");
    this.root = svg("g", {}, this.behind.root, this.signLayer, this.noteLayer);
    /** The signs in words, for people who do not see them. */
    this.words = h("p", { class: "visually-hidden", hidden: true });
  }

  /** @param {Overlay | null} overlay null takes everything away @param {Position} position under it */
  show(overlay, position) {
    const wanted = overlay && JSON.stringify([overlay, position.columns]);
    // Redrawn signs would appear again.
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.words.textContent = overlay ? overlayInWords(overlay) : "";
    this.words.hidden = this.words.textContent === "";
    if (overlay) this.draw(overlay, position);
    else [this.signLayer, this.behind.signs].forEach((layer) => put(layer));
  }

  /** @param {import("../core/overlay.js").Notes | null} notes */
  note(notes) {
    const wanted = notes && JSON.stringify(notes);
    if (wanted === this.noted) return;
    this.noted = wanted;
    const mistake = notes?.mistake;
    put(
      this.noteLayer,
      mistake && this.badge(center(this.size, mistake.cell), mistake.symbol, 1, "mistake-sign"),
      ...(notes?.flags ?? []).map(({ column, words }) => this.flag(column, words)),
    );
  }

  /** A flag in the lane above a column. @param {number} column @param {string} words */
  flag(column, words) {
    const { x } = center(this.size, [column, 0]);
    const wide = words.length * FLAG_LETTER + 2 * FLAG_PAD;
    const left = Math.max(2, Math.min(x - wide / 2, extent(this.size).width - wide - 2));
    const box = { x: left, y: FLAG_TOP, width: wide, height: FLAG_HEIGHT, rx: FLAG_HEIGHT / 2 };
    const foot = FLAG_TOP + FLAG_HEIGHT;
    return svg(
      "g",
      { class: "flag-sign" },
      svg("rect", box),
      svg("path", { d: `M${x - 11} ${foot}h22l-11 12z` }),
      svg("text", { x: left + wide / 2, y: FLAG_TOP + FLAG_HEIGHT / 2 + 1 }, words),
    );
  }

  /** Draws the signs from back to front. @param {Overlay} overlay @param {Position} position */
  draw(overlay, position) {
    const { arrows, links, steps, counted = [], rows = [] } = overlay;
    const { capsules, pair, outlines, free } = meaningOf(overlay, position);
    this.behind.show(
      [...cellsOf(position), ...steps.map(({ cell }) => cellOf(cell))],
      ...links.map(([one, two]) => this.link(one, two)),
      pair && cased("link-sign", bracketPath(this.middle(pair[0]), this.middle(pair[1]))),
      ...arrows.map(([from, to]) => cased("arrow", arrowPath(this.middle(from), this.middle(to)))),
      ...[...capsules, ...rows.map(this.row)].map((line) => capsule(this.size, line)),
      ...outlines.map((name) => this.outline(name)),
    );
    put(
      this.signLayer,
      ...steps.map(({ cell, player }) => this.step(cell, player)),
      ...free.map((name) => this.ring(name)),
      ...counted.map((name) => svg("g", { class: "is-counted" }, this.ring(name))),
      ...steps.map(({ cell }, i) => this.number(i + 1, cell)),
    );
  }

  /** The ends of a row. @param {number} row @returns {import("../core/rules.js").Cell[]} */
  row = (row) => [
    [0, row],
    [this.size.width - 1, row],
  ];

  /** @param {string} name */
  middle(name) {
    return center(this.size, cellOf(name));
  }

  /** @param {string} name @param {import("../core/rules.js").Color} color */
  step(name, color) {
    const { x, y } = this.middle(name);
    return svg("g", { class: "step", transform: `translate(${x} ${y})` }, disc(color));
  }

  /** @param {number} number @param {string} name */
  number(number, name) {
    return this.badge(this.middle(name), String(number), -1, "step-number");
  }

  /** @param {{ x: number, y: number }} middle of a cell @param {string} words @param {1 | -1} side 1 is right @param {string} kind */
  badge({ x, y }, words, side, kind) {
    return svg(
      "g",
      { class: `badge-sign ${kind}`, transform: `translate(${x + side * BADGE_AT} ${y - BADGE_AT})` },
      svg("circle", { r: BADGE }),
      svg("text", { y: 1 }, words),
    );
  }

  /** @param {string} name */
  ring(name) {
    const { x, y } = this.middle(name);
    return svg(
      "g",
      { class: "ring-sign", transform: `translate(${x} ${y})` },
      svg("circle", { class: "edge", r: LENS + 4 }),
      svg("circle", { class: "core", r: LENS }),
      svg("text", { y: 2 }, name),
    );
  }

  /** A ring around a disc. @param {string} name */
  outline(name) {
    const { x, y } = this.middle(name);
    const circle = (/** @type {string} */ kind) => svg("circle", { class: kind, cx: x, cy: y, r: CAPSULE });
    return svg("g", { class: "outline-sign" }, circle("edge"), circle("core"));
  }

  /** @param {string} one @param {string} two */
  link(one, two) {
    const [a, b] = [this.middle(one), this.middle(two)];
    const { width, height } = this.size;
    const middle = { x: PAD + (width * CELL) / 2, y: HEAD + PAD + (height * CELL) / 2 };
    return cased("link-sign", linkPath(a, b, middle));
  }
}

/** A line with a border. @param {string} kind @param {string} d */
function cased(kind, d) {
  return svg("g", { class: kind }, svg("path", { class: "edge", d }), svg("path", { class: "core", d }));
}
