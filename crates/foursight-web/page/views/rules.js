// How to play: the rules and the signs of a review, with pictures. `/rules`

import { after, readMoves, STANDARD } from "../core/rules.js";
import { h } from "../browser/dom.js";
import { miniBoard } from "../parts/picture.js";
import { signs } from "../parts/moves.js";

/** Each rule with a game that shows it, and the cells to look at. */
const RULES =
  /** @type {readonly (readonly [title: string, words: string, moves: string, marks?: string[]])[]} */ ([
    [
      "Take turns",
      "Red begins. A disc falls to the lowest free cell of its column. Discs stay where they are.",
      "4435",
    ],
    [
      "Four in a row wins",
      "Across, up or along a diagonal: whoever has four discs in a row first wins.",
      "4455336",
    ],
    [
      "Block three in a row",
      "Yellow has a1, b1 and c1. Red must play d1 now, or Yellow wins with the next disc.",
      "717263",
      ["d1"],
    ],
    [
      "Two threats at once win",
      "Red has three in a row with both ends open. Yellow can block a1 or e1, but not both.",
      "44332",
      ["a1", "e1"],
    ],
    [
      "Look above your disc",
      "Your disc frees the cell above it. If Red plays e1 here, Yellow completes a line in e2.",
      "2341127374",
      ["e2"],
    ],
    [
      "A full board is a draw",
      "If nobody has four in a row and no cell is free, nobody wins.",
      "121212212121343434434343565656656565777777",
    ],
  ]);

export class RulesView {
  title = "How to play - Foursight";

  constructor() {
    this.root = h(
      "article",
      { class: "rules" },
      h("h1", {}, "How to play"),
      h("ol", { class: "rule-list" }, ...RULES.map(rule)),
      h("h2", {}, "Where it is"),
      h(
        "p",
        {},
        "Columns are a to g, from the left. Rows are 1 to 6, from below: d1 is at the bottom, in the middle.",
      ),
      h("h2", {}, "After a game"),
      h(
        "p",
        {},
        "“Show me” opens the disc from which you can learn most, and says why. Every reason is checked against all replies.",
      ),
      signs(),
      h(
        "p",
        { class: "actions" },
        h("a", { class: "button primary", href: "/" }, "Play"),
        h("a", { class: "button", href: "/learn" }, "Learn to see it coming"),
      ),
    );
  }

  readdress() {}

  leave() {}
}

/** @param {typeof RULES[number]} rule */
function rule([title, words, moves, marks = []]) {
  const named = Object.fromEntries(marks.map((cell) => [cell, "!"]));
  return h(
    "li",
    { class: "own-game" },
    miniBoard(after(STANDARD, readMoves(moves, STANDARD)), named),
    h("div", {}, h("h2", {}, title), h("p", {}, words)),
  );
}
