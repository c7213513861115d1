// The course of a game as bars.

import { svg } from "../../../foursight-web/page/browser/dom.js";

/** @import { GameData } from "./elements.js" */

/**
 * A bar for each disc: the value of the position for red after it.
 *
 * @param {GameData} game
 * @param {readonly number[]} moves the columns played
 * @param {import("../../../foursight-web/page/core/rules.js").Size} size
 * @param {number} step how many discs are on the board
 */
export function chartOf(game, moves, { width, height }, step) {
  const longest = (width * height) / 2;
  const bars = moves.flatMap((column, at) => {
    const now =
      at + 1 === step ? [svg("rect", { x: 10 * at, y: 0, width: 10, height: 40, class: "now" })] : [];
    const score = game.scores[at - game.opening.length]?.[column] ?? null;
    if (score === null) return now;
    const forRed = at % 2 === 0 ? score : -score;
    const length = forRed === 0 ? 1.5 : 5 + (14 * Math.abs(forRed)) / longest;
    const y = forRed > 0 ? 20 - length : forRed < 0 ? 20 : 20 - length / 2;
    const color = forRed > 0 ? "red" : forRed < 0 ? "yellow" : "even";
    return [...now, svg("rect", { x: 10 * at + 1, y, width: 8, height: length, class: color })];
  });
  const axis = svg("rect", { x: 0, y: 19.8, width: 10 * moves.length, height: 0.4, class: "axis" });
  return [axis, ...bars];
}
