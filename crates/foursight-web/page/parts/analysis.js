// Analysis beside the board: the outcome of every move, the course of the game, and its accuracy.

import { button, buttonRow, h, putIfNew } from "../browser/dom.js";
import { adviceInWords, guessInWords, sentence } from "../core/hint.js";
import { columnLetter, landing, namesOf } from "../core/overlay.js";
import { columnOf, hasRoom, other, sideToMove } from "../core/rules.js";
import { scoreText } from "../core/score.js";
import { insteadOf, nextMistake, sentenceOn } from "../core/review.js";
import { isBoolean, setting } from "../core/settings.js";
import { ApiError } from "../net/api.js";
import { isInVariation, plyOfGame } from "../core/variations.js";
import { inWords } from "./announcer.js";
import { discIcon } from "./disc.js";
import "./graph.js";
import { listenToVariations, placesOf, signs } from "./moves.js";
import { sentences } from "./walk.js";

/** @import { Analysis, Review, Why, Accuracy } from "../net/api.js" */
/** @import { Game } from "../core/game.js" */
/** @import { Color } from "../core/rules.js" */
/** @import { EvaluationGraph } from "./graph.js" */
/** @import { MoveList } from "./moves.js" */

/** Whether the scores have been explained in this browser. */
const isExplained = setting("scores-explained", false, isBoolean);

/**
 * @typedef {object} AnalysisView
 * @property {Game} game
 * @property {import("../core/rules.js").Position} position the shown one
 * @property {boolean} isOver whether the shown position ends the game
 * @property {Color} toMove
 * @property {Analysis | null} analysis
 * @property {Review | null} review
 * @property {boolean} isReviewed whether no more of the review will come
 * @property {Why | null} why
 * @property {Record<"analysis" | "review" | "why", unknown>} errors
 * @property {import("../core/review.js").Lesson | null} lesson tells the reasons itself, or asks for what the scores would tell
 */

/**
 * @typedef {object} AnalysisActions
 * @property {(ply: number) => void} jump
 * @property {(column: number) => void} play
 * @property {(moves: readonly number[]) => void} go to a place in a variation
 * @property {() => void} remove the variation that is shown
 * @property {(line: string) => void} playOut
 * @property {(move: import("../net/api.js").GradedMove) => void} mistake
 * @property {() => void} learn
 * @property {(why: Why, isEscape: boolean) => void} walkThrough
 */

