// A game that teaches a plan: which one Yellow repeats, its replies, and where a rule has taken over from the lines.

import { columnAt, lineAt, planMove } from "./plan.js";
import { legal, play } from "./rules.js";

/** @import { Line, Plan } from "./plan.js" */
/** @import { Position } from "./rules.js" */

/**
 * The lines of a level's game that reaches a line, or of any of its games if none does; frequent games are chosen more
 * often.
 *
 * @param {Plan} plan
 * @param {number} level
 * @param {Line} line
 * @param {number} chance from 0 to 1
 * @returns {readonly Line[]}
 */
export function gameTo({ games }, level, line, chance) {
  const all = games.get(level) ?? [];
  const some = all.filter(({ lines }) => lines.includes(line));
  const list = (some.length > 0 ? some : all).flatMap(({ lines, n }) => Array(n).fill(lines));
  return list[Math.floor(chance * list.length)] ?? [];
}

/** Yellow's replies that lead to the next line of a game: two if they mirror each other. @param {Plan} plan @param {Position} position @param {readonly Line[]} game */
export function repliesTo(plan, position, game) {
  const next = game[(position.moves.length + 1) / 2];
  return legal(position).filter((column) => {
    const after = play(position, column);
    return next !== undefined && !after.outcome && lineAt(plan, after) === next;
  });
}

/** The line that decides in a game: null if there is none, or if a rule answers, which may lead to positions of other lines. @param {Plan} plan @param {Position} position */
export function lineInGame(plan, position) {
  const isOwn = planMove(plan, position.moves) === columnAt(plan, position);
  return isOwn ? lineAt(plan, position) : null;
}

/** The plan as a reason, which somebody tries to escape. @param {Plan} plan @returns {import("../../wire").Why} */
export function planAsReason({ lines }) {
  const n = lines.length.toLocaleString("en");
  const text = `The plan has an answer to every disc. It knows ${n} positions, and a checker has tried every reply.`;
  return {
    pos: "",
    kind: "certain",
    complete: true,
    claim: "wins",
    hero: "red",
    idea: null,
    tier: 6,
    better: null,
    better_question: null,
    line: "",
    line_cells: [],
    n_positions: 0,
    plan_positions: null,
    strategies: null,
    sentences: [text],
    parts: [{ kind: "reason", text, items: [] }],
    overlay: { rings: [], arrows: [], links: [], steps: [] },
  };
}
