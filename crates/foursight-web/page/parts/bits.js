// The position as numbers: bitboards in two layouts, and the win test by shifting, step by step.

import * as api from "../net/api.js";
import { bitOf, framesOf, hasBit, hex, nRows, valueOf } from "../core/bits.js";
import { sizeText, writeMoves } from "../core/rules.js";
import { button, buttonRow, field, h, put, select, svg } from "../browser/dom.js";
import { inWords } from "./announcer.js";

/** @import { Position, Size } from "../core/rules.js" */
/** @import { LayoutName, Frame } from "../core/bits.js" */

const LAYOUTS = /** @type {const} */ ([
  ["sentinel", "With a sentinel above every column"],
  ["packed", "Packed, lower left cell first"],
]);

const MEANINGS = /** @type {Record<string, string>} */ ({
  mask: "all discs",
  position: "the side to move",
  opponent: "the side that has just moved",
  bottom: "the lowest row",
  key: "position + mask + bottom: unique to each position",
  available: "empty cells",
  red: "red discs",
  yellow: "yellow discs",
});

const ORDER = ["mask", "position", "opponent", "bottom", "key", "available", "red", "yellow"];

export class BitsPanel {
  constructor() {
    /** @type {LayoutName} */
    this.layout = "sentinel";
    this.direction = "horizontal";
    this.step = 0;
    this.asked = "";
    /** @type {Position | null} */
    this.position = null;
    /** @type {api.Bits | null} */
    this.bits = null;
    this.abort = new AbortController();
    this.words = h("div", { class: "words" });
    this.test = h("div", { class: "line-test" });
    const list = select(LAYOUTS, this.layout, {
      onchange: () => {
        this.layout = list.value === "packed" ? "packed" : "sentinel";
        this.render();
      },
    });
    const directions = ["vertical", "horizontal", "rising", "falling"].map(
      (name) => /** @type {const} */ ([name, name]),
    );
    const direction = select(directions, this.direction, {
      onchange: () => {
        this.direction = direction.value;
        this.step = 0;
        this.render();
      },
    });
    this.root = h(
      "section",
      { class: "panel bits" },
      h("h2", {}, "The position as numbers"),
      field("Layout", list),
      this.words,
      h("h2", {}, "Did the last move make a line?"),
      field("Direction", direction),
      this.test,
    );
  }

  /** @param {Position} position */
  async show(position) {
    const key = `${sizeText(position.size)} ${position.size.connect} ${writeMoves(position.moves)}`;
    if (key === this.asked) return;
    this.asked = key;
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    try {
      const failed = (/** @type {unknown} */ error) => put(this.words, h("p", {}, inWords(error)));
      this.bits = await api.persistently(() => api.ask("bits", position, signal), signal, failed);
      this.position = position;
      this.render();
    } catch (error) {
      if (!signal.aborted) put(this.words, h("p", {}, inWords(error)));
    }
  }

  stop() {
    this.abort.abort();
  }

  render() {
    const { bits, position } = this;
    if (!bits || !position) return;
    const words = Object.entries(bits[this.layout].words).sort(
      ([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b),
    );
    put(this.words, ...words.map(([name, digits]) => this.word(name, BigInt(digits), position.size)));
    const test = bits[this.layout].line_tests.find(({ direction }) => direction === this.direction);
    if (test) put(this.test, ...this.lineTest(test, position.size));
  }

  /** @param {string} name @param {bigint} word @param {Size} size */
  word(name, word, size) {
    return h(
      "figure",
      { class: "word" },
      this.drawing({ formula: name, bits: word, over: null, wrapped: 0n }, size, false),
      h(
        "figcaption",
        {},
        h("strong", {}, name),
        h("small", {}, MEANINGS[name] ?? ""),
        h("code", {}, word.toString()),
        h("code", {}, hex(word)),
      ),
    );
  }

  /** @param {api.LineTest} test @param {Size} size */
  lineTest(test, size) {
    const frames = framesOf(test);
    this.step = Math.min(this.step, frames.length - 1);
    const frame = frames[this.step];
    const value = valueOf(frame);
    const go = (/** @type {number} */ step) => {
      this.step = step;
      this.render();
    };
    const isLast = this.step === frames.length - 1;
    const end = !isLast
      ? `Neighbors in this direction are ${test.stride} ${test.stride === 1 ? "bit" : "bits"} apart.`
      : value === 0n
        ? "It is 0: no line in this direction."
        : "It is not 0: there is a line.";
    return [
      h(
        "p",
        { class: "formula", role: "status" },
        h("span", { class: "quiet" }, `Step ${this.step + 1} of ${frames.length} `),
        h("code", {}, frame.formula),
        " = ",
        h("code", {}, value.toString()),
        " = ",
        h("code", {}, hex(value)),
      ),
      this.drawing(frame, size, true),
      h("p", { class: "quiet" }, end),
      buttonRow(
        button("First step", () => go(0), { disabled: this.step === 0 }),
        button("Step back", () => go(this.step - 1), { disabled: this.step === 0 }),
        button("Next step", () => go(this.step + 1), { disabled: isLast }),
      ),
    ];
  }

  /** @param {Frame} frame @param {Size} size @param {boolean} isLarge with the numbers of the bits */
  drawing(frame, size, isLarge) {
    const rows = nRows(this.layout, size);
    const cells = [];
    for (let column = 0; column < size.width; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const bit = bitOf(this.layout, size, column, row);
        const at = { x: column * 20 + 1, y: (rows - 1 - row) * 20 + 1 };
        cells.push(bitCell(frame, bit, at, row >= size.height, isLarge));
      }
    }
    const label = `${frame.formula}: ${count(valueOf(frame))} bits set`;
    return svg(
      "svg",
      {
        class: `bit-drawing${isLarge ? " large" : ""}`,
        viewBox: `0 0 ${size.width * 20} ${rows * 20}`,
        role: "img",
        "aria-label": label,
      },
      ...cells,
    );
  }
}

/**
 * @param {Frame} frame
 * @param {number} bit
 * @param {{ x: number, y: number }} at
 * @param {boolean} isSentinel
 * @param {boolean} isLarge
 */
function bitCell(frame, bit, at, isSentinel, isLarge) {
  const states = [
    isSentinel && "sentinel",
    hasBit(frame.bits, bit) && "set",
    hasBit(frame.over ?? 0n, bit) && "over",
    hasBit(frame.wrapped, bit) && "wrapped",
  ];
  return svg(
    "g",
    { class: `bit ${states.filter(Boolean).join(" ")}` },
    svg("rect", { ...at, width: 18, height: 18, rx: 4 }),
    isLarge && svg("text", { x: at.x + 9, y: at.y + 9 }, String(bit)),
  );
}

/** @param {bigint} word */
function count(word) {
  return word.toString(2).replaceAll("0", "").length;
}