export class AnalysisPanel {
  /** @param {AnalysisActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.graph = /** @type {EvaluationGraph} */ (document.createElement("evaluation-graph"));
    this.list = /** @type {MoveList} */ (document.createElement("move-list"));
    for (const part of [this.graph, this.list]) {
      part.addEventListener("jump", (event) => actions.jump(/** @type {CustomEvent} */ (event).detail.ply));
    }
    listenToVariations(this.list, actions);
    this.verdict = h("p", { class: "verdict" });
    this.comments = h("div", { class: "comments" });
    this.reason = h("div", { class: "reason" });
    this.table = h("div", { class: "score-table" });
    this.help = scoreHelp();
    this.accuracy = h("div", { class: "accuracy" });
    this.mistakeButton = button("Next mistake", () => this.goToMistake());
    this.learnButton = button("Learn from mistakes", () => actions.learn());
    this.mistakes = buttonRow(this.mistakeButton, this.learnButton);
    this.root = h(
      "div",
      { class: "analysis", hidden: true },
      this.verdict,
      h("div", { class: "said" }, this.comments, this.reason),
      isExplained.get() ? "" : this.help,
      this.table,
      h("h2", {}, "How the game went"),
      this.graph,
      this.list,
      this.accuracy,
      this.mistakes,
    );
    /** @type {Review | null} */
    this.review = null;
    this.ply = 0;
  }

  /** @param {AnalysisView} view */
  show(view) {
    const { game, review, analysis } = view;
    this.review = review;
    this.ply = plyOfGame(game);
    const source = [game, analysis, view.errors.analysis, view.isOver];
    putIfNew(this.verdict, source, () => this.verdictOf(view));
    putIfNew(this.comments, [...source, review], () => commentsOn(view));
    for (const part of [this.verdict, this.comments]) part.hidden = view.lesson !== null;
    // A lesson has its own way to the next mistake.
    this.mistakes.hidden = view.lesson !== null;
    for (const part of [this.reason, this.table, this.help])
      part.hidden = view.isOver || view.lesson !== null;
    const reason = [
      view.why,
      view.isOver,
      view.isReviewed,
      review,
      analysis,
      view.errors.why,
      view.errors.review,
    ];
    putIfNew(this.reason, reason, () => this.reasonOf(view));
    putIfNew(this.table, source, () => [view.isOver ? null : this.tableOf(view)]);
    this.graph.show(review, game.size, game.moves.length, this.ply);
    this.list.show(game.moves, this.ply, review, placesOf(game));
    putIfNew(this.accuracy, [game, review, view.isReviewed, view.errors.review], () => this.accuracyOf(view));
    const hasMistakes = review !== null && nextMistake(review, 0) !== null;
    this.mistakeButton.disabled = !hasMistakes;
    this.learnButton.disabled = !hasMistakes;
  }

  /** @param {AnalysisView} view */
  verdictOf({ analysis, errors, isOver, toMove, position }) {
    if (isOver) return ["The game is over."];
    if (!analysis && isFinal(errors.analysis)) return [inWords(errors.analysis)];
    if (!analysis) return [errors.analysis ? "No answer yet. Trying again…" : "Solving…"];
    if (!analysis.advice)
      return [discIcon(toMove), h("span", { class: "estimate" }, openInWords(analysis, toMove, position))];
    const score = analysis.score === null ? "" : scoreText(analysis.score);
    return [
      discIcon(toMove),
      h("span", {}, `${toMove === "red" ? "Red" : "Yellow"} ${analysis.words}`),
      score && h("span", { class: "badge" }, score),
    ];
  }

  /** @param {AnalysisView} view */
  reasonOf(view) {
    const { why, game, analysis, errors } = view;
    // The review appears above, and must not move what is already there.
    const isReviewed = view.isReviewed || errors.review || game.moves.length === 0;
    if (!why && (!isReviewed || !analysis || analysis.score === null)) return [];
    if (!why)
      return [
        h("p", { class: "quiet" }, isFinal(errors.why) ? inWords(errors.why) : "Looking for the reason…"),
      ];
    const graded = gradedAt(view);
    const mistake = graded?.symbol ? graded : null;
    const instead = mistake ? insteadOf(mistake, game.positions[mistake.ply]) : "";
    const column = mistake && why.better ? why.better - 1 : null;
    const better =
      mistake &&
      column !== null &&
      button(`Show ${landing(game.positions[mistake.ply], column)}`, () =>
        this.actions.go([...game.moves.slice(0, mistake.ply), column]),
      );
    const play = why.line && button("Play it out", () => this.actions.walkThrough(why, false));
    const escape =
      why.kind === "certain" && button("Try to escape", () => this.actions.walkThrough(why, true));
    return [...sentences(why.parts, instead), buttonRow(play || null, escape, better || null)];
  }

  /** @param {AnalysisView} view */
  tableOf({ analysis, position }) {
    const rows = Array.from({ length: position.size.width }, (_, column) => {
      const move = analysis?.moves.find((candidate) => candidate.column === column + 1);
      const isGood = analysis?.advice?.recommended.includes(column + 1) ?? false;
      return hasRoom(position, column) ? this.row(position, column, move, isGood) : fullRow(column);
    });
    const head = ["Move", "Score", "Outcome"].map((name) => h("th", { scope: "col" }, name));
    head.push(h("th", { scope: "col", class: "variation" }, "Best line"));
    return h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "The outcome of every column"),
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...rows),
    );
  }

  /**
   * @param {import("../core/rules.js").Position} position
   * @param {number} column
   * @param {import("../net/api.js").MoveScore | undefined} move once it is known
   * @param {boolean} isGood
   */
  row(position, column, move, isGood) {
    const name = landing(position, column);
    const play = button(name, () => this.actions.play(column), {
      class: "play",
      "aria-label": `Play ${name}`,
      // The button keeps the focus when a disc has been played in its column.
      "data-name": columnLetter(column),
    });
    const head = h("th", { scope: "row" }, play);
    if (!move) return h("tr", { class: "closed" }, head, h("td"), h("td", { colspan: 2 }));
    const score = move.score === null ? "…" : scoreText(move.score);
    const side = sideToMove(position);
    const winner = move.score ? (move.score > 0 ? side : other(side)) : null;
    return h(
      "tr",
      { class: isGood ? "best" : "" },
      head,
      h("td", {}, h("span", { class: "badge" }, winner && discIcon(winner), winner && " ", score)),
      h(
        "td",
        {},
        move.words,
        isGood &&
          h("span", { class: "star", title: "best" }, " ★", h("span", { class: "visually-hidden" }, "best")),
      ),
      h("td", { class: "variation" }, this.line(position, name, move)),
    );
  }

  /** @param {import("../core/rules.js").Position} position @param {string} name @param {import("../net/api.js").MoveScore} move */
  line({ moves }, name, { line }) {
    const cells = namesOf([...moves, ...[...line].map(columnOf)])
      .slice(moves.length)
      .join(" ");
    return button(cells, () => this.actions.playOut(line), {
      class: "line",
      title: cells,
      "aria-label": `Play out the line that starts with ${name}: ${cells}`,
    });
  }

  /** @param {AnalysisView} view */
  accuracyOf({ review, isReviewed, game, errors }) {
    if (game.moves.length === 0 || (!review && isFinal(errors.review))) return [];
    if (!review) return [h("p", { class: "quiet" }, "Grading the moves…")];
    const rows = /** @type {const} */ (["red", "yellow"]).map((color) =>
      this.accuracyRow(color, review.accuracy[color]),
    );
    const head = ["", "Best", "Kept the result", "?!", "?", "??", "???"].map((name) =>
      h(name ? "th" : "td", name ? { scope: "col" } : {}, name),
    );
    return [
      h(
        "table",
        {},
        h("caption", {}, "Accuracy"),
        h("thead", {}, h("tr", {}, ...head)),
        h("tbody", {}, ...rows),
      ),
      h("details", {}, h("summary", {}, "What the signs mean"), signs()),
      !review.complete &&
        h("p", { class: "quiet" }, isReviewed ? gradedInWords(review) : "Some moves are still being graded…"),
    ];
  }

  /** @param {Color} color @param {Accuracy} accuracy */
  accuracyRow(color, { best_share, kept_share, inaccuracies, mistakes, blunders, ...missed }) {
    const percent = (/** @type {number | null} */ share) =>
      share === null ? "–" : `${Math.round(100 * share)}%`;
    const nMissed = missed.missed_blocks + missed.missed_wins;
    const counts = [inaccuracies, mistakes, blunders, nMissed].map((n) => (best_share === null ? "–" : n));
    const cells = [percent(best_share), percent(kept_share), ...counts];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, discIcon(color), color === "red" ? "Red" : "Yellow"),
      ...cells.map((cell) => h("td", {}, String(cell))),
    );
  }

  goToMistake() {
    const ply = this.review && nextMistake(this.review, this.ply);
    const move = ply !== null && this.review?.moves[ply];
    if (move) this.actions.mistake(move);
  }
}

