// The panel of a walk through a reason: the shown step, the sentences at the end, and the next steps.

import { button, buttonRow, h, putIfNew } from "../browser/dom.js";
import { isAtEnd, stepInWords, title, withoutBetter } from "../core/walk.js";
import { icon } from "./icons.js";

/** @import { Walk } from "../core/walk.js" */

/**
 * @typedef {object} WalkActions
 * @property {(by: number) => void} walk
 * @property {() => void} escape
 * @property {() => void} endWalk
 * @property {() => void} [better] asks what would have been better
 */

export class WalkPanel {
  /** @param {WalkActions} actions */
  constructor(actions) {
    this.title = h("h2");
    this.words = h("p", { class: "walk-words" });
    this.sentences = h("div", { class: "sentences" });
    this.back = iconButton("previous", "Back", () => actions.walk(-1), "One step back (u or ←)");
    this.next = button("Next step", () => (this.isAsking ? actions.better?.() : actions.walk(1)), {
      class: "primary",
    });
    /** Whether the next step is the question of what was better. */
    this.isAsking = false;
    this.last = iconButton("end", "Last step", () => actions.walk(Infinity), "Last step");
    this.escape = button("Try to escape", actions.escape);
    this.close = button(["Close", icon("close")], actions.endWalk, { class: "plain" });
    this.steps = h("div", { class: "walk-steps" }, this.back, this.next, this.last);
    this.again = button("Try another column", actions.endWalk, { class: "primary" });
    this.playOut = button("Play it out", () => actions.walk(1));
    this.refuted = buttonRow(this.again, this.playOut);
    this.head = h("div", { class: "walk-head" }, this.title, this.close);
    this.root = h(
      "section",
      { class: "walk", "aria-label": "The reason step by step", hidden: true },
      this.head,
      this.words,
      this.refuted,
      this.steps,
      buttonRow(this.escape),
      this.sentences,
    );
    this.root.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      // Otherwise the page would step, too.
      event.preventDefault();
      actions.walk(by);
    });
  }

  focus() {
    (this.next.hidden ? this.escape : this.next).focus({ preventScroll: true });
  }

  /**
   * @param {Walk | null} walk
   * @param {boolean} isLesson whether it refutes a try
   * @param {boolean} [hasBetter] whether it explains a mistake
   * @param {string} [tried] what is said of the try, where nothing else says it
   */
  show(walk, isLesson, hasBetter = false, tried = "") {
    this.root.hidden = walk === null;
    if (!walk) return;
    // A refutation of a try is one sentence; the rest is shown on request.
    const isRefusal = isLesson && walk.step === 0 && !walk.isEscape;
    this.title.textContent = isRefusal ? tried : title(walk);
    this.words.textContent = isRefusal ? (walk.why.sentences[0] ?? title(walk)) : stepInWords(walk);
    this.head.hidden = this.title.textContent === "";
    this.steps.hidden = isRefusal;
    this.refuted.hidden = !isLesson;
    this.playOut.hidden = !isRefusal || walk.positions.length === 1;
    this.close.hidden = isLesson;
    this.back.disabled = walk.step === 0;
    this.isAsking = hasBetter && isAtEnd(walk);
    this.next.textContent = this.isAsking ? "What was better?" : "Next step";
    this.next.title = this.isAsking ? "" : "One step forward (r or →)";
    this.next.disabled = isAtEnd(walk) && !this.isAsking;
    this.last.disabled = isAtEnd(walk);
    this.next.classList.toggle("primary", !isLesson);
    this.next.hidden = this.last.hidden = walk.isEscape;
    this.escape.textContent = walk.isEscape ? "Start again" : "Try to escape";
    this.escape.hidden = walk.why.kind !== "certain" || isRefusal;
    const isTold = walk.isEscape || isAtEnd(walk);
    const said = this.isAsking ? withoutBetter(walk.why) : walk.why.parts;
    putIfNew(this.sentences, [walk.why, isTold, this.isAsking], () => (isTold ? sentences(said) : []));
  }
}

/** @param {import("./icons.js").Icon} name @param {string} label @param {() => void} onclick @param {string} title */
function iconButton(name, label, onclick, title) {
  return button(icon(name), onclick, { title, "aria-label": label });
}

/**
 * Sentences, each with its list.
 *
 * @param {readonly import("../../wire").WhyPart[]} said
 * @param {string} [instead] which move the better one would have replaced
 */
export function sentences(said, instead) {
  return said.flatMap(({ kind, text, items }) => [
    h("p", {}, kind === "better" && instead && h("small", { class: "instead" }, instead), ...withCells(text)),
    ...listOf(items),
  ]);
}

/** A cell or a line of cells, but not a move of a sequence, whose moves stand beside each other. */
const CELLS = /(?<![\w-]|[a-j]\d+ )([a-j]\d+(?:-[a-j]\d+)*)(?![\w-]| [a-j]\d)/;

/** A sentence with highlighted cells. @param {string} text */
export function withCells(text) {
  return text.split(CELLS).map((part, i) => (i % 2 ? h("b", {}, part) : part));
}

/** The list of a sentence. @param {readonly import("../../wire").WhyItem[]} items @returns {HTMLElement[]} */
export function listOf(items) {
  const isMap = /reply|open/.test(items[0]?.kind);
  const list = items.map(({ kind, text, items }) =>
    h(
      "li",
      { class: isMap && kind },
      ...(items[0]
        ? [h("details", {}, h("summary", {}, ...withCells(text)), ...listOf(items))]
        : withCells(text)),
    ),
  );
  return list[0] ? [h(isMap ? "ul" : "ol", { class: isMap && "replies" }, ...list)] : [];
}
