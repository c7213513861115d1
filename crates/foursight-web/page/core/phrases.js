// The phrases that players of a network game say to each other, each once per game.

/** @import { NetworkGame } from "./network_game.js" */
/** @import { Color } from "./rules.js" */
/** @typedef {NetworkGame["seats"]["red"]["said"][number]} Phrase */

export const PHRASES = /** @type {const} */ ([
  ["good_luck", "Good luck!"],
  ["nice_move", "Nice move!"],
  ["good_game", "Good game!"],
  ["thanks", "Thanks!"],
]);

/** The number of discs for which a phrase stays beside the speaker's name. */
const STANDS = 2;

/** @param {Phrase} phrase */
export function phraseInWords(phrase) {
  return PHRASES.find(([name]) => name === phrase)?.[1] ?? "";
}

/** A player's last phrase, and the number of discs then on the board. @typedef {{ phrase: Phrase, ply: number }} Saying */

/**
 * Each side's latest phrase.
 *
 * @param {NetworkGame} game
 * @param {NetworkGame | null} before the state before, null for the first one
 * @param {Record<Color, Saying | null>} heard at the state before
 * @returns {Record<Color, Saying | null>}
 */
export function listened(game, before, heard) {
  const isSwapped = before !== null && game.swapped !== before.swapped;
  const saying = (/** @type {Color} */ color, /** @type {Color} */ was) => {
    const { said } = game.seats[color];
    const phrase = said.at(-1);
    if (!phrase) return null;
    // Of the phrases said before a person arrived, only those at the end of a game still matter.
    const isNew = before ? said.length > before.seats[was].said.length : game.outcome !== null;
    return isNew ? { phrase, ply: game.ply } : heard[was];
  };
  return isSwapped
    ? { red: saying("red", "yellow"), yellow: saying("yellow", "red") }
    : { red: saying("red", "red"), yellow: saying("yellow", "yellow") };
}

/** The words beside a name, null for none. @param {NetworkGame} game @param {Saying | null} saying */
export function standing(game, saying) {
  return saying && game.ply - saying.ply < STANDS ? phraseInWords(saying.phrase) : null;
}
