// Learning a plan on walks from the first disc on: the way to a card, and a rule in words.

import { columnLetter } from "./overlay.js";
import { lineAt, planTurn } from "./plan.js";
import { after, legal, readMoves, STANDARD } from "./rules.js";

/** @import { Plan } from "./plan.js" */
/** @import { Rule } from "./strategy.js" */

/** The discs of Red's that everybody sees before a rule is asked. */
const MOST_FORCED = 3;

/**
 * The moves from the first disc to the position in which a card is asked; for a rule, after any reply that it answers.
 *
 * @param {Plan} plan
 * @param {string} card
 * @param {number} chance from 0 to 1
 * @returns {readonly number[]}
 */
export function wayTo(plan, card, chance) {
  const moves = readMoves(card.replace("*", ""), STANDARD);
  const turn = card.endsWith("*") && planTurn(plan, moves);
  if (!turn) return moves;
  const ways = waysOn(plan, card, [...moves, turn.column], MOST_FORCED);
  return ways[Math.floor(chance * ways.length)] ?? moves;
}

/**
 * The ways to a rule, after Red's disc.
 *
 * @param {Plan} plan
 * @param {string} card
 * @param {readonly number[]} before
 * @param {number} nForced
 * @returns {(readonly number[])[]}
 */
function waysOn(plan, card, before, nForced) {
  const ways = legal(after(STANDARD, before)).map((reply) => [...before, reply]);
  const turns = ways.map((way) => planTurn(plan, way));
  const asking = ways.filter((_, i) => turns[i]?.card === card);
  if (asking.length > 0 || nForced === 0) return asking;
  return ways.flatMap((way, i) => {
    const next = [...way, turns[i]?.column ?? 0];
    return turns[i]?.card === null && !after(STANDARD, next).outcome
      ? waysOn(plan, card, next, nForced - 1)
      : [];
  });
}

/**
 * The cards in the order of learning: those of the course, other lines that were met, and, after all these, another
 * line of the plan.
 *
 * @param {Plan} plan
 * @param {string} chapter Yellow's first reply; all chapters if there is none with it
 * @param {Readonly<Record<string, unknown>>} met
 */
export function orderOf({ course, lines, index }, chapter, met) {
  const [first, ...chapters] = course.chapters;
  const own = chapters.filter(([card]) => card[1] === chapter);
  const cards = [...first, ...(own.length > 0 ? own : chapters).flat()];
  const known = new Set(course.chapters.flat());
  const others = lines
    .map(({ pos }) => pos)
    .filter((pos) => !known.has(pos) && (own.length === 0 || pos[1] === chapter));
  const isAsked = (/** @type {string} */ pos) =>
    !met[pos] && planTurn({ course, lines, index }, readMoves(pos, STANDARD))?.card === pos;
  const next = cards.every((card) => met[card]) ? others.find(isAsked) : undefined;
  return [...cards, ...others.filter((pos) => met[pos]), ...(next === undefined ? [] : [next])];
}

/** The card of a position; null if the plan has none. @param {Plan} plan @param {string} pos */
export function cardAt(plan, pos) {
  try {
    const line = lineAt(plan, after(STANDARD, readMoves(pos.replace("*", ""), STANDARD)));
    return pos.endsWith("*") ? pos : (line?.pos ?? null);
  } catch {
    return null;
  }
}

/** What a rule does, in a sentence. @param {Rule | null} rule */
export function ruleInWords(rule) {
  if (!rule) return "This is the plan's answer to Yellow's disc.";
  const { makesDoubleThreats, pairs, spare } = rule;
  const parts = [
    "block",
    makesDoubleThreats && "make two threats at once",
    ...pairs.map(([one, two]) => `answer ${one} with ${two} and ${two} with ${one}`),
    "play above Yellow's disc",
    spare.length > 0 && `play in ${spare.map(columnLetter).join(", ")}`,
  ];
  return `From here on, a rule answers each disc; do the first of these that you can: ${parts.filter(Boolean).join("; ")}.`;
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
