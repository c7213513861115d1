// Entering a position: by clicking discs, pasting text, or opening a file. The view, and its screen. `/enter`

import * as api from "../net/api.js";
import { addressOf, analysisOf } from "../core/address.js";
import { bare, clicked, counts, fromRows, gridText, problem, sideToMove } from "../core/arrangement.js";
import { PEOPLE } from "../core/game.js";
import { gamesIn } from "../core/game_file.js";
import { machineOf, withMachine } from "../core/levels.js";
import { readMoves, readSize, STANDARD } from "../core/rules.js";
import { colorName } from "../core/status.js";
import { inWords } from "../parts/announcer.js";
import { button, field, fileButton, h, put, setAttribute } from "../browser/dom.js";
import { Arranger } from "../parts/arranger.js";
import { discIcon } from "../parts/disc.js";
import { SizeFields } from "../parts/size_fields.js";
import { besideOf, tableOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../core/arrangement.js").Arrangement} Arrangement */
/** @typedef {import("../core/arrangement.js").Tool} Tool */
/** @typedef {import("../core/rules.js").Size} Size */
/** @typedef {import("../net/api.js").Position} Position */

/** Delay before a request, so that quick clicks do not ask about every board on the way. */
const WAIT_MS = 200;

export class EnterView {
  title = "Enter a position - Foursight";
  arrangement = bare(STANDARD);
  /** @type {Tool} */
  tool = "turn";
  /** Moves that lead to the position, null while there are none. @type {readonly number[] | null} */
  moves = [];
  /** @type {import("../core/address.js").Opening} */
  opening = {};
  words = "";
  abort = new AbortController();

  /** @param {URL} _url @param {unknown} _state @param {(href: string, state?: unknown) => void} navigate */
  constructor(_url, _state, navigate) {
    const address = () => addressOf(this.arrangement.size, this.moves ?? [], this.opening);
    this.screen = new EnterScreen({
      click: (cell) => this.change(clicked(this.arrangement, this.tool, cell)),
      choose: (tool) => this.choose(tool),
      clear: () => this.change(bare(this.arrangement.size)),
      resize: (size) => this.change(bare(size)),
      read: (text) => this.read(text),
      analyze: () => navigate(analysisOf(address()), { players: PEOPLE, isBegun: true }),
      play: () => {
        const { level } = machineOf(PEOPLE);
        navigate(address(), {
          players: withMachine(level, sideToMove(this.arrangement) ?? "red"),
          isBegun: true,
        });
      },
    });
    this.root = this.screen.root;
    this.change(this.arrangement);
  }

  readdress() {}

  leave() {
    this.abort.abort();
  }

  /** @param {Tool} tool */
  choose(tool) {
    this.tool = tool;
    this.render();
  }

  /** Shows another arrangement, and checks it. @param {Arrangement} arrangement */
  async change(arrangement) {
    this.arrangement = arrangement;
    this.opening = {};
    const why = problem(arrangement);
    this.settle(null, why ?? "Checking…");
    const { signal } = this.abort;
    if (why) return;
    const { size } = arrangement;
    try {
      await api.pause(WAIT_MS, signal);
      const position = await api.readPosition(gridText(arrangement), size, signal);
      this.settle(position, stateInWords(position, arrangement));
    } catch (error) {
      if (!signal.aborted) this.settle(null, inWords(error));
    }
  }

  /** Shows the arrangement that a text describes. @param {string} text */
  async read(text) {
    const [game] = gamesIn(text);
    this.settle(null, "Reading…");
    const { signal } = this.abort;
    try {
      const position = await api.readPosition(game?.text ?? text, this.arrangement.size, signal);
      this.arrangement = fromRows(readSize(position.size, position.connect), position.rows);
      this.opening = game?.opening ?? {};
      this.settle(position, stateInWords(position, this.arrangement));
    } catch (error) {
      if (!signal.aborted) this.settle(null, inWords(error));
    }
  }

  /** Shows the known facts about the current arrangement; drops older questions. @param {Position | null} position @param {string} words */
  settle(position, words) {
    this.abort.abort();
    this.abort = new AbortController();
    const { size } = this.arrangement;
    this.moves = position && readMoves(position.pos, size);
    this.words = words;
    this.render();
  }

  render() {
    const { arrangement, tool, words } = this;
    this.screen.show({ arrangement, tool, words, isPossible: this.moves !== null });
  }
}

/** @param {Position} position @param {Arrangement} arrangement */
function stateInWords({ outcome, words }, arrangement) {
  const side = sideToMove(arrangement);
  if (!outcome && side) return `${colorName(side)} to move.`;
  return `The game is over: ${words}.`;
}

/**
 * @typedef {object} EnterActions
 * @property {(cell: import("../core/rules.js").Cell) => void} click
 * @property {(tool: Tool) => void} choose
 * @property {() => void} clear
 * @property {(size: Size) => void} resize
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

class EnterScreen {
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
