// The lines that the players and the referee wrote to each other.

import { h } from "../../../foursight-web/page/browser/dom.js";
import { discOf, foreign, visible } from "./elements.js";

/** @import { GameData, LoggedLine } from "./elements.js" */

/** The symbol of a channel in the log, its meaning, and its class. */
const WAYS = [
  ["→", "written to the player", "sent"],
  ["←", "read from the player", "received"],
  ["!", "standard error of the player", "error"],
];

/**
 * Shows lines of a game's log.
 *
 * @param {HTMLTableSectionElement} body
 * @param {GameData} game
 * @param {LoggedLine[]} lines
 * @param {(player: number) => string} name
 */
export function drawLog(body, game, lines, name) {
  const rows = lines.map(([, code, micros, line]) => {
    const [symbol, meaning, channel] = WAYS[code >> 1];
    const player = code & 1;
    const text = typeof line === "number" ? String(game.log[line][3]) : line;
    return h(
      "tr",
      { class: channel },
      h("td", { class: "n" }, (micros / 1000).toFixed(1)),
      h("td", {}, discOf(player), " ", foreign(name(player))),
      h("td", { title: meaning }, symbol),
      h("td", { class: "line" }, foreign(text)),
    );
  });
  body.replaceChildren(...rows);
  if (rows.length === 0) body.append(remarkRow(game.log.length > 0 ? "no lines" : "no log was kept"));
  if (lines.length === game.log.length && game.skipped > 0)
    body.prepend(remarkRow(`${game.skipped} earlier lines are left out; the tournament's folder has them`));
}

/** @param {string} text */
function remarkRow(text) {
  return h("tr", {}, h("td", { class: "hint", colspan: 4 }, text));
}

/**
 * The ends of both standard errors; open after a fault.
 *
 * @param {GameData} game
 * @param {(player: number) => string} name
 */
export function errorBlocks(game, name) {
  return game.errors.flatMap((text, player) => {
    if (text === "") return [];
    const summary = h("summary", {}, "End of standard error of ", foreign(name(player)));
    return [h("details", { open: game.isFault }, summary, h("pre", {}, visible(text)))];
  });
}
