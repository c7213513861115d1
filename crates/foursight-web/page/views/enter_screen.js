// The screen on which a position is entered: the board with its tools, and fields for text and files.

import { button, field, fileButton, h, put, setAttribute } from "../browser/dom.js";
import { counts } from "../core/arrangement.js";
import { gamesIn } from "../core/game_file.js";
import { Arranger } from "../parts/arranger.js";
import { discIcon } from "../parts/disc.js";
import { SizeFields } from "../parts/size_fields.js";
import { besideOf, tableOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../core/arrangement.js").Arrangement} Arrangement */
/** @typedef {import("../core/arrangement.js").Tool} Tool */

/**
 * @typedef {object} EnterActions
 * @property {(cell: import("../core/rules.js").Cell) => void} click
 * @property {(tool: Tool) => void} choose
 * @property {() => void} clear
 * @property {(size: import("../core/rules.js").Size) => void} resize
 * @property {(text: string) => void} read
 * @property {() => void} analyze
 * @property {() => void} play
 */

/** @typedef {{ arrangement: Arrangement, tool: Tool, words: string, isPossible: boolean }} EnterState */

const TOOLS = /** @type {const} */ ([
  ["turn", "In turn"],
  ["red", "Red"],
  ["yellow", "Yellow"],
  ["remove", "Remove"],
]);

export class EnterScreen {
  /** @param {EnterActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.board = new Arranger(actions.click);
    this.tools = new Map(TOOLS.map(([tool, label]) => [tool, this.tool(tool, label)]));
    this.status = h("p", { class: "status", role: "status" });
    this.counts = h("p", { class: "counts quiet" });
    this.analyze = button("Analyze", actions.analyze, { class: "primary" });
    this.play = button("Play from here", actions.play);
    this.size = new SizeFields(actions.resize);
    this.games = h("div", { class: "games" });
    const tools = h(
      "div",
      { class: "tools", role: "group", "aria-label": "A click places" },
      ...this.tools.values(),
      button("Clear", actions.clear, { class: "tool" }),
    );
    const heading = h("h1", {}, "Enter a position");
    const ways = h("div", { class: "actions" }, this.analyze, this.play);
    const parts = [heading, this.status, this.board.root, this.counts, tools, ways];
    this.root = twoSides(tableOf("The position", ...parts), besideOf(this.panel()));
    this.root.classList.add("enter");
  }

  /** @param {Tool} tool @param {string} label */
  tool(tool, label) {
    const icon = tool === "red" || tool === "yellow" ? discIcon(tool) : null;
    const knob = h("button", { type: "button", class: "tool", onclick: () => this.actions.choose(tool) });
    put(knob, icon, label);
    return knob;
  }

  panel() {
    const text = h("textarea", { rows: 6, spellcheck: "false", autocapitalize: "off" });
    const read = () => this.open(text.value);
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "From text"),
      field("Moves, a grid, an array, or a game", text),
      h("div", { class: "actions" }, button("Read", read)),
      h("h2", {}, "From a file"),
      fileButton("Choose a file", async (file) => this.open(await file.text()), {
        "aria-label": "A game file, or any of these",
      }),
      this.games,
      h("h2", {}, "Size"),
      this.size.root,
    );
  }

  /** Reads a text; of several games, the first one is shown and the others can be chosen. @param {string} text */
  open(text) {
    const games = gamesIn(text);
    const list = h(
      "select",
      { onchange: () => this.actions.read(games[list.selectedIndex].text) },
      ...games.map(({ title }) => h("option", {}, title)),
    );
    put(this.games, games.length > 1 && field("Game", list));
    this.actions.read(games[0]?.text ?? text);
  }

  /** @param {EnterState} state */
  show({ arrangement, tool, words, isPossible }) {
    this.board.show(arrangement);
    this.size.show(arrangement.size);
    this.status.textContent = words;
    const { red, yellow } = counts(arrangement);
    this.counts.textContent = `${red} red, ${yellow} yellow`;
    for (const [name, knob] of this.tools) setAttribute(knob, "aria-pressed", String(name === tool));
    this.analyze.disabled = this.play.disabled = !isPossible;
  }
}
