// <evaluation-graph>: who was winning after each move; a click or an arrow key goes there.

import { h, put, setAttribute, svg } from "../browser/dom.js";
import { evaluationInWords, scoreText } from "../core/score.js";

/** @import { Review } from "../net/api.js" */
/** @import { Size } from "../core/rules.js" */

const [WIDTH, HEIGHT, MARGIN] = [600, 150, 17];

export class EvaluationGraph extends HTMLElement {
  constructor() {
    super();
    /** @type {(number | null)[]} */
    this.evaluation = [];
    this.ply = 0;
    this.nPlies = 0;
    /** @type {Size | null} */
    this.size = null;
    this.plot = h("div", { class: "plot" });
    this.addEventListener("click", (event) => this.onClick(event));
    this.addEventListener("keydown", (event) => this.onKey(event));
  }

  connectedCallback() {
    this.setAttribute("role", "slider");
    this.setAttribute("tabindex", "0");
    this.setAttribute("aria-label", "Evaluation of the game, by move");
    this.setAttribute("aria-valuemin", "0");
    const words = ["Red wins", "Draw", "Yellow wins"].map((name) => h("span", {}, name));
    put(this, h("div", { class: "graph-words", "aria-hidden": "true" }, ...words), this.plot);
  }

  /**
   * @param {Review | null} review
   * @param {Size} size
   * @param {number} nPlies
   * @param {number} ply the one that is shown
   */
  show(review, size, nPlies, ply) {
    const evaluation = review?.evaluation ?? [];
    Object.assign(this, { evaluation, size, nPlies, ply });
    setAttribute(this, "aria-valuemax", nPlies);
    setAttribute(this, "aria-valuenow", ply);
    setAttribute(this, "aria-valuetext", this.inWords(ply));
    const marks = (review?.moves ?? []).filter((move) => move !== null && move.symbol !== "");
    const dots = marks.map((move) => move && this.dot(move.ply + 1, move));
    put(
      this.plot,
      svg(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        ...this.areas(),
        svg("line", { class: "zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
        svg("line", { class: "now", x1: this.x(ply), x2: this.x(ply), y1: 0, y2: HEIGHT }),
      ),
      ...dots,
    );
  }

  /** @param {number} ply */
  inWords(ply) {
    const score = this.evaluation[ply];
    const words =
      score === null || score === undefined || !this.size
        ? "not yet known"
        : `${evaluationInWords(score, this.size, ply)} (${scoreText(score)} for red)`;
    return `after move ${ply}: ${words}`;
  }

  /** @param {number} ply */
  x(ply) {
    return MARGIN + ((WIDTH - 2 * MARGIN) * ply) / Math.max(this.nPlies, 1);
  }

  /** The square root shows a narrow win as a win. @param {number} score */
  y(score) {
    const most = this.size ? Math.ceil((this.size.width * this.size.height) / 2) - 2 : 1;
    const share = Math.sign(score) * Math.sqrt(Math.min(1, Math.abs(score) / most));
    return HEIGHT / 2 - share * (HEIGHT / 2 - MARGIN);
  }

  /** Steps from ply to ply, red's above the middle and yellow's below. */
  areas() {
    const half = (this.x(1) - this.x(0)) / 2;
    return this.evaluation.flatMap((score, ply) => {
      if (score === null) return [];
      const [y, zero] = [this.y(score), HEIGHT / 2];
      const side = score > 0 ? "red" : score < 0 ? "yellow" : "none";
      const bar = {
        x: this.x(ply) - half,
        width: 2 * half,
        y: Math.min(y, zero),
        height: Math.abs(y - zero),
      };
      const top = { class: `edge ${side}`, x1: bar.x, x2: bar.x + bar.width, y1: y, y2: y };
      return [svg("rect", { class: `area ${side}`, ...bar }), svg("line", top)];
    });
  }

  /**
   * HTML, because the stretched picture would turn circles into ellipses.
   *
   * @param {number} ply
   * @param {import("../net/api.js").GradedMove} move that led there
   */
  dot(ply, { mark, symbol }) {
    const score = this.evaluation[ply] ?? 0;
    const dot = h("span", { class: `graph-dot ${mark}${ply === this.ply ? " here" : ""}` }, symbol);
    dot.style.left = `${(100 * this.x(ply)) / WIDTH}%`;
    dot.style.top = `${(100 * this.y(score)) / HEIGHT}%`;
    return dot;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const box = this.plot.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
    this.go(Math.round(share * this.nPlies));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const to = {
      ArrowLeft: this.ply - 1,
      ArrowDown: this.ply - 1,
      ArrowRight: this.ply + 1,
      ArrowUp: this.ply + 1,
      Home: 0,
      End: this.nPlies,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** @param {number} ply */
  go(ply) {
    const detail = { ply: Math.max(0, Math.min(ply, this.nPlies)) };
    this.dispatchEvent(new CustomEvent("jump", { detail }));
  }
}

customElements.define("evaluation-graph", EvaluationGraph);
