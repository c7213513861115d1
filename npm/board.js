// <foursight-board>: a board to look at or to play on.

import { oneOf } from "./check.js";
import { Pool, Position } from "./index.js";
import { PALETTES, THEMES, checkLevel, widthOf } from "./questions.js";

/** @typedef {import("./index.js").Color} Color */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  :host { display: block; max-width: 32rem; font: 1rem/1.4 system-ui, sans-serif; }
  :host([hidden]) { display: none; }
  .board { position: relative; }
  .board svg { display: block; width: 100%; height: auto; }
  .columns { position: absolute; inset: 0; display: flex; }
  .columns button { flex: 1; padding: 0; border: 0; border-radius: 0.5rem; background: none; cursor: pointer; }
  .columns button[aria-disabled="true"] { cursor: default; }
  .columns button:hover:not([aria-disabled="true"]) { background: rgb(128 128 128 / 0.2); }
  .columns button:focus-visible { outline: 3px solid #fff; outline-offset: -3px; box-shadow: inset 0 0 0 6px #000; }
  p { margin: 0.5rem 0; }
`);

const DARK = matchMedia("(prefers-color-scheme: dark)");

/** The width of a column in the units of a picture. */
const CELL = 64;

/** @type {Pool | null} one worker for all boards of a page */
let pool = null;

const COLORS = /** @type {const} */ (["red", "yellow"]);

/** What colors are called in sentences. */
const NAMES = { red: "Red", yellow: "Yellow" };

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
  /** @type {Position | null} null while the attributes are wrong, and before they are read */
  #position = null;
  /** The move that led to the position, in words. */
  #played = "";
  /** Attributes are read when all of them are there. */
  #isShown = false;
  /** Ends what is asked about a position that is no longer shown. */
  #asked = new AbortController();
  #showAgain = () => this.#update(() => this.#position ?? this.#read());

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [STYLE];
    this.#root.innerHTML = `
      <div class="board"><div class="picture" role="img"></div><div class="columns" role="group" aria-label="Columns"></div></div>
      <p class="status" role="status"></p><p class="reason" aria-live="polite"></p>`;
    this.#root.addEventListener("keydown", (event) => this.#press(/** @type {KeyboardEvent} */ (event)));
    DARK.addEventListener("change", () => this.#isShown && this.#showAgain());
  }

  connectedCallback() {
    this.#isShown = true;
    this.#showAgain();
  }

  disconnectedCallback() {
    this.#isShown = false;
    this.#asked.abort();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (OF_POSITION.includes(name)) {
      this.#position = null;
      this.#played = "";
    }
    if (this.#isShown) this.#showAgain();
  }

  /** The position on the board; null while an attribute is wrong. */
  get position() {
    return this.#position;
  }

  /** Plays a disc, as a click does. @param {number} column */
  play(column) {
    const before = this.#position ?? this.#read();
    const after = before.play(column);
    this.#played = before.toMove ? `${NAMES[before.toMove]} played column ${column}. ` : "";
    this.#update(() => after);
    this.dispatchEvent(new CustomEvent("move", { detail: { column, position: after } }));
  }

  /** The position that the attributes say. */
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

  /** @returns {import("./index.js").Look} */
  get #look() {
    return {
      theme: oneOf("theme", this.getAttribute("theme") ?? (DARK.matches ? "dark" : "light"), THEMES),
      palette: oneOf("palette", this.getAttribute("palette") ?? "red-yellow", PALETTES),
    };
  }

  /** Whether the machine is to move. */
  get #isMachines() {
    const toMove = this.#position?.toMove ?? null;
    const person = oneOf("plays", this.getAttribute("plays") ?? "red", COLORS);
    return this.#level !== null && toMove !== null && toMove !== person;
  }

  /** Shows a position, or what is wrong with the attributes. @param {() => Position} position */
  #update(position) {
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#part(".reason").textContent = "";
    try {
      this.#position = position();
      this.#draw(this.#position);
      this.#ask(this.#position, this.#asked.signal).catch((error) => {
        if (error.name !== "AbortError") this.#say(error.message);
      });
    } catch (error) {
      this.#position = null;
      this.#part(".picture").replaceChildren();
      this.#part(".columns").replaceChildren();
      this.#say(/** @type {Error} */ (error).message);
    }
  }

  /** Asks the worker for what belongs to a position: the machine's move, scores, the reason. @param {Position} position @param {AbortSignal} signal */
  async #ask(position, signal) {
    const level = this.#level;
    if (level !== null && this.#isMachines) {
      pool ??= new Pool({ workers: 1 });
      const column = await pool.play(position, { level, signal });
      this.play(column);
      return;
    }
    if (this.hasAttribute("scores")) {
      pool ??= new Pool({ workers: 1 });
      this.#drawPicture(await pool.toSvg(position, { ...this.#look, scores: true, signal }));
    }
    if (this.hasAttribute("reason") && !position.outcome) {
      pool ??= new Pool({ workers: 1 });
      const { sentences } = await pool.why(position, { signal });
      this.#part(".reason").textContent = sentences.join(" ");
    }
  }

  /** @param {Position} position */
  #draw(position) {
    this.#drawPicture(position.toSvg(this.#look));
    const { toMove, outcome } = position;
    const result = outcome === "draw" ? "Nobody wins." : outcome && `${NAMES[outcome]} wins.`;
    this.#say(`${this.#played}${result ?? (toMove && `${NAMES[toMove]} to move.`)}`);
    this.#drawColumns(position);
  }

  /** @param {string} svg */
  #drawPicture(svg) {
    const picture = this.#part(".picture");
    picture.innerHTML = svg;
    picture.ariaLabel = picture.querySelector("desc")?.textContent ?? "";
  }

  /** @param {Position} position */
  #drawColumns(position) {
    const columns = this.#part(".columns");
    const width = widthOf(position);
    if (columns.childElementCount !== width) {
      columns.replaceChildren(...Array.from({ length: width }, (_, index) => this.#newButton(index + 1)));
    }
    const picture = /** @type {SVGSVGElement} */ (this.#root.querySelector("svg")).viewBox.baseVal.width;
    columns.style.insetInline = `${50 - (50 * width * CELL) / picture}%`;
    const isOpen = !this.hasAttribute("still") && !this.#isMachines;
    const legal = position.legalMoves;
    // A button that is disabled would lose the focus while the machine thinks.
    [...columns.children].forEach((button, index) => {
      button.ariaDisabled = String(!isOpen || !legal.includes(index + 1));
    });
  }

  /** @param {number} column */
  #newButton(column) {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaLabel = `Column ${column}`;
    button.addEventListener("click", () => {
      if (button.ariaDisabled === "false") this.play(column);
    });
    return button;
  }

  /** Digits play, 0 in column 10; arrows go from column to column. @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = /** @type {HTMLButtonElement[]} */ ([...this.#part(".columns").children]);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (this.#root.activeElement));
      buttons.at((at + step) % buttons.length)?.focus();
      event.preventDefault();
    } else if (/^\d$/.test(event.key)) {
      buttons[(Number(event.key) || 10) - 1]?.click();
    }
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

/** The number that an attribute is, or the attribute as it is. @param {string} text */
function numberOf(text) {
  return /^\d+$/.test(text) ? Number(text) : text;
}

customElements.define("foursight-board", FoursightBoard);
