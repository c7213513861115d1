// The replay of one game.

import { button, h } from "../../../foursight-web/page/browser/dom.js";
import { columnLetter } from "../../../foursight-web/page/core/overlay.js";
import { columnOf, empty, hasRoom, play } from "../../../foursight-web/page/core/rules.js";
import { endOfMove, movesToEnd, scoreText } from "../../../foursight-web/page/core/score.js";
import { Picture } from "../../../foursight-web/page/parts/picture.js";
import { chartOf } from "./chart.js";
import { byId, dataOf, discOf, foreign, tableOf } from "./elements.js";
import { drawLog, errorBlocks } from "./log.js";

/** @import { GameData, Tournament } from "./elements.js" */
/** @import { Position, Size } from "../../../foursight-web/page/core/rules.js" */

/** The position after each disc of a game, from the empty board to the last one that can be played. @param {string} moves @param {Size} size */
function positionsOf(moves, size) {
  const positions = [empty(size)];
  for (const symbol of moves) {
    const before = positions[positions.length - 1];
    if (before.outcome || !hasRoom(before, columnOf(symbol))) break;
    positions.push(play(before, columnOf(symbol)));
  }
  return positions;
}

/** The board for a screen reader: its rows from the top. @param {Position} position */
function describeBoard({ size: { width, height }, columns }) {
  const rows = Array.from({ length: height }, (_, i) => {
    const row = height - 1 - i;
    const cells = columns.flatMap((discs, column) =>
      discs[row] ? [`${columnLetter(column)} ${discs[row]}`] : [],
    );
    return cells.length > 0 ? [`row ${row + 1}: ${cells.join(", ")}`] : [];
  });
  return `Board of ${width} columns. ${rows.flat().join("; ") || "Empty"}.`;
}

/** `step` counts discs; after a fault there is one step more. */
export class Replay {
  /**
   * @param {Tournament} tournament
   * @param {number} number
   */
  constructor(tournament, number) {
    this.tournament = tournament;
    this.number = number;
    /** @type {GameData} */
    this.game = dataOf(`data-${number}`);
    const { width, height, connect } = tournament;
    this.size = { width, height, connect };
    this.positions = positionsOf(this.game.opening + this.game.moves, this.size);
    this.moves = this.positions[this.positions.length - 1].moves;
    this.lastStep = this.moves.length + (this.game.isFault ? 1 : 0);
    this.step = 0;
    this.picture = new Picture(this.size);
    byId("board").replaceChildren(...this.picture.layers);
    this.picture.measure(byId("stage"));
    this.drawFacts();
    this.drawMoves();
    byId("errors").replaceChildren(...errorBlocks(this.game, (player) => this.name(player)));
  }

  /** @param {number | null} player */
  name(player) {
    return this.tournament.players[this.game.players[player ?? 0]] ?? "?";
  }

  /** The index of the move that led to the step; below 0 in the opening. */
  get index() {
    return this.step - 1 - this.game.opening.length;
  }

  get isFault() {
    return this.step > this.moves.length;
  }

  /** The column of the disc that led to the step. @returns {number | undefined} */
  get played() {
    return this.moves[this.step - 1];
  }

