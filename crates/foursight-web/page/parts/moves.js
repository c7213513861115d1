// <move-list>: the moves of a game with their marks; each goes to the position after it.

import { h, putIfNew } from "../browser/dom.js";
import { colorAt, columnName, writeMoves } from "../core/rules.js";

/** @typedef {import("../net/api.js").Review} Review */

export class MoveList extends HTMLElement {
  /**
   * @param {readonly number[]} moves
   * @param {number} ply the one that is shown
   * @param {Review | null} [review]
   */
  show(moves, ply, review = null) {
    putIfNew(this, [writeMoves(moves), ply, review], () => [this.list(moves, ply, review)]);
    const now = this.querySelector("[aria-current]");
    const list = this.firstElementChild;
    if (!(now instanceof HTMLElement && list instanceof HTMLElement)) return;
    list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2 + now.offsetHeight / 2;
  }

  /** @param {readonly number[]} moves @param {number} ply @param {Review | null} review */
  list(moves, ply, review) {
    const items = moves.map((column, index) => this.move(column, index, index + 1 === ply, review));
    const rows = [];
    for (let i = 0; i < items.length; i += 2) {
      const number = h("span", { class: "move-number", "aria-hidden": "true" }, `${i / 2 + 1}.`);
      rows.push(h("li", {}, number, items[i], items[i + 1]));
    }
    return rows.length > 0
      ? h("ol", { class: "move-list" }, ...rows)
      : h("p", { class: "quiet" }, "No moves yet.");
  }

  /** @param {number} column @param {number} index @param {boolean} isShown @param {Review | null} review */
  move(column, index, isShown, review) {
    const graded = review?.moves[index];
    const remark = graded?.remark ? `, ${graded.mark.replace("_", " ")}: ${graded.remark}` : "";
    const color = colorAt(index);
    const go = () => this.dispatchEvent(new CustomEvent("jump", { detail: { ply: index + 1 } }));
    return h(
      "button",
      {
        type: "button",
        class: `move ${color} ${graded?.symbol ? graded.mark : ""}`,
        onclick: go,
        title: graded?.remark ?? null,
        "aria-current": isShown && "step",
        "aria-label": `Move ${index + 1}, ${color}: column ${columnName(column)}${remark}`,
      },
      columnName(column),
      graded?.symbol ? h("b", {}, graded.symbol) : null,
    );
  }
}

customElements.define("move-list", MoveList);
