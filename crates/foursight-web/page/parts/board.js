// <four-board>: a position to play on with mouse, touch and keys.
//
// Sends `play` with a column, and `refused` with the reason. Every column is a button; one of them is in the tab order,
// and arrows move between them.

import { h, put, setAttribute } from "../browser/dom.js";
import { columnOfKey } from "../core/keys.js";
import { cellOf, columnLetter } from "../core/overlay.js";
import { empty, hasRoom, sameSize, sideToMove, STANDARD } from "../core/rules.js";
import { scoreText } from "../core/score.js";
import { Inspection } from "./inspection.js";
import { OverlayLayer } from "./overlay.js";
import { Picture } from "./picture.js";

/** @import { Position, Color } from "../core/rules.js" */
/** @typedef {{ score: number | null, isBest: boolean, words: string, end: { winner: Color, n: number } | null, isLow?: boolean }} ColumnScore a low one leaves room for flags */

/** @typedef {{ color: Color, column: number | null }} Ahead */

/**
 * @typedef {object} BoardView
 * @property {Position} position
 * @property {string | null} closed why no move can be played here now; null if one can
 * @property {readonly (ColumnScore | null)[] | null} [scores] a row in the lane above the plate
 * @property {readonly number[]} [advised] columns that show the way of a disc
 * @property {import("../core/overlay.js").Overlay | null} [overlay] signs over the cells
 * @property {import("../core/overlay.js").Notes | null} [notes] marks of a review
 * @property {Ahead | null} [ahead] on a closed board, what can be chosen ahead of the turn
 * @property {boolean} [isJoy] whether whoever plays here has won
 * @property {boolean} [isOver] whether nobody is to move, though the board is not full
 */

