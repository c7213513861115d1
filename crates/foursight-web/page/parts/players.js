// Both seats above the board: who sits there, whose turn it is, and how much time they have left.

import { h, putIfNew, select, setAttribute } from "../browser/dom.js";
import { discIcon } from "./disc.js";
import { icon } from "./icons.js";

/** @import { Color } from "../core/rules.js" */
/**
 * The choice that tapping a seat opens.
 *
 * @typedef {object} SeatChoice
 * @property {string} label
 * @property {readonly (readonly [value: string, text: string])[]} options
 * @property {string} chosen
 * @property {(value: string) => void} choose
 */
/**
 * @typedef {{ name: string, note?: string, says?: string | null, isToMove: boolean, hasWon: boolean, clock?: string,
 *   isShort?: boolean, choice?: SeatChoice | null }} PlayerView
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
      const { name, note, says, isToMove, hasWon, clock, isShort, choice } = players[color];
      const slot = this.slots[color];
      slot.classList.toggle("to-move", isToMove);
      slot.classList.toggle("won", hasWon);
      setAttribute(slot, "aria-current", isToMove && "true");
      // An open list must stay while nothing changes, and a seat is not drawn anew with every turn.
      const source = [name, note, says, hasWon, clock, isShort, choice?.chosen, choice?.options.length];
      putIfNew(slot, source, () => seat(color, players[color]));
      const state = isToMove ? ", to move" : hasWon ? ", won" : "";
      setText(slot.querySelector(".visually-hidden"), `${color}${state}`);
    }
  }
}

/** @param {Element | null} element @param {string} text */
function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {Color} color @param {PlayerView} player */
function seat(color, { name, note, says, hasWon, clock, isShort, choice }) {
  const words = [note, hasWon && "won"].filter(Boolean).join(" · ");
  return [
    discIcon(color),
    h(
      "span",
      { class: "player-text" },
      h("span", { class: "player-name" }, name),
      h(
        "span",
        { class: "player-note" },
        h("span", { class: "visually-hidden" }, color),
        says ? h("span", { class: "player-says" }, says) : words,
        choice && icon("down"),
      ),
    ),
    clock !== undefined && h("span", { class: `clock${isShort ? " short" : ""}`, role: "timer" }, clock),
    choice && listOf(choice),
  ];
}

/** @param {SeatChoice} choice */
function listOf({ label, options, chosen, choose }) {
  const list = select(options, chosen, {
    class: "seat-choice",
    "aria-label": label,
    onchange: () => choose(list.value),
  });
  return list;
}
