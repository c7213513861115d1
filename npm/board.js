// <foursight-board>: a board to look at or to play on.

import { Pool, Position } from "./index.js";

/** @typedef {import("./index.js").Color} Color */

const STYLE = `
  :host { display: block; max-width: 32rem; color-scheme: light dark; font: 1rem/1.4 system-ui, sans-serif; }
  .board { position: relative; }
  .board svg { display: block; width: 100%; height: auto; }
  .columns { position: absolute; inset: 0; display: flex; }
  .columns button { flex: 1; border: 0; border-radius: 0.5rem; background: none; cursor: pointer; }
  .columns button:disabled { cursor: default; }
  .columns button:hover:enabled { background: rgb(128 128 128 / 0.2); }
  .columns button:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; }
  p { margin: 0.5rem 0; }
`;

const DARK = matchMedia("(prefers-color-scheme: dark)");

/** The width of a column in the units of a picture. */
const CELL = 64;

/** @type {Pool | null} one worker for all boards of a page */
let pool = null;

/** What boards are shown in words, by the color that moves or has won. */
const NAMES = { red: "Red", yellow: "Yellow" };

/**
 * Attributes: `position` (the moves played, from 1), `size` and `connect` of other boards, `level` (0 to 10: the machine
 * answers), `plays` (`red` or `yellow`: the person's color against a level), `scores` (of each move), `reason` (why the
 * result is what it is), `still` (nobody plays). The event `move` follows each disc: its detail has `column` and `position`.
 */
export class FoursightBoard extends HTMLElement {
  static observedAttributes = ["position", "size", "connect", "level", "plays", "scores", "reason", "still"];

  #root = this.attachShadow({ mode: "open" });
  #position = new Position();
  /** Ends what is asked about a position that is no longer shown. */
  #asked = new AbortController();

  constructor() {
    super();
    this.#root.innerHTML = `<style>${STYLE}</style>
      <div class="board"><div class="picture" role="img"></div><div class="columns" role="group" aria-label="Columns"></div></div>
      <p class="status" role="status"></p><p class="reason"></p>`;
    this.#root.addEventListener("keydown", (event) => this.#press(/** @type {KeyboardEvent} */ (event)));
    DARK.addEventListener("change", () => this.#draw());
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#read();
  }

  connectedCallback() {
    this.#read();
  }

  disconnectedCallback() {
    this.#asked.abort();
  }

  /** The position on the board. */
  get position() {
    return this.#position;
  }

  /** Plays a disc, as a click does. @param {number} column */
  play(column) {
    this.#show(this.#position.play(column));
    this.dispatchEvent(new CustomEvent("move", { detail: { column, position: this.#position } }));
  }

  /** Begins with what the attributes say. */
  #read() {
    const connect = this.getAttribute("connect");
    try {
      this.#show(
        new Position(this.getAttribute("position") ?? "", {
          size: this.getAttribute("size") ?? undefined,
          connect: connect === null ? undefined : Number(connect),
        }),
      );
    } catch (error) {
      this.#part(".status").textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {Position} position */
  #show(position) {
    this.#position = position;
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#draw();
    this.#part(".reason").textContent = "";
    this.#ask().catch((error) => {
      if (error.name !== "AbortError") this.#part(".status").textContent = error.message;
    });
  }

  /** Asks the worker for what belongs to the position: the machine's move, the reason. */
  async #ask() {
    const { signal } = this.#asked;
    const position = this.#position;
    const wantsReason = this.hasAttribute("reason") && !position.outcome;
    if (!this.#isMachines() && !wantsReason && !this.hasAttribute("scores")) return;
    pool ??= new Pool({ workers: 1 });
    if (this.#isMachines()) {
      const column = await pool.play(position, { level: Number(this.getAttribute("level")), signal });
      this.play(column);
      return;
    }
    if (this.hasAttribute("scores")) {
      this.#part(".picture").innerHTML = await pool.toSvg(position, { ...look(), scores: true, signal });
    }
    if (wantsReason) {
      const { sentences } = await pool.why(position, { signal });
      this.#part(".reason").textContent = sentences.join(" ");
    }
  }

  #isMachines() {
    const { toMove } = this.#position;
    return this.hasAttribute("level") && toMove !== null && toMove !== (this.getAttribute("plays") ?? "red");
  }

  #draw() {
    const position = this.#position;
    const picture = this.#part(".picture");
    picture.innerHTML = position.toSvg(look());
    picture.setAttribute("aria-label", picture.querySelector("desc")?.textContent ?? "");
    const { toMove, outcome } = position;
    const result = outcome === "draw" ? "Nobody wins." : outcome && `${NAMES[outcome]} wins.`;
    this.#part(".status").textContent = result ?? (toMove && `${NAMES[toMove]} to move.`);
    this.#drawColumns();
  }

  #drawColumns() {
    const columns = this.#part(".columns");
    const width = Number(this.#position.size.split("x")[0]);
    if (columns.childElementCount !== width) {
      const newButton = (/** @type {unknown} */ _, /** @type {number} */ index) => {
        const button = document.createElement("button");
        button.type = "button";
        button.ariaLabel = `Column ${index + 1}`;
        button.addEventListener("click", () => this.play(index + 1));
        return button;
      };
      columns.replaceChildren(...Array.from({ length: width }, newButton));
    }
    const picture = /** @type {SVGSVGElement} */ (this.#root.querySelector("svg")).viewBox.baseVal.width;
    columns.style.insetInline = `${50 - (50 * width * CELL) / picture}%`;
    const isOpen = !this.hasAttribute("still") && !this.#isMachines();
    [...columns.children].forEach((button, index) => {
      /** @type {HTMLButtonElement} */ (button).disabled =
        !isOpen || !this.#position.legalMoves.includes(index + 1);
    });
  }

  /** Digits play, arrows go from column to column. @param {KeyboardEvent} event */
  #press(event) {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...this.#part(".columns").children]);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const open = buttons.filter((button) => !button.disabled);
      const at = open.indexOf(/** @type {HTMLButtonElement} */ (this.#root.activeElement));
      open.at((at + step) % open.length)?.focus();
      event.preventDefault();
    } else if (/^[1-9]$/.test(event.key)) {
      buttons[Number(event.key) - 1]?.click();
    }
  }

  /** @param {string} selector */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(selector));
  }
}

/** @returns {import("./index.js").Look} */
function look() {
  return { theme: DARK.matches ? "dark" : "light" };
}

customElements.define("foursight-board", FoursightBoard);