export class FourBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {BoardView} */
    this.view = { position: empty(STANDARD), closed: "" };
    this.current = 3;
    /** @type {number | null} the column under the mouse, the finger or the focus */
    this.aimed = null;
    /** @type {number | null} where a finger came down */
    this.touched = null;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.picture = new Picture(STANDARD);
    this.overlay = new OverlayLayer(STANDARD);
    this.inspection = new Inspection(STANDARD, () => {});
    this.columns = h("div");
    /** Whether the focus came from a click: then keys are those of the page, except those that name a column. */
    this.isPointed = false;
    /** Whether the page around the board has no keys. */
    this.isAlone = false;
    this.addEventListener("pointerdown", () => (this.isPointed = true));
    this.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) this.isPointed = false;
    });
    this.addEventListener("keydown", (event) => this.onKey(event));
  }

  connectedCallback() {
    if (this.buttons.length === 0) this.build();
    else this.measure();
  }

  build() {
    const { size } = this.view.position;
    this.current = Math.floor(size.width / 2);
    this.picture = new Picture(size);
    this.overlay = new OverlayLayer(size);
    this.picture.front.append(this.overlay.root);
    this.inspection = new Inspection(size, (column) => this.focusColumn(column));
    this.buttons = Array.from({ length: size.width }, (_, column) => this.button(column));
    this.columns = h("div", { class: "columns", role: "group", "aria-label": "Columns" }, ...this.buttons);
    this.listenToFingers();
    this.measure();
    put(this, ...this.picture.layers, this.overlay.words, this.columns, this.inspection.root);
    this.update();
  }

  /** The parts around the board follow its width. */
  measure() {
    const aspect = this.picture.measure(this);
    const around = this.closest(".two-sides, .embed");
    if (around instanceof HTMLElement) around.style.setProperty("--aspect", aspect);
  }

  /** @param {number} column */
  button(column) {
    return h("button", {
      type: "button",
      class: "column",
      // The second click of a double click drops no second disc.
      onclick: (/** @type {MouseEvent} */ { detail }) => detail < 2 && this.choose(column),
      onpointerenter: (/** @type {PointerEvent} */ event) =>
        event.pointerType === "mouse" && this.aim(column),
      onpointerleave: () => this.aim(null),
      onfocus: () => this.onFocus(column),
      onblur: () => this.aim(null),
    });
  }

  /** Sliding a finger along the board aims; lifting it plays. */
  listenToFingers() {
    const under = (/** @type {PointerEvent} */ event) => {
      const box = this.columns.getBoundingClientRect();
      const column = Math.floor(((event.clientX - box.left) / box.width) * this.buttons.length);
      const isInside = event.clientY >= box.top && event.clientY <= box.bottom && this.buttons[column];
      return isInside ? column : null;
    };
    this.columns.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse") return;
      this.touched = under(event);
      this.aim(this.touched);
    });
    this.columns.addEventListener("pointermove", (event) => {
      if (this.touched !== null) this.aim(under(event));
    });
    this.columns.addEventListener("pointerup", (event) => {
      const [from, to] = [this.touched, under(event)];
      this.touched = null;
      if (event.pointerType === "mouse") return;
      this.aim(null);
      // A finger that did not slide sends a click itself.
      if (from !== null && to !== null && to !== from) this.choose(to);
    });
    this.columns.addEventListener("pointercancel", () => {
      this.touched = null;
      this.aim(null);
    });
  }

  /** @param {BoardView} view */
  show(view) {
    const isNew = !sameSize(view.position.size, this.view.position.size);
    const wasClosed = this.view.closed !== null;
    this.view = view;
    if (isNew || this.buttons.length === 0) this.build();
    else this.update();
    // The mouse may have rested on a column while the other side moved.
    if (wasClosed && view.closed === null) this.aim(this.columnUnderMouse());
  }

  columnUnderMouse() {
    const index = this.buttons.findIndex((button) => button.matches(":hover, :focus-visible"));
    return index < 0 ? null : index;
  }

  update() {
    const { position, scores = null, overlay = null, notes = null } = this.view;
    this.picture.show(position, this.isConnected, this.view.isJoy);
    this.picture.setScores(scores);
    this.overlay.show(overlay, position);
    this.overlay.note(notes);
    this.classList.toggle("is-closed", this.view.closed !== null);
    this.inspection.show(position);
    this.buttons.forEach((button, column) => {
      setAttribute(button, "aria-label", this.columnInWords(column));
      setAttribute(button, "aria-disabled", this.whyNot(column) !== null && "true");
      setAttribute(button, "tabindex", column === this.current ? 0 : -1);
    });
    this.showGhosts();
  }

  /** @param {number} column */
  columnInWords(column) {
    const discs = this.view.position.columns[column];
    const top = discs.at(-1);
    const isFull = !hasRoom(this.view.position, column);
    const n = discs.length === 1 ? "1 disc" : `${discs.length} discs`;
    const filling = top ? `${n}, ${top} on top` : "empty";
    const score = this.view.scores?.[column];
    const value = score
      ? `, ${score.words}${score.score === null ? "" : ` (${scoreText(score.score)})`}`
      : "";
    const ahead = this.view.ahead?.column === column ? ", your next disc" : "";
    return `Column ${columnLetter(column)}, ${isFull ? `full, ${top} on top` : filling}${value}${ahead}`;
  }

  /** @param {number} column */
  whyNot(column) {
    if (this.view.closed !== null && !this.view.ahead) return this.view.closed;
    return hasRoom(this.view.position, column) ? null : `Column ${columnLetter(column)} is full.`;
  }

  /** @param {number} column */
  choose(column) {
    this.current = column;
    const reason = this.whyNot(column);
    if (reason === null) this.send("play", { column });
    else if (reason) this.send("refused", { reason });
  }

  /** @param {string} name @param {object} [detail] */
  send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {number} column */
  onFocus(column) {
    this.current = column;
    this.buttons.forEach((button, i) => setAttribute(button, "tabindex", i === column ? 0 : -1));
    if (this.buttons[column].matches(":focus-visible")) this.aim(column);
  }

  /** @param {number | null} column */
  aim(column) {
    this.aimed = column;
    this.showGhosts();
  }

  showGhosts() {
    const { position, advised = [], scores, ahead, overlay } = this.view;
    const aimed = this.aimed !== null && this.whyNot(this.aimed) === null ? this.aimed : null;
    // Without an aim, the disc waits where a reason continues or above the last column, unless the lane is taken or
    // nothing can be played beside the reason.
    const [step] = overlay?.steps ?? [];
    const isNext = step?.player === sideToMove(position);
    const resting = isNext ? cellOf(step.cell)[0] : this.current;
    const isTold = overlay && this.view.closed !== null && !isNext;
    const isLaneFree = hasRoom(position, resting) && advised.length === 0 && !scores && !isTold;
    const isFree = aimed !== null || isLaneFree;
    const column = aimed ?? ahead?.column ?? resting;
    const isAhead = ahead && ahead.column === column;
    const color = ahead && (isAhead || aimed !== null) ? ahead.color : sideToMove(position);
    // The other side's move decides where a disc that was chosen ahead lands.
    const row = this.whyNot(column) === null && !ahead ? position.columns[column].length : null;
    const isOver = position.outcome !== null || this.view.isOver;
    this.picture.preview(isFree && !isOver ? { column, row, color, isAhead } : null);
    this.picture.advise(
      advised.filter((column) => hasRoom(position, column)),
      position,
      overlay ? [...overlay.rings, ...overlay.steps.map(({ cell }) => cell)] : [],
    );
  }

  /** @param {number} column */
  focusColumn(column) {
    this.buttons[column]?.focus();
  }

  focus() {
    this.focusColumn(this.current);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const n = this.buttons.length;
    const { key } = event;
    const column = columnOfKey(event);
    if (column >= 0 && column < n) {
      this.focusColumn(column);
      this.choose(column);
    } else if (this.isPointed && !this.isAlone && !this.inspection.root.contains(this.focused)) return;
    else if (key === "ArrowLeft" || key === "h") this.focusColumn((this.current + n - 1) % n);
    else if (key === "ArrowRight" || key === "l") this.focusColumn((this.current + 1) % n);
    else if (key === "Home") this.focusColumn(0);
    else if (key === "End") this.focusColumn(n - 1);
    else if (key === "ArrowDown" || key === "ArrowUp") this.inspect();
    else return;
    event.preventDefault();
  }

  /** Also within a shadow tree. */
  get focused() {
    return /** @type {Document | ShadowRoot} */ (this.getRootNode()).activeElement;
  }

  inspect() {
    const { columns, size } = this.view.position;
    const row = Math.min(Math.max(columns[this.current].length - 1, 0), size.height - 1);
    this.inspection.focusCell(this.current, row);
  }
}

customElements.define("four-board", FourBoard);

/** A board, and what it does. @param {{ play: (column: number) => void, refuse: (reason: string) => void }} actions */
export function newBoard({ play, refuse }) {
  const board = /** @type {FourBoard} */ (document.createElement("four-board"));
  board.addEventListener("play", (event) => play(/** @type {CustomEvent} */ (event).detail.column));
  board.addEventListener("refused", (event) => refuse(/** @type {CustomEvent} */ (event).detail.reason));
  return board;
}
