// A network game, a graded move and a reason, to change for a test.

/** @typedef {import("../../crates/foursight-web/page/core/network_game.js").NetworkGame} NetworkGame */

export const NO_OFFERS = { takeback: null, draw: null, rematch: null, same_colors: false };

/** @param {Partial<NetworkGame>} more @returns {NetworkGame} */
export function game(more) {
  const seat = { taken: true, name: null, connected: true, said: [] };
  return {
    id: "x",
    size: "7x6",
    connect: 4,
    start: "",
    pos: "44",
    ply: 2,
    to_move: "red",
    outcome: null,
    ending: null,
    seats: { red: { ...seat, name: "Ann" }, yellow: seat },
    clock: null,
    opening_rule: "none",
    pie: false,
    to_place: 0,
    can_swap: false,
    swapped: false,
    offers: NO_OFFERS,
    rematch_id: null,
    spectators: 0,
    seq: 4,
    lines: [],
    last_move: 4,
    created_at: 0,
    updated_at: 0,
    ...more,
  };
}

/** @typedef {import("../../crates/foursight-web/page/net/api.js").GradedMove} GradedMove */

/** @param {Partial<GradedMove>} more @returns {GradedMove} */
export function gradedMove(more) {
  return {
    ply: 0,
    column: 1,
    player: "red",
    score: -2,
    best: 3,
    best_columns: [4],
    scores: [-2, -1, 2, 3, null, 0, -4],
    mark: "blunder",
    symbol: "??",
    remark: null,
    remedy: null,
    why: null,
    ...more,
  };
}

/**
 * The reason why Red lost with d3.
 *
 * @type {import("../../crates/foursight-web/wire").Why}
 */
export const WHY = {
  pos: "74434",
  kind: "certain",
  complete: true,
  hero: "yellow",
  claim: "wins",
  idea: "double threat",
  tier: 1,
  sentences: ["Red can block only one."],
  parts: [{ kind: "reason", text: "Red can block only one.", items: [] }],
  better: 2,
  better_question: { pos: "7443", column: 2 },
  overlay: { rings: ["a1", "e1"], arrows: [], links: [], steps: [{ cell: "b1", player: "yellow" }] },
  line: "241",
  line_cells: ["b1", "d4", "a1"],
  n_positions: 1,
  plan_positions: null,
  strategies: null,
};
