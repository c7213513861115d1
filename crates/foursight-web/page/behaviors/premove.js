// A disc that is chosen ahead of the turn, and played once the other side has moved.

import { canPremove, isOpen } from "../core/network_game.js";
import { columnLetter } from "../core/overlay.js";
import { after, hasRoom } from "../core/rules.js";
import { announce, notify } from "../parts/announcer.js";

/** @typedef {import("../core/network_game.js").NetworkGame} NetworkGame */
/** @typedef {import("../core/rules.js").Color} Color */

export class Premove {
  /** @type {number | null} */
  column = null;

  /** Chooses a column; choosing the same column again cancels the choice. @param {number} column */
  choose(column) {
    this.column = this.column === column ? null : column;
    const words = `Your next disc will go in column ${columnLetter(column)}. Choose the column again to cancel.`;
    announce(this.column === null ? "Your next disc is canceled." : words);
  }

  /**
   * The column to play now that a new state of the game has arrived, null if none.
   *
   * @param {NetworkGame} game
   * @param {Color | null} seat
   * @param {import("../core/rules.js").Size} size
   * @param {{ moves: readonly number[], hadMoved: number }} moves
   */
  due(game, seat, size, { moves, hadMoved }) {
    const { column } = this;
    const isTakenBack = moves.length < hadMoved;
    if (column === null || (canPremove(game, seat) && !isTakenBack)) return null;
    this.column = null;
    if (isTakenBack || !isOpen(game) || game.to_move !== seat) return null;
    if (hasRoom(after(size, moves), column)) return column;
    notify(`Column ${columnLetter(column)} is full now: choose another column.`);
    return null;
  }
}