  /** The next step whose move was a mistake. */
  nextMistake() {
    const index = this.game.marks.findIndex((mark, index) => index > this.index && mark?.[3]);
    return index < 0 ? undefined : index + 1 + this.game.opening.length;
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(step, this.lastStep));
    const position = this.positions[Math.min(this.step, this.moves.length)];
    this.picture.show(position, byId("board").isConnected);
    byId("board-label").textContent = describeBoard(position) + this.showScores();
    byId("status").replaceChildren(...this.describe());
    this.drawChart();
    this.drawLog();
    this.markMove();
  }

  drawFacts() {
    const { game } = this;
    const players = [discOf(0), " ", foreign(this.name(0)), " – ", discOf(1), " ", foreign(this.name(1))];
    byId("viewer-title").replaceChildren(`Game ${this.number}: `, ...players);
    const result = game.winner === null ? ["Draw"] : [foreign(this.name(game.winner)), " won"];
    const facts = [...result, `: ${game.ending}`];
    if (game.isFault) facts.push(": ", foreign(game.reason));
    facts.push(` · round ${game.round}, pair ${game.pair}`);
    if (game.isAnnulled) facts.push(" · annulled");
    if (game.lost) facts.push(" · ", foreign(this.name(game.loser)), ` was ${game.lost}`);
    if (game.lesson) facts.push(` · to learn from: move ${game.lesson.number}`);
    byId("viewer-facts").replaceChildren(...facts);
    const layers = game.layers.join(", ");
    byId("layers").textContent = layers ? `Isolation of the players: ${layers}.` : "";
  }

  drawMoves() {
    const { game } = this;
    const items = this.moves.map((column, at) => {
      const index = at - game.opening.length;
      const mark = game.marks[index]?.[0] ?? "";
      const parts = [
        h("span", { class: "count" }, `${at + 1}.`),
        discOf(at % 2),
        h("span", { class: "column" }, columnLetter(column)),
        h("strong", { class: MARK_CLASSES[mark] }, mark),
        h("span", { class: "time" }, index < 0 ? "" : milliseconds(game.micros[index])),
      ];
      return h("li", {}, this.stepButton(parts, at + 1, index < 0 ? "opening" : undefined));
    });
    if (game.isFault) {
      const fault = this.stepButton(`${game.ending} (${game.result})`, this.lastStep, "fault");
      items.push(h("li", { class: "wide-item" }, fault));
    }
    byId("moves").replaceChildren(...items);
  }

  /** @param {string | Node[]} label @param {number} step @param {string} [kind] */
  stepButton(label, step, kind) {
    return button(label, () => this.go(step), { class: kind, "data-go": step });
  }

  markMove() {
    const list = byId("moves");
    for (const move of list.querySelectorAll("button")) {
      const isNow = Number(move.dataset.go) === this.step;
      if (isNow) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
      // Scrolls only the list, never the page.
      if (isNow && list.scrollHeight > list.clientHeight)
        list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }

  /** The step in words. @returns {(string | Node)[]} */
  describe() {
    const { game, index, played } = this;
    if (this.isFault) return this.describeFault();
    if (played === undefined) return ["The empty board."];
    const player = this.step <= game.placed ? Number(game.swapped) : (this.step - 1) % 2;
    const column = columnLetter(played);
    if (index < 0) return [`Disc ${this.step}: column ${column}, a move of the opening.`];
    const [mark, remark, remedy, , why] = game.marks[index] ?? [];
    const time = milliseconds(game.micros[index]);
    /** @type {(string | Node)[]} */
    const words = [`Move ${this.step}: `, foreign(this.name(player)), ` played column ${column} in ${time}.`];
    if (game.swapped && this.step === game.placed) words.push(" ", foreign(this.name(0)), " swapped sides.");
    if (remark) words.push(" It ", h("strong", { class: MARK_CLASSES[mark ?? ""] }, remark));
    if (remark) words.push(...(remedy ? [`: ${remedy}.`] : [".", ...this.better()]));
    if (mark === "" && !remark)
      words.push(` No move is better: ${this.outcome(game.scores[index]?.[played] ?? 0)}.`);
    const taught = game.lesson?.number === this.step ? game.lesson.text.join(" ") : why;
    if (taught) words.push(` ${taught}`);
    return words;
  }

  describeFault() {
    const { game } = this;
    const who = game.loser === null ? ["The game ended"] : [foreign(this.name(game.loser)), " lost"];
    return [...who, ` (${game.ending}): `, foreign(game.reason)];
  }

  /** The outcome that a score of this step's move means. @param {number} score */
  outcome(score) {
    return outcome(score, this.size, this.step - 1);
  }

  /** The best columns. */
  better() {
    const scores = this.game.scores[this.index] ?? [];
    const best = Math.max(...scores.filter((score) => score !== null));
    const columns = scores.flatMap((score, x) => (score === best ? [columnLetter(x)] : []));
    const words = columns.length === 1 ? `column ${columns[0]}` : `columns ${columns.join(", ")}`;
    return [` Best: ${words} (${this.outcome(best)}).`];
  }

  /** Above the columns, the scores before the move; returns them in words. */
  showScores() {
    const scores = (!this.isFault && this.game.scores[this.index]) || null;
    this.picture.setScores(null);
    if (!scores) return "";
    const best = Math.max(...scores.filter((score) => score !== null));
    const ply = this.step - 1;
    const shown = scores.map((score) => {
      if (score === null) return null;
      const end = endOfMove(score, this.size, ply);
      return { score, isBest: score === best, words: this.outcome(score), end };
    });
    this.picture.setScores(shown);
    const words = shown.map(
      (item, x) => item && `column ${columnLetter(x)} ${scoreText(item.score)}, ${item.words}`,
    );
    return ` Scores before the move: ${words.filter(Boolean).join("; ")}.`;
  }

  drawChart() {
    const chart = byId("chart");
    const isGraded = this.game.scores.some((scores) => scores);
    chart.toggleAttribute("hidden", !isGraded);
    byId("chart-hint").hidden = !isGraded;
    if (!isGraded) return;
    chart.setAttribute("viewBox", `0 0 ${10 * this.moves.length} 40`);
    chart.replaceChildren(...chartOf(this.game, this.moves, this.size, this.step));
  }

  drawLog() {
    const { game } = this;
    // If no line belongs to a move, as in a truncated log, all lines are shown.
    const isWhole = isWholeLog() || game.log.every(([turn]) => turn < 0);
    const isShown = (/** @type {number} */ turn) => turn === this.index || (turn < 0 && this.step === 0);
    const lines = game.log.filter(([turn]) => isWhole || isShown(turn));
    drawLog(tableOf("log").tBodies[0], game, lines, (player) => this.name(player));
  }
}

function isWholeLog() {
  return /** @type {HTMLInputElement} */ (byId("whole-log")).checked;
}

/** The class of a mark. @type {Record<string, string>} */
const MARK_CLASSES = { "???": "missed", "??": "blunder", "?": "mistake", "?!": "inaccuracy" };

/** @param {number | undefined} micros */
function milliseconds(micros) {
  if (micros === undefined) return "";
  return micros < 10_000 ? `${(micros / 1000).toFixed(1)} ms` : `${Math.round(micros / 1000)} ms`;
}

/**
 * A score in words for the side to move, with `ply` cells taken.
 *
 * @param {number} score
 * @param {Size} size
 * @param {number} ply
 */
function outcome(score, size, ply) {
  if (score === 0) return "a draw";
  return `${score > 0 ? "wins" : "loses"} in ${movesToEnd(Math.abs(score), size, score > 0 ? ply : ply + 1)}`;
}
