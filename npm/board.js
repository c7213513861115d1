// <foursight-board>: a board to look at or to play on, the same as on Foursight's page.

import { oneOf } from "./check.js";
import { DEFINITIONS } from "./definitions.js";
import { Pool, Position } from "./index.js";
import { FourBoard } from "./parts/board.js";
import { columnLetter } from "./core/overlay.js";
import { after, readMoves } from "./core/rules.js";
import { endOfMove } from "./core/score.js";
import { PALETTES, THEMES, checkLevel } from "./questions.js";
import { STYLE } from "./style.js";

/** @typedef {import("./index.js").Color} Color */
/** @typedef {import("./index.js").Analysis} Analysis */
/** @typedef {import("./parts/board.js").BoardView} BoardView */

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(`${STYLE}
  :host { display: block; max-width: 32rem; background: var(--page); color: var(--ink); font: 1rem/1.4 system-ui, sans-serif; }
  :host([hidden]), [hidden] { display: none; }
  :host([theme="light"]) { color-scheme: light; }
  :host([theme="dark"]) { color-scheme: dark; }
  :host([theme="transparent"]) { background: none; color: inherit; }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  p { margin: 0.5rem 0; }
`);

/** @type {Pool | null} one worker for all boards of a page */
let pool = null;

const COLORS = /** @type {const} */ (["red", "yellow"]);

/** The second color's name in sentences, for palettes that do not call it yellow. @type {Record<string, string>} */
const SECOND = { "red-blue": "Blue", "red-black": "Black", classic: "Black" };

/** Attributes that say which position is shown; the others leave a game as it is. */
const OF_POSITION = ["position", "size", "connect"];

/**
 * Attributes: `position` (the moves played, from 1), `size` and `connect` of other boards, `level` (0 to 10: the machine
 * answers), `plays` (`red` or `yellow`: the person's color against a level), `scores` (of each move), `reason` (why the
 * result is what it is), `still` (nobody plays), `theme` and `palette`. The event `move` follows each disc: its detail has
 * `column` and `position`.
 */
export class FoursightBoard extends HTMLElement {
  static observedAttributes = [
    ...OF_POSITION,
    "level",
    "plays",
    "scores",
    "reason",
    "still",
    "theme",
    "palette",
  ];

