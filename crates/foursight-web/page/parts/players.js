// Both players above the board: who they are, whose turn it is, and how long they have left.

import { h, put, setAttribute } from "../browser/dom.js";
import { discIcon } from "./picture.js";

/** @typedef {import("../core/rules.js").Color} Color */
/**
 * @typedef {{ name: string, note?: string, isToMove: boolean, hasWon: boolean, clock?: string,
 *   isShort?: boolean }} PlayerView
 */

const COLORS = /** @type {readonly Color[]} */ (["red", "yellow"]);

export class Players {
  constructor() {
    const slot = (/** @type {Color} */ color) => h("div", { class: `player ${color}` });
    this.slots = { red: slot("red"), yellow: slot("yellow") };
    this.root = h("div", { class: "players" }, this.slots.red, this.slots.yellow);
  }

  /** @param {Record<Color, PlayerView>} players */
  show(players) {
    for (const color of COLORS) {
      const { name, note, isToMove, hasWon, clock, isShort } = players[color];
      const slot = this.slots[color];
      slot.classList.toggle("to-move", isToMove);
      slot.classList.toggle("won", hasWon);
      const title = h("span", { class: "player-name" }, name);
      const state = isToMove ? "to move" : hasWon ? "won" : "";
      put(
        slot,
        discIcon(color),
        h(
          "span",
          { class: "player-text" },
          title,
          h(
            "span",
            { class: "player-note" },
            h("span", { class: "visually-hidden" }, `${color}${state && `, ${state}`}`),
            note ?? "",
          ),
        ),
        clock !== undefined && h("span", { class: `clock${isShort ? " short" : ""}`, role: "timer" }, clock),
      );
      setAttribute(slot, "aria-current", isToMove && "true");
    }
  }
}
