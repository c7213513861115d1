// The seats at the board of play and analysis, and the choices that tapping a seat opens.

import { mover, result } from "../core/game.js";
import { levelChoices, withMachine } from "../core/levels.js";
import { other } from "../core/rules.js";
import { colorName, playerName } from "../core/status.js";

/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/game.js").Players} Players */
/** @typedef {import("../core/rules.js").Color} Color */

/**
 * @param {Game} game
 * @param {boolean} isFirst whether no game has begun
 * @param {(players: Players) => void} seat lets others sit at the board
 */
export function seats(game, isFirst, seat) {
  const end = result(game);
  const now = mover(game);
  const player = (/** @type {Color} */ color) => {
    const [playedBy, name] = [game.players[color], playerName(game, color)];
    const order = color === "red" ? "Red, first" : "Yellow, second";
    const note = typeof playedBy === "number" ? `Level ${playedBy}` : name === "You" ? order : "";
    const choice = isFirst || typeof playedBy === "number" ? seatChoice(game, color, seat) : null;
    return { name, note, isToMove: now?.color === color, hasWon: end?.winner === color, choice };
  };
  return { red: player("red"), yellow: player("yellow") };
}

/** The choice that tapping a seat opens: a machine's level, or a person's color. @param {Game} game @param {Color} color @param {(players: Players) => void} seat */
function seatChoice({ players }, color, seat) {
  if (typeof players[color] === "number")
    return {
      label: `${colorName(color)}'s level`,
      options: levelChoices(),
      chosen: String(players[color]),
      choose: (/** @type {string} */ level) => seat({ ...players, [color]: Number(level) }),
    };
  const level = players[other(color)];
  if (typeof level !== "number") return null;
  return {
    label: "Your color",
    options: /** @type {const} */ ([
      ["red", "Red, first"],
      ["yellow", "Yellow, second"],
    ]),
    chosen: color,
    choose: (/** @type {string} */ chosen) => seat(withMachine(level, chosen === "red" ? "red" : "yellow")),
  };
}
