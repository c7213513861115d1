// The board of a drill, with the words about it, the reason at the end, and the next steps.

import { button, h, isFocusLost, putIfNew } from "../browser/dom.js";
import { drillInWords } from "../core/drill.js";
import { QUESTIONS } from "../core/questions.js";
import { lastCell, sideToMove } from "../core/rules.js";
import { signsAfter, signsOf } from "../core/walk.js";
import { newBoard } from "./board.js";
import { discIcon } from "./disc.js";
import { tableOf } from "./two_sides.js";
import { sentences, withCells, WalkPanel } from "./walk.js";

/** @import { Drill } from "../core/drill.js" */
/** @import { Color } from "../core/rules.js" */

/**
 * @typedef {object} DrillView
 * @property {string} task what to do, or why there is nothing to do
 * @property {Color | null} side who is to find something
 * @property {string} hint what to say before anything was tried
 * @property {string} [said] what to say of the last try instead of how a drill stands
 * @property {number} [asked] the question that the last try should have asked
 * @property {boolean} [isOpen] whether somebody is to move without a drill
 * @property {Drill | null} drill
 * @property {import("../core/rules.js").Position} position
 * @property {string | null} closed
 * @property {import("../core/walk.js").Walk | null} walk
 * @property {import("../net/api.js").Why | null} why
 * @property {import("../core/overlay.js").Overlay} [signs] before it is over, where to look
 * @property {readonly Choice[]} more what else to do at the end, the main one first
 */

/** @typedef {{ label: string, href: string } | { label: string, act: () => void }} Choice */

/**
 * @typedef {object} OwnActions
 * @property {(column: number) => void} play
 * @property {(reason: string) => void} refuse
 * @property {() => void} takeBack
 * @property {() => void} giveUp
 * @property {() => void} again
 * @property {(isEscape: boolean) => void} showReason
 */
/** @typedef {OwnActions & import("./walk.js").WalkActions} DrillActions */

export class DrillTable {
  /** @param {string} label @param {DrillActions} actions */
  constructor(label, actions) {
    this.actions = actions;
    this.board = newBoard(actions);
    this.task = h("p", { class: "status" });
    this.words = h("p", { class: "feedback" });
    this.asked = h("p", { class: "asked" });
    this.reason = h("div", { class: "sentences" });
    this.buttons = h("div", { class: "actions" });
    /** Separate from the other buttons, which must not move when the reason arrives: somebody may be pressing one of them. */
    this.reasonButtons = h("div", { class: "actions" });
    this.walk = new WalkPanel(actions);
    this.root = tableOf(label, this.task, this.board);
    /** The words for the panel beside the board. */
    this.talk = h(
      "div",
      { class: "drill" },
      this.asked,
      this.words,
      this.buttons,
      this.reason,
      this.reasonButtons,
      this.walk.root,
    );
  }

  /** @param {DrillView} view */
  show(view) {
    const { task, side, drill, walk, why } = view;
    const hadFocus = [this.root, this.talk].some((part) => part.contains(document.activeElement));
    // An answered task is no longer shown.
    const asked = drill && ["answering", "solved", "shown"].includes(drill.state) ? "" : task;
    putIfNew(this.task, [side, asked], () => (asked ? [side && discIcon(side), side && " ", asked] : []));
    const words = view.said || (drill && drillInWords(drill)) || view.hint;
    putIfNew(this.words, [words], () => withCells(words));
    this.asked.textContent = QUESTIONS[view.asked ?? -1] ?? "";
    const isWrong = drill?.state === "wrong" && walk === null;
    const cell = isWrong ? lastCell(view.position) : null;
    this.words.hidden = walk !== null && drill?.state !== "wrong";
    this.words.className = `feedback ${drill?.state ?? ""}`;
    this.board.show({
      position: view.position,
      closed: view.closed,
      overlay: walk ? signsOf(walk) : why ? signsAfter(why, view.position) : view.signs,
      notes: cell && { mistake: { cell, symbol: "?" }, flags: [] },
      // Whoever has played a wrong disc looks at it; nobody is to move.
      isOver: drill === null ? !view.isOpen : isWrong || ["solved", "shown"].includes(drill.state),
    });
    this.board.setAttribute("data-side", sideToMove(view.position));
    const told = walk ? null : why;
    putIfNew(this.reason, [told], () => (told ? sentences(told.parts) : []));
    const more = view.more.map((choice) => ("href" in choice ? choice.href : choice.label));
    putIfNew(this.buttons, [drill?.state, walk === null, more.join()], () => this.choices(view));
    putIfNew(this.reasonButtons, [told], () => (told ? this.reasonChoices(told) : []));
    this.walk.show(walk, drill?.state === "wrong");
    if (hadFocus && isFocusLost(this.board)) this.board.focus();
  }

  /** @param {DrillView} view */
  choices({ drill, walk, more }) {
    const { actions } = this;
    if (walk) return [];
    const act = (/** @type {() => void} */ action) => () => {
      action();
      this.board.focus();
    };
    switch (drill?.state) {
      case "open":
        return [button("Show the answer", actions.giveUp)];
      case "wrong":
        return [button("Take it back", act(actions.takeBack), { class: "primary" })];
      case "solved":
      case "shown":
        return [
          ...more.map(choiceButton),
          button(drill.state === "shown" ? "Try it yourself" : "Once more", act(actions.again)),
        ];
      case undefined:
        return more.map(choiceButton);
      default:
        return [];
    }
  }

  /** @param {import("../net/api.js").Why} why */
  reasonChoices(why) {
    const { actions } = this;
    return [
      button("See why", () => actions.showReason(false)),
      why.kind === "certain" && button("Try to escape", () => actions.showReason(true)),
    ];
  }
}

/** @param {Choice} choice @param {number} index */
function choiceButton(choice, index) {
  const kind = index === 0 ? "primary" : "";
  if ("act" in choice) return button(choice.label, choice.act, { class: kind });
  return h("a", { class: `button ${kind}`, href: choice.href }, choice.label);
}
