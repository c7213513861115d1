// Entering a position: by clicking discs, pasting text, or opening a file. `/enter`

import * as api from "../net/api.js";
import { addressOf, analysisOf } from "../core/address.js";
import { bare, clicked, fromRows, gridText, problem, sideToMove } from "../core/arrangement.js";
import { PEOPLE } from "../core/game.js";
import { gamesIn } from "../core/game_file.js";
import { machineOf, withMachine } from "../core/opponents.js";
import { readMoves, readSize, STANDARD } from "../core/rules.js";
import { colorName } from "../core/status.js";
import { inWords } from "../parts/announcer.js";
import { EnterScreen } from "./enter_screen.js";

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
