// Positions of a plan as cards for Anki: a text file that its import reads, with a picture on each card.
//
// https://docs.ankiweb.net/importing/text-files.html describes the file: tab-separated lines, below a few lines with
// the file's settings.

import { wayTo } from "./course.js";
import { cellName, cellOf } from "./overlay.js";
import { planMove } from "./plan.js";
import { after, STANDARD } from "./rules.js";

/** @import { Plan } from "./plan.js" */
/** @import { Position } from "./rules.js" */

const HEAD = ["#separator:tab", "#html:true", "#notetype:Basic", "#deck:Beat everybody", "#tags column:3"];

/** A color of boards by its name in the style sheet. @typedef {(name: string) => string} ColorOf */

/** @param {Plan} plan @param {readonly string[]} cards @param {ColorOf} colorOf */
export function deckOf(plan, cards, colorOf) {
  return [...HEAD, ...cards.map((card) => cardOf(plan, card, colorOf)), ""].join("\n");
}

/** The question, the answer and the tags. @param {Plan} plan @param {string} card @param {ColorOf} colorOf */
function cardOf(plan, card, colorOf) {
  const position = after(STANDARD, wayTo(plan, card, 0));
  const column = planMove(plan, position.moves) ?? 0;
  const cell = cellName([column, position.columns[column].length]);
  const question = `${pictureOf(position, colorOf)}<br>Red to move. What does the plan play?`;
  return [question, `${pictureOf(position, colorOf, cell)}<br>${cell}`, "foursight"].join("\t");
}

/**
 * A board without a style sheet: each disc is the round end of a line.
 *
 * @param {Position} position
 * @param {ColorOf} colorOf
 * @param {string} [marked]
 */
function pictureOf({ size, columns }, colorOf, marked) {
  const dot = (/** @type {number} */ column, /** @type {number} */ row) =>
    `M${10 * column + 7} ${10 * (size.height - row) - 3}h0`;
  const discs = (/** @type {string | undefined} */ color) =>
    columns
      .flatMap((column, i) =>
        Array.from({ length: size.height }, (_, row) => (column[row] === color ? dot(i, row) : "")),
      )
      .join("");
  const path = (/** @type {string} */ color, /** @type {string} */ dots, width = 8) =>
    `<path d="${dots}" stroke="${colorOf(color)}" stroke-width="${width}" stroke-linecap="round"/>`;
  const disc = marked ? dot(...cellOf(marked)) : "";
  return [
    `<svg width="296" viewBox="0 0 ${10 * size.width + 4} ${10 * size.height + 4}">`,
    `<rect width="100%" height="100%" rx="4" fill="${colorOf("board")}"/>`,
    path("hole", discs(undefined)),
    path("red", discs("red") + disc),
    path("yellow", discs("yellow")),
    disc && path("line", disc, 3),
    "</svg>",
  ].join("");
}
