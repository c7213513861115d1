// <foursight-board>: a board to look at or to play on, the same as on Foursight's page.

import { oneOf } from "./check.js";
import { columnLetter } from "./core/overlay.js";
import { after, readMoves, readSize } from "./core/rules.js";
import { columnScores } from "./core/score.js";
import { DEFINITIONS } from "./definitions.js";
import { FoursightError } from "./answer.js";
import { load } from "./module.js";
import { FourBoard } from "./parts/board.js";
import { sharedPool } from "./pool.js";
import { isPosition, Position } from "./position.js";
import { PALETTES, THEMES, checkLevel } from "./questions.js";
import { STYLE } from "./style.js";
import { trusted } from "./trusted.js";

/** @import { Color } from "./position.js" */
/** @import { BoardView } from "./parts/board.js" */

const OWN_STYLE = `${STYLE}
  :host { display: block; max-width: 32rem; font: 1rem/1.4 system-ui, sans-serif; }
  :host([hidden]), [hidden] { display: none; }
  :host([theme="light"]), :host([theme="dark"]) { background: var(--page); color: var(--ink); }
  :host([theme="light"]) { color-scheme: light; }
  :host([theme="dark"]) { color-scheme: dark; }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  p { margin: 0.5rem 0; }
`;

const INSIDE = `${DEFINITIONS}<p class="status" part="status" role="status"></p><p class="reason" part="reason" aria-live="polite"></p>`;

/** @type {CSSStyleSheet | null} one for all boards of a page */
let sheet = null;

const COLORS = /** @type {const} */ (["red", "yellow"]);
const LABELS = /** @type {const} */ (["letters", "numbers"]);

/** The second color's name in sentences, for palettes that do not call it yellow. @type {Record<string, string>} */
const SECOND = { "red-blue": "blue", "red-black": "black", classic: "black" };

/** Attributes that say which position is shown; the others leave a game as it is. */
const OF_POSITION = ["position", "size", "connect"];
const FLAGS = ["scores", "reason", "still"];
const NUMBERS = ["connect", "level"];
const TEXTS = ["size", "plays", "theme", "palette", "labels"];

/** Signs on the board. @typedef {{ rings?: string[], arrows?: [string, string][] }} Marks */

/**
 * Attributes, each also a property: `position` (the moves played, from 1), `size` and `connect` of other boards, `level`
 * (0 to 10: the machine answers), `plays` (`red` or `yellow`: the person's color against a level), `scores` (of each
 * move), `reason` (why the result is what it is), `still` (nobody plays), `labels`, `theme` and `palette`.
 */
export class FoursightBoard extends HTMLElement {
  static observedAttributes = ["position", ...FLAGS, ...NUMBERS, ...TEXTS];

  #root = this.attachShadow({ mode: "open" });
  #board = new FourBoard();
  /** @type {Position | null} null while the attributes are wrong, and before they are read */
  #position = null;
  /** Hints from outside, and the solver's answers about the position. @type {Partial<BoardView>} */
  #known = {};
  /** The move that led to the position. @type {{ color: Color, column: number } | null} */
  #played = null;
  /** Whether attributes have changed since they were read; `position` if a new game begins. @type {"position" | "others" | null} */
  #changed = "position";
  /** Ends the questions about a position that is no longer shown. */
  #asked = new AbortController();

