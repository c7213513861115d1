// A review: the mistakes of a game, each told with its reason; then the question of what was better.

import { isOver, latest } from "./game.js";
import { cellOf, cellsInWords, landing } from "./overlay.js";
import { isAcross, lineOf } from "./questions.js";
import { columnOf, legal, other, play } from "./rules.js";
import { verdict } from "./score.js";
import { nameTo } from "./status.js";
import { withoutBetter } from "./walk.js";

/** @typedef {import("../net/api.js").Review} Review */
/** @typedef {import("../net/api.js").GradedMove} GradedMove */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./rules.js").Color} Color */
/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("../../wire").Why} Why */
/** @typedef {"told" | "open"} Beginning whether a mistake is told, or asked about */

/** @typedef {GradedMove & { kind?: string, headline?: string, pattern?: string | null, since?: string | null, lost_by?: number | null, counted?: import("../../wire").Counted | null }} Task a mistake, or the move of the game's lesson with its words, what is counted and, if an earlier move had lost the game, the ply of that move */

/**
 * @typedef {object} Lesson
 * @property {readonly Task[]} moves the mistakes and the move of the game's lesson, in the order of play
 * @property {number} index of the mistake that is looked at; the number of mistakes when the lesson is over
 * @property {readonly number[]} tried columns, the last one last
 * @property {"waiting" | Beginning | "found" | "shown"} state
 * @property {number} step the sentence of the reason that is being read
 * @property {Beginning} beginning of each mistake
 * @property {number} [kept] the ply of the position that Learn asks again
 * @property {boolean} [isPartial] whether some moves could not be graded
 * @property {Color | null} [you] the player who reads it
 */

/**
 * The mistakes of these sides in the order of play. A move that only changed the distance to the end is not a mistake.
 *
 * @param {Review} review
 * @param {readonly Color[]} sides
 * @returns {GradedMove[]}
 */
export function mistakes(review, sides) {
  return [...review.mistakes]
    .sort((a, b) => a - b)
    .flatMap((ply) => {
      const move = review.moves[ply];
      return move && sides.includes(move.player) ? [move] : [];
    });
}

/**
 * The ply of the next mistake from a ply on, wrapping around at the end; null if there is none.
 *
 * @param {Review} review
 * @param {number} ply how many moves are shown
 */
export function nextMistake(review, ply) {
  const plies = [...review.mistakes].sort((a, b) => a - b);
  return plies.find((mistake) => mistake >= ply) ?? plies[0] ?? null;
}

/** The loser of a game, null for a draw and while it is open. @param {Game} game */
export function loserOf(game) {
  if (!isOver(game)) return null;
  const { outcome } = latest(game);
  return game.resigned ?? (outcome === "red" || outcome === "yellow" ? other(outcome) : null);
}

/** A lesson whose mistakes are not known yet. @param {Beginning} beginning @returns {Lesson} */
export function waiting(beginning) {
  return { moves: [], index: 0, tried: [], state: "waiting", step: 0, beginning };
}

/**
 * A lesson on the mistakes of a person who did not win or, if there are none or there is no such person, on both sides'
 * mistakes. It begins with the move of the game's lesson.
 *
 * @param {Review} review
 * @param {Color | null} person
 * @param {Color | null} loser
 * @param {Beginning} beginning
 */
export function lessonFor(review, person, loser, beginning) {
  const own = person && (loser === person || !loser) ? mistakes(review, [person]) : [];
  const others = own.length > 0 ? own : mistakes(review, ["red", "yellow"]);
  const first = taught(review);
  const moves = others.filter(({ ply }) => ply !== first?.ply);
  const index = moves.filter(({ ply }) => first && ply < first.ply).length;
  if (first) moves.splice(index, 0, first);
  return { ...lessonOn(moves, beginning, index), isPartial: !review.complete, you: person };
}

/** The move of the game's lesson, null if there is none. @param {Review} review @returns {Task | null} */
function taught({ pos, lesson, moves }) {
  if (!lesson) return null;
  const best = lesson.kind === "missed_win" ? 1 : -1;
  const move = moves[lesson.ply] ?? { ...UNGRADED, best, column: columnOf(pos[lesson.ply]) + 1 };
  return { ...move, ...lesson, best_columns: [lesson.better] };
}

/** On a board that cannot be solved. @type {any} */
const UNGRADED = { score: -1, scores: [] };

/** @param {readonly Task[]} moves @param {Beginning} [beginning] @param {number} [index] @returns {Lesson} */
export function lessonOn(moves, beginning = "open", index = 0) {
  return { moves, index, tried: [], state: beginning, step: 0, beginning };
}

/**
 * The current mistake, null when the lesson is over.
 *
 * @param {Lesson} lesson
 */
export function task(lesson) {
  return lesson.moves[lesson.index] ?? null;
}

/** The idea of the exercises for a mistake. @param {{ idea: string | null, hero: Color | null }} why @param {Task} move @param {Position} before */
export function practiced({ idea, hero }, { player, best_columns }, before) {
  if (idea !== "missed four" && idea !== "four in a row") return String(idea);
  const isOwn = idea === "missed four" || hero === player;
  const color = isOwn ? player : other(player);
  const column = best_columns[0] - 1;
  // A disc that does neither is better for another reason.
  if (lineOf(before, color, column).length > 0 && !isAcross(before, color, column)) return "diagonal";
  return isOwn ? "missed four" : idea;
}

