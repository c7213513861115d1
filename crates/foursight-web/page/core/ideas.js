// Ideas that a word does not explain, each with a picture: the end of a game, and the cells to look at.

/**
 * @typedef {object} Picture
 * @property {string} moves of the game
 * @property {Readonly<Record<string, string>>} marks what stands in a cell
 * @property {string} words
 */

/** By the name of the idea. @type {Readonly<Record<string, Picture>>} */
export const PICTURES = {
  "odd threat": {
    moves: "564157543612136621221563463431325524477",
    marks: { g2: "1", g3: "2" },
    words: "One column is left. Yellow must play below Red's winning cell (1); Red wins on top (2).",
  },
  zugzwang: {
    moves: "55523533167676675225614324622344443",
    marks: { a3: "1", g4: "1", a4: "2", g5: "2" },
    words: "You must move, but would rather not: wherever Yellow plays (1), Red wins on top (2).",
  },
};
