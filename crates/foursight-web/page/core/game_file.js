// The games of a file, as texts of which the server reads one at a time.

/** @import { Opening } from "./address.js" */
/** @typedef {{ title: string, text: string, opening: Opening }} GameText */

/** Moves, or `-` without any, and a result. */
const MOVES = /^(?:-|[1-9a-z][\w ,;.-]*)\s(1-0|0-1|1\/2(?:-1\/2)?|\*)$/i;
/** As in the rules' `lines`. */
const LINE_END = /\r\n|[\n\r\f\u0085\u2028\u2029]/;
const TAG = /^\[(\w+) "(.*)"\]$/;

/**
 * The games in a text; none if the text is not a game file.
 *
 * @param {string} text
 * @returns {GameText[]}
 */
export function gamesIn(text) {
  /** @type {GameText[]} */
  const games = [];
  /** @type {string[]} */
  let lines = [];
  for (const line of text.split(LINE_END).map((line) => line.trim())) {
    lines.push(line);
    const result = MOVES.exec(line)?.[1];
    if (!result) continue;
    const tags = new Map(lines.map((tag) => TAG.exec(tag)).map((tag) => [tag?.[1], tag?.[2]]));
    const names = ["First", "Second"].map((name) => tags.get(name) || "?");
    const title = `${games.length + 1}. ${names.join(" – ")} ${result}`;
    games.push({ title, text: lines.join("\n"), opening: openingOf(tags) });
    lines = [];
  }
  return games;
}

/** The opening of a game from the empty board; whoever reads the game checks it. @param {Map<string | undefined, string | undefined>} tags @returns {Opening} */
function openingOf(tags) {
  const swapped = tags.get("Swapped") === "yes";
  // The first files with swaps did not name the rule.
  const rule = tags.get("OpeningRule") ?? (swapped ? "pie" : "none");
  const opening_rule = /** @type {Opening["opening_rule"]} */ (rule);
  return tags.has("Opening") ? {} : { opening_rule, swapped };
}