  #root = this.attachShadow({ mode: "open" });
  #board = new FourBoard();
  /** @type {Position | null} null while the attributes are wrong, and before they are read */
  #position = null;
  /** The solver's answers about the position. @type {Pick<BoardView, "scores" | "overlay">} */
  #known = {};
  /** The move that led to the position. @type {{ color: Color, column: number } | null} */
  #played = null;
  /** Attributes are read when all of them are there. */
  #isShown = false;
  /** Ends the questions about a position that is no longer shown. */
  #asked = new AbortController();

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [SHEET];
    this.#root.innerHTML = `${DEFINITIONS}<p class="status" role="status"></p><p class="reason" aria-live="polite"></p>`;
    this.#board.isAlone = true;
    this.#part(".status").before(this.#board);
    this.#board.addEventListener("play", (event) => {
      this.play(/** @type {CustomEvent<{ column: number }>} */ (event).detail.column + 1);
    });
  }

  connectedCallback() {
    this.#isShown = true;
    this.#update(() => this.#position ?? this.#read());
  }

  disconnectedCallback() {
    this.#isShown = false;
    this.#asked.abort();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (OF_POSITION.includes(name)) {
      this.#position = null;
      this.#played = null;
    }
    if (this.#isShown) this.#update(() => this.#position ?? this.#read());
  }

  /** The position on the board; null while an attribute is wrong. */
  get position() {
    return this.#position;
  }

  /** Plays a disc, as a click does. @param {number} column */
  play(column) {
    const before = this.#position ?? this.#read();
    const after = before.play(column);
    this.#played = before.toMove && { color: before.toMove, column };
    this.#update(() => after);
    this.dispatchEvent(new CustomEvent("move", { detail: { column, position: after } }));
  }

  /** The position that the attributes describe. */
  #read() {
    const connect = this.getAttribute("connect");
    return new Position(this.getAttribute("position") ?? "", {
      size: this.getAttribute("size") ?? undefined,
      connect: connect === null ? undefined : /** @type {number} */ (numberOf(connect)),
    });
  }

  /** The level that answers; null without. */
  get #level() {
    const level = this.getAttribute("level");
    return level === null ? null : checkLevel(numberOf(level));
  }

  /** The name of a color's discs. @param {Color} color */
  #name(color) {
    const second = SECOND[this.getAttribute("palette") ?? ""] ?? "Yellow";
    return color === "red" ? "Red" : second;
  }

  /** Whether the machine is to move. */
  get #isMachines() {
    const toMove = this.#position?.toMove ?? null;
    const person = oneOf("plays", this.getAttribute("plays") ?? "red", COLORS);
    return this.#level !== null && toMove !== null && toMove !== person;
  }

  /** Shows a position, or the error in the attributes. @param {() => Position} position */
  #update(position) {
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#part(".reason").textContent = "";
    this.#known = {};
    try {
      oneOf("theme", this.getAttribute("theme") ?? "light", THEMES);
      oneOf("palette", this.getAttribute("palette") ?? "red-yellow", PALETTES);
      this.#position = position();
      this.#draw(this.#position);
      this.#tell(this.#position);
      this.#ask(this.#position, this.#asked.signal).catch((error) => {
        if (error.name !== "AbortError") this.#say(error.message);
      });
    } catch (error) {
      this.#position = null;
      this.#say(/** @type {Error} */ (error).message);
    }
    this.#board.hidden = this.#position === null;
  }

  /** Asks the worker for everything that belongs to a position: the machine's move, scores, the reason. @param {Position} position @param {AbortSignal} signal */
  async #ask(position, signal) {
    const level = this.#level;
    if (level !== null && this.#isMachines) {
      pool ??= new Pool({ workers: 1 });
      const column = await pool.play(position, { level, signal });
      this.play(column);
      return;
    }
    if (position.outcome) return;
    if (this.hasAttribute("scores")) {
      pool ??= new Pool({ workers: 1 });
      this.#known.scores = scoresOf(await pool.analyze(position, { signal }), position);
      this.#draw(position);
    }
    if (this.hasAttribute("reason")) {
      pool ??= new Pool({ workers: 1 });
      const { sentences, overlay, hero } = await pool.why(position, { signal });
      this.#part(".reason").textContent = sentences.join(" ");
      this.#known.overlay = { ...overlay, steps: [], hero };
      this.#draw(position);
    }
  }

  /** @param {Position} position */
  #draw(position) {
    const [width, height] = position.size.split("x").map(Number);
    const size = { width, height, connect: position.connect };
    const isOpen = !this.hasAttribute("still") && !this.#isMachines && position.outcome === null;
    this.#board.show({
      position: after(size, readMoves(position.moves, size)),
      closed: isOpen ? null : "",
      isOver: this.hasAttribute("still"),
      ...this.#known,
    });
  }

  /** Says whose turn it is, or how the game ended. @param {Position} position */
  #tell({ toMove, outcome }) {
    const result = outcome === "draw" ? "Nobody wins." : outcome && `${this.#name(outcome)} wins.`;
    const played =
      this.#played &&
      `${this.#name(this.#played.color)} played column ${columnLetter(this.#played.column - 1)}. `;
    this.#say(`${played ?? ""}${result ?? (toMove && `${this.#name(toMove)} to move.`)}`);
  }

  /** Shows a sentence, which screen readers read aloud. @param {string} words */
  #say(words) {
    this.#part(".status").textContent = words;
  }

  /** @param {string} selector */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(selector));
  }
}

/**
 * The score of each column, for the board.
 *
 * @param {Analysis} analysis
 * @param {Position} position
 * @returns {BoardView["scores"]}
 */
function scoresOf({ moves, advice }, position) {
  const [width, height] = position.size.split("x").map(Number);
  const ply = position.moves.length;
  return Array.from({ length: width }, (_, index) => {
    const move = moves.find(({ column }) => column === index + 1);
    if (!move) return null;
    const { score, words, column } = move;
    const end = endOfMove(score ?? 0, { width, height, connect: position.connect }, ply);
    return { score, words, isBest: advice?.recommended.includes(column) ?? false, end };
  });
}

/** The attribute as a number, or as it is if it is not a number. @param {string} text */
function numberOf(text) {
  return /^\d+$/.test(text) ? Number(text) : text;
}

customElements.define("foursight-board", FoursightBoard);
