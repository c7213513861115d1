// The panel of a walk through a reason: the step that is shown, the sentences at the end, and where to go.

import { button, h, put, putIfNew } from "../browser/dom.js";
import { isAtEnd, stepInWords, title } from "../core/walk.js";

/** @typedef {import("../core/walk.js").Walk} Walk */

/**
 * @typedef {object} WalkActions
 * @property {(by: number) => void} walk
 * @property {() => void} escape
 * @property {() => void} endWalk
 */

export class WalkPanel {
  /** @param {WalkActions} actions */
  constructor(actions) {
    this.title = h("h2");
    this.words = h("p", { class: "walk-words" });
    this.sentences = h("div", { class: "sentences" });
    this.back = button("Back", () => actions.walk(-1), { title: "One step back (u or ←)" });
    this.next = button("Next step", () => actions.walk(1), {
      class: "primary",
      title: "One step forward (r or →)",
    });
    this.last = button("Last step", () => actions.walk(Infinity));
    this.escape = button("Try to escape", actions.escape);
    this.end = button("Close", actions.endWalk);
    this.root = h(
      "section",
      { class: "walk", "aria-label": "The reason step by step", hidden: true },
      this.title,
      this.words,
      h("div", { class: "actions" }, this.back, this.next, this.last, this.escape, this.end),
      this.sentences,
    );
    this.root.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft") actions.walk(-1);
      if (key === "ArrowRight") actions.walk(1);
    });
  }

  focus() {
    (this.next.hidden ? this.escape : this.next).focus({ preventScroll: true });
  }

  /** @param {Walk | null} walk @param {boolean} isLesson whether it belongs to a task */
  show(walk, isLesson) {
    this.root.hidden = walk === null;
    if (!walk) return;
    this.title.textContent = title(walk);
    this.words.textContent = stepInWords(walk);
    this.back.disabled = walk.step === 0;
    this.next.disabled = this.last.disabled = isAtEnd(walk);
    this.next.hidden = this.last.hidden = walk.isEscape;
    this.escape.textContent = walk.isEscape ? "Start again" : "Try to escape";
    this.escape.hidden = walk.why.kind !== "certain";
    put(this.end, isLesson ? "Try another column" : "Close");
    const isTold = walk.isEscape || isAtEnd(walk);
    putIfNew(this.sentences, [walk.why, isTold], () => (isTold ? sentences(walk.why) : []));
  }
}

/** The reason in words. @param {import("../core/walk.js").Why} why */
export function sentences(why) {
  return why.sentences.map((sentence) => h("p", {}, sentence));
}
