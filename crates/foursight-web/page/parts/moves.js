// <move-list>: the moves of a game with their marks, what these mean, and the variations below the moves that they
// replace.
//
// Sends `jump` with the ply of a move of the game, `go` with the moves up to one of a variation, and `remove` for the
// variation that is looked at.

import { button, h, putIfNew } from "../browser/dom.js";
import { shown } from "../core/game.js";
import { branches } from "../core/variations.js";
import { namesOf } from "../core/overlay.js";
import { colorAt, sameMoves, shared, writeMoves } from "../core/rules.js";

/** @import { Review } from "../net/api.js" */
/** @import { Branch } from "../core/variations.js" */

/**
 * @typedef {object} Variations
 * @property {readonly Branch[]} branches
 * @property {readonly number[]} here the moves on the shown board
 */

/** @param {import("../core/game.js").Game} game @returns {Variations} */
export function placesOf(game) {
  return { branches: branches(game), here: shown(game).moves };
}

/**
 * @param {MoveList} list
 * @param {{ go: (moves: readonly number[]) => void, remove: () => void }} actions
 */
export function listenToVariations(list, { go, remove }) {
  list.addEventListener("go", (event) => go(/** @type {CustomEvent} */ (event).detail.moves));
  list.addEventListener("remove", remove);
}

export class MoveList extends HTMLElement {
  mustReveal = false;

  /**
   * @param {readonly number[]} moves
   * @param {number} ply how many of them are on the shown board
   * @param {Review | null} [review]
   * @param {Variations} [variations]
   */
  show(moves, ply, review = null, variations = { branches: [], here: moves.slice(0, ply) }) {
    const { here } = variations;
    const lines = JSON.stringify(variations.branches);
    putIfNew(this, [writeMoves(moves), ply, review, lines, writeMoves(here)], () => {
      this.mustReveal = true;
      return [this.list(moves, review, variations)];
    });
    // With the layout of the next frame, instead of one more now.
    if (this.mustReveal) requestAnimationFrame(() => this.reveal());
  }

  /** Scrolls to the move that is shown, once the list can be seen. */
  reveal() {
    const now = this.querySelector("[aria-current]");
    const list = this.firstElementChild;
    if (!(now instanceof HTMLElement && list instanceof HTMLElement) || list.clientHeight === 0) return;
    this.mustReveal = false;
    list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2 + now.offsetHeight / 2;
  }

  /** @param {readonly number[]} moves @param {Review | null} review @param {Variations} variations */
  list(moves, review, { branches: aside, here }) {
    const items = namesOf(moves).map((name, index) => {
      const isShown = here.length === index + 1 && sameMoves(here, moves.slice(0, index + 1));
      return this.move(name, index, isShown, review);
    });
    const rows = [];
    for (let i = 0; i < items.length || i === 0; i += 2) {
      const number = h("span", { class: "move-number", "aria-hidden": "true" }, `${i / 2 + 1}.`);
      if (items[i]) rows.push(h("li", {}, number, items[i], items[i + 1]));
      // Below the moves that they replace; those after the last move come last.
      const isLast = i + 2 >= items.length;
      const beside = aside.filter(({ ply }) => ply >= i && (ply < i + 2 || isLast));
      rows.push(...beside.map((branch) => h("li", { class: "aside" }, this.branch(branch, here))));
    }
    return rows.length > 0
      ? h("ol", { class: "move-list" }, ...rows)
      : h("p", { class: "quiet" }, "No moves yet.");
  }

  /** @param {string} name of its cell @param {number} index @param {boolean} isShown @param {Review | null} review */
  move(name, index, isShown, review) {
    const graded = review?.moves[index];
    const remark = graded?.remark ? `, ${graded.mark.replace("_", " ")}: ${graded.remark}` : "";
    const color = colorAt(index);
    const go = () => this.dispatchEvent(new CustomEvent("jump", { detail: { ply: index + 1 } }));
    return button(graded?.symbol ? [name, h("b", {}, graded.symbol)] : name, go, {
      class: `move ${color} ${graded?.symbol ? graded.mark : ""}`,
      title: graded?.remark ?? null,
      "aria-current": isShown && "step",
      "aria-label": `Move ${index + 1}, ${color}: ${name}${remark}`,
    });
  }

  /**
   * The moves of a variation, each followed by the branches that replace the next one.
   *
   * @param {Branch} branch
   * @param {readonly number[]} here
   * @returns {HTMLElement}
   */
  branch({ ply, moves, branches: nested }, here) {
    const names = namesOf(moves);
    const parts = moves.slice(ply).flatMap((_, i) => {
      const index = ply + i;
      const isRed = colorAt(index) === "red";
      const number = `${Math.floor(index / 2) + 1}${isRed ? "." : "…"}`;
      const inner = nested.filter((other) => other.ply === index);
      return [
        (isRed || i === 0) && h("span", { class: "move-number", "aria-hidden": "true" }, number),
        this.tried(moves.slice(0, index + 1), names[index], here),
        ...inner.map((other) => this.branch(other, here)),
      ];
    });
    const isHere = here.length > ply && shared(here, moves) === here.length;
    const remove = () => this.dispatchEvent(new CustomEvent("remove"));
    const close = button("×", remove, { class: "remove", "aria-label": "Remove this variation" });
    return h(
      "span",
      { class: "branch", role: "group", "aria-label": "Variation" },
      ...parts,
      isHere && close,
    );
  }

  /** @param {readonly number[]} moves up to this one @param {string} name of its cell @param {readonly number[]} here */
  tried(moves, name, here) {
    const color = colorAt(moves.length - 1);
    return button(name, () => this.dispatchEvent(new CustomEvent("go", { detail: { moves } })), {
      class: `move ${color}`,
      "aria-current": sameMoves(moves, here) && "step",
      "aria-label": `Variation, move ${moves.length}, ${color}: ${name}`,
    });
  }
}

customElements.define("move-list", MoveList);

const SIGNS = [
  ["???", "missed four in a row, or did not block it"],
  ["??", "threw a win or a draw away, and loses"],
  ["?", "turned a win into a draw"],
  ["?!", "wins later, or loses sooner, than necessary"],
  ["+1, −2", "a score: + wins, − loses, 0 draws; +1 wins with the last disc, +2 with the one before it"],
];

/** The signs with their meaning. */
export function signs() {
  return h(
    "dl",
    { class: "keys" },
    ...SIGNS.flatMap(([sign, words]) => [h("dt", {}, sign), h("dd", {}, words)]),
  );
}