/** How much of a game could be graded. @param {Review} review */
function gradedInWords({ moves }) {
  const n = moves.filter((move) => move !== null).length;
  return `${n} of ${moves.length} moves ${n === 1 ? "is" : "are"} graded: only what is proved gets a grade.`;
}

/** The grade of the last move of the game on the board. @param {Pick<AnalysisView, "game" | "review">} view */
function gradedAt({ game, review }) {
  return isInVariation(game) ? null : (review?.moves[game.ply - 1] ?? null);
}

/**
 * Comments on the last move, and why no column has a star: all moves lose, or one is as good as another.
 *
 * @param {AnalysisView} view
 */
function commentsOn({ game, review, analysis, position }) {
  const graded = gradedAt({ game, review });
  return [
    graded?.symbol && h("p", {}, sentenceOn(graded, game.positions[graded.ply])),
    analysis?.advice?.recommended.length === 0 && h("p", {}, sentence(adviceInWords(analysis, position))),
  ];
}

/** The words for a position in which no move is proved to be best. @param {Analysis} analysis @param {Color} toMove @param {import("../core/rules.js").Position} position */
function openInWords(analysis, toMove, position) {
  const side = toMove === "red" ? "Red" : "Yellow";
  const result = analysis.words === "undecided" ? "Not proved yet" : `${side} ${analysis.words}`;
  return analysis.guess === null ? `${result}.` : `${result}; ${guessInWords(analysis, position)}.`;
}

/** Whether an error is final: the question is not repeated. @param {unknown} error */
function isFinal(error) {
  return error instanceof ApiError && !error.isPassing;
}

/** @param {number} column */
function fullRow(column) {
  return h(
    "tr",
    { class: "closed" },
    h("th", { scope: "row" }, columnLetter(column)),
    h("td", {}, "–"),
    h("td", { colspan: 2 }, "full"),
  );
}

/** The meaning of the scores, shown until it is understood. */
function scoreHelp() {
  const note = h(
    "p",
    { class: "score-help" },
    "The tag above a column says who wins with best play after a disc there, and in how many moves. ",
    button("Got it", () => {
      isExplained.set(true);
      note.remove();
    }),
  );
  return note;
}