/** Whether the better move may be told. @param {Lesson} lesson */
export function isAnswered({ state }) {
  return state === "found" || state === "shown";
}

/**
 * Rates a column: `best`, `good` if it keeps the result and beats the move played, or `wrong`.
 *
 * @param {GradedMove} move
 * @param {number} column from 0
 */
export function answer(move, column) {
  if (move.best_columns.includes(column + 1)) return "best";
  const score = move.scores[column];
  if (score === null || score === undefined) return "wrong";
  return verdict(score) === verdict(move.best) && score > move.score ? "good" : "wrong";
}

/**
 * The lesson after trying a column.
 *
 * @param {Lesson} lesson
 * @param {number} column
 * @returns {Lesson}
 */
export function tried(lesson, column) {
  const move = task(lesson);
  if (!move || lesson.state !== "open") return lesson;
  const state = answer(move, column) === "wrong" ? "open" : "found";
  return { ...lesson, tried: [...lesson.tried, column], state };
}

/** @param {Lesson} lesson @returns {Lesson} */
export function givenUp(lesson) {
  return { ...lesson, state: "shown" };
}

/** The lesson, now asking what was better. @param {Lesson} lesson @returns {Lesson} */
export function askedBetter(lesson) {
  return { ...lesson, tried: [], state: "open" };
}

/** The lesson on another mistake, or its end after the last mistake. @param {Lesson} lesson @param {number} [by] @returns {Lesson} */
export function nextTask(lesson, by = 1) {
  return { ...lesson, index: Math.max(0, lesson.index + by), tried: [], step: 0, state: lesson.beginning };
}

/**
 * The same lesson about the game with left and right exchanged.
 *
 * @param {Lesson} lesson
 * @param {number} width
 * @returns {Lesson}
 */
export function flipped(lesson, width) {
  const flip = (/** @type {number} */ column) => width + 1 - column;
  const moves = lesson.moves.map(
    ({ kind: _, headline: __, pattern: ___, since: ____, counted: _____, ...move }) => ({
      ...move,
      column: flip(move.column),
      best_columns: move.best_columns.map(flip),
      scores: [...move.scores].reverse(),
      // They name columns, as the lesson's words do, and are not shown.
      remedy: null,
      why: null,
    }),
  );
  return { ...lesson, moves, tried: lesson.tried.map((column) => width - 1 - column) };
}

/**
 * A move in words, with the better move: `missed four in a row: e1 won at once`. Empty for a best move.
 *
 * @param {GradedMove} move
 * @param {Position} before it
 */
export function remarkOn({ remark, mark, best_columns }, before) {
  if (!remark) return "";
  const best = cellsInWords(before, best_columns);
  if (mark === "missed_win") return `${remark}: ${best} won at once`;
  return mark === "missed_block" ? `${remark}: ${best} had to be blocked` : `${remark}; ${best} was best`;
}

/**
 * The same remark as a sentence with the move: `Move 3 (e1??) turned a win into a loss; d3 was best.`
 *
 * @param {GradedMove} move
 * @param {Position} before it
 */
export function sentenceOn(move, before) {
  return `Move ${move.ply + 1} (${landing(before, move.column - 1)}${move.symbol}) ${remarkOn(move, before)}.`;
}

/**
 * A mistake in words: `You played d3. Before it you could draw.`
 *
 * @param {GradedMove & { headline?: string }} move
 * @param {Position} before it
 * @param {Color | null} [you] the player who reads it
 */
export function headline(move, before, you) {
  if (move.headline) return move.headline;
  const cell = landing(before, move.column - 1);
  if (move.mark === "missed_block") return `${cell} did not stop ${nameTo(other(move.player), you)}.`;
  const who = nameTo(move.player, you);
  const could = move.best < 0 ? "" : ` Before it ${who} could ${verdict(move.best)}.`;
  return `${who.replace("y", "Y")} played ${cell}.${could}`;
}

/** Stands for a map of replies, a plan or an example, which nobody can repeat. */
export const LONG = "There is no short reason, only long play. Remember the better disc, or play it out.";

/** The lowest tier of those. */
const LONG_TIER = 5;

/** The sentences of a mistake's reason to read one by one, but not what was better. @param {Why} why @returns {Why["parts"]} */
export function shortStory(why) {
  return why.tier < LONG_TIER ? withoutBetter(why) : [{ kind: "result", text: LONG, items: [] }];
}

/** The move that would have been replaced. @param {GradedMove} move @param {Position} before */
export function insteadOf({ column }, before) {
  return `Instead of ${landing(before, column - 1)}`;
}

/** The replies that the checker tried, in words; empty if there were none. @param {Why} why @param {Position} after the mistake */
export function checkedInWords({ kind, claim, hero, overlay }, after) {
  const [first] = overlay.steps;
  if (kind !== "certain" || claim !== "wins" || first?.player !== hero) return "";
  const n = legal(play(after, cellOf(first.cell)[0])).length;
  return n === 1
    ? `Checked: the only answer to ${first.cell} loses.`
    : `Checked: all ${n} answers to ${first.cell} lose.`;
}
