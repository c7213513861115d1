// The way to the puzzle of the day, with its picture once the puzzle has arrived.

import { h, put } from "../browser/dom.js";
import { taskInWords } from "../core/puzzle.js";
import { after, readMoves, readSize } from "../core/rules.js";
import { request } from "../net/api.js";
import { icon } from "./icons.js";
import { miniBoard } from "./mini_board.js";

export class DailyCard {
  isAsked = false;

  constructor() {
    this.picture = h("span", { class: "way-picture" }, icon("puzzle"));
    this.task = h("small", {}, "A new one every day, the same for everybody");
    const words = h("span", { class: "way-words" }, h("strong", {}, "Puzzle of the day"), this.task);
    this.root = h("a", { class: "way", href: "/daily" }, this.picture, words, icon("next"));
  }

  /** Asks for the puzzle once. Without an answer, the card stays as it is. */
  async load() {
    if (this.isAsked) return;
    this.isAsked = true;
    const puzzle = await request("/api/puzzles/daily").catch(() => null);
    if (!puzzle) return;
    const size = readSize(puzzle.size, puzzle.connect);
    put(this.picture, miniBoard(after(size, readMoves(puzzle.pos, size))));
    this.task.textContent = `${taskInWords(puzzle)}. Difficulty ${puzzle.difficulty} of 5.`;
  }
}