  constructor() {
    super();
    if ("adoptedStyleSheets" in this.#root) {
      if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(OWN_STYLE);
      this.#root.adoptedStyleSheets = [sheet];
    }
    this.#root.innerHTML = trusted().createHTML(INSIDE);
    this.#board.isAlone = true;
    this.#board.setAttribute("part", "board");
    this.#part(".status").before(this.#board);
    this.#board.addEventListener("play", (event) => {
      this.#drop(/** @type {CustomEvent<{ column: number }>} */ (event).detail.column + 1);
    });
  }

  connectedCallback() {
    // A framework may have set properties before the element was defined.
    for (const name of [...FoursightBoard.observedAttributes, "hints", "marks"]) {
      if (!Object.hasOwn(this, name)) continue;
      const own = /** @type {any} */ (this);
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
    this.#changed ??= "others";
    this.#read();
  }

  disconnectedCallback() {
    this.#asked.abort();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    // Several attributes change one after another: only all of them together are right.
    if (!this.#changed) queueMicrotask(() => this.isConnected && this.#read());
    if (this.#changed !== "position") this.#changed = OF_POSITION.includes(name) ? "position" : "others";
  }

  /** The position on the board; null while an attribute is wrong. @returns {Position | null} */
  get position() {
    this.#read();
    return this.#position;
  }

  /** @param {Position | string | null} position */
  set position(position) {
    if (isPosition(position)) {
      set(this, "size", position.size);
      set(this, "connect", position.connect);
    }
    set(this, "position", position);
  }

  /** The moves on the board. */
  get moves() {
    return this.position?.moves ?? "";
  }

  /** Columns to which a trail leads, from 1, until the position changes. */
  set hints(/** @type {readonly number[]} */ columns) {
    this.#read();
    this.#known.advised = columns.map((column) => column - 1);
    this.#draw();
  }

  /** Signs on the board, until the position changes. */
  set marks(/** @type {Marks} */ { rings = [], arrows = [] }) {
    this.#read();
    this.#known.overlay = { rings, arrows, links: [], steps: [] };
    this.#draw();
  }

  /** Plays a disc where a click may: not on a still board, nor in the machine's turn. @param {number} column */
  play(column) {
    const position = this.position;
    const isClosed = this.hasAttribute("still")
      ? "this board is still"
      : this.#isMachines && "the level is to move";
    if (!position || isClosed) {
      const message = isClosed || "an attribute of this board is wrong";
      throw new FoursightError({ code: "illegal_move", message, field: "column" });
    }
    this.#drop(column);
  }

  /** Takes back the last disc, and the answer of a level. */
  undo() {
    const position = this.position;
    if (!position?.moves) return;
    const { size, connect } = position;
    const isPersons = (/** @type {number} */ ply) => this.#level === null || COLORS[ply % 2] === this.#person;
    let ply = position.ply - 1;
    while (ply > 0 && !isPersons(ply)) ply -= 1;
    this.#show(new Position(position.moves.slice(0, ply), { size, connect }));
  }

  /** Begins again with the position of the attributes. */
  reset() {
    this.#position = null;
    this.#changed = "position";
    this.#read();
  }

  /** @param {number} column */
  #drop(column) {
    const before = /** @type {Position} */ (this.position);
    const position = before.play(column);
    this.#show(position, before.toMove && { color: before.toMove, column });
    this.#tell("move", { column, position });
    if (position.outcome) this.#tell("gameover", { outcome: position.outcome, position });
  }

  /** Sends an event, which leaves the shadow tree. @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** Reads the attributes if they have changed. A notation that needs the module comes later. */
  #read() {
    const changed = this.#changed;
    this.#changed = null;
    if (!changed) return;
    try {
      const now = this.#position;
      const next = changed === "position" || !now ? this.#described() : now;
      if (now && now.moves === next.moves && now.size === next.size && now.connect === next.connect) {
        this.#show(now, this.#played);
      } else {
        this.#show(next);
      }
    } catch (error) {
      this.#fail(error);
      // It may be a notation that the module reads.
      if (!isNotLoaded(error)) return;
      const { signal } = this.#asked;
      load().then(
        () => signal.aborted || this.reset(),
        (failure) => this.#fail(failure),
      );
    }
  }

  /** The position that the attributes describe. */
  #described() {
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

  /** The person's color against a level. */
  get #person() {
    return oneOf("plays", this.getAttribute("plays") ?? "red", COLORS);
  }

  /** Whether the machine is to move. */
  get #isMachines() {
    const toMove = this.#position?.toMove ?? null;
    const isOther = toMove !== this.#person;
    return this.#level !== null && toMove !== null && isOther;
  }

  /** Shows a position. @param {Position} position @param {{ color: Color, column: number } | null} [played] */
  #show(position, played = null) {
    this.#forget();
    oneOf("theme", this.getAttribute("theme") ?? "light", THEMES);
    oneOf("palette", this.getAttribute("palette") ?? "red-yellow", PALETTES);
    oneOf("labels", this.getAttribute("labels") ?? "letters", LABELS);
    this.#position = position;
    this.#played = played;
    this.#draw();
    this.#board.hidden = false;
    this.#part(".status").textContent = this.#worded(this.#state(position));
    const { signal } = this.#asked;
    if (this.isConnected)
      this.#ask(position, signal).catch((error) => signal.aborted || console.error(error));
  }

  /** Forgets what belongs to the position before. */
  #forget() {
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#part(".reason").textContent = "";
    this.#known = {};
  }

  /** What is wrong is for whoever writes the page. @param {unknown} error */
  #fail(error) {
    this.#forget();
    this.#position = null;
    this.#board.hidden = true;
    this.#part(".status").textContent = "";
    if (!isNotLoaded(error)) console.error(error);
  }

  /** Asks the worker for everything that belongs to a position: the machine's move, scores, the reason. @param {Position} position @param {AbortSignal} signal */
  async #ask(position, signal) {
    const level = this.#level;
    if (position.outcome) return;
    if (level !== null && this.#isMachines) {
      const column = await (await sharedPool()).play(position, { level, signal });
      this.#drop(column);
      return;
    }
    if (this.hasAttribute("scores")) {
      const analysis = await (await sharedPool()).analyze(position, { signal });
      const size = readSize(position.size, position.connect);
      this.#known.scores = columnScores(analysis, size, position.ply);
      this.#draw();
      const scores = this.#known.scores.map((found) => found?.score ?? null);
      this.#tell("score", { scores, position });
    }
    if (this.hasAttribute("reason")) {
      const { sentences, overlay, hero } = await (await sharedPool()).why(position, { signal });
      this.#part(".reason").textContent = this.#worded(sentences.join(" "));
      this.#known.overlay = { ...overlay, steps: [], hero };
      this.#draw();
    }
  }

  #draw() {
    const position = this.#position;
    if (!position) return;
    const size = readSize(position.size, position.connect);
    const isOpen = !this.hasAttribute("still") && !this.#isMachines && position.outcome === null;
    this.#board.show({
      position: after(size, readMoves(position.moves, size)),
      closed: isOpen ? null : "",
      isOver: this.hasAttribute("still"),
      ...this.#known,
    });
    const names = this.#root.querySelectorAll(".column-name:not(.row-name)");
    names.forEach((name, column) => (name.textContent = this.#columnName(column)));
    for (const element of this.#root.querySelectorAll("[aria-label], .score text, .visually-hidden")) {
      const label = element.getAttribute("aria-label");
      if (label !== null) element.setAttribute("aria-label", this.#worded(label));
      else element.textContent = this.#worded(element.textContent ?? "");
    }
  }

  /** The name of a column below the board. @param {number} column */
  #columnName(column) {
    return this.getAttribute("labels") === "numbers" ? String(column + 1) : columnLetter(column);
  }

  /** A text with the names that the discs and the columns have here. @param {string} text */
  #worded(text) {
    const second = SECOND[this.getAttribute("palette") ?? ""] ?? "yellow";
    return text
      .replace(/\byellow\b/g, second)
      .replace(/\bYellow\b/g, second[0].toUpperCase() + second.slice(1))
      .replace(/(\b[Cc]olumn )([a-j])\b/g, (_, before, letter) => {
        return before + this.#columnName(letter.charCodeAt(0) - "a".charCodeAt(0));
      });
  }

  /** Whose turn it is, or how the game ended. @param {Position} position */
  #state({ toMove, outcome }) {
    const name = (/** @type {string} */ color) => (color === "red" ? "Red" : "Yellow");
    const result = outcome === "draw" ? "Nobody wins." : outcome && `${name(outcome)} wins.`;
    const played = this.#played;
    const move = played && `${name(played.color)} played column ${columnLetter(played.column - 1)}. `;
    return `${move ?? ""}${result ?? (toMove && `${name(toMove)} to move.`)}`;
  }

  /** @param {string} selector */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(selector));
  }
}

/** Sets an attribute from the value of a property. @param {Element} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

for (const name of [...FLAGS, ...NUMBERS, ...TEXTS]) {
  const isFlag = FLAGS.includes(name);
  Object.defineProperty(FoursightBoard.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {Element} */
    get() {
      const text = this.getAttribute(name);
      if (isFlag) return text !== null;
      return text !== null && NUMBERS.includes(name) ? Number(text) : text;
    },
    /** @this {Element} @param {unknown} value */
    set(value) {
      set(this, name, isFlag ? Boolean(value) : value);
    },
  });
}

/** Whether only the module can read a position. @param {unknown} error */
function isNotLoaded(error) {
  return error instanceof FoursightError && error.code === "not_loaded";
}

/** The attribute as a number, or as it is if it is not a number. @param {string} text */
function numberOf(text) {
  return /^\d+$/.test(text) ? Number(text) : text;
}

customElements.define("foursight-board", FoursightBoard);
