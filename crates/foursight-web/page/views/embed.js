// A board to embed in other pages: playable, with a link to the full page.

import { addressOfGame, gameAt } from "../core/address.js";
import { newGame, PEOPLE, played, redone, shown, undone } from "../core/game.js";
import { legal, STANDARD } from "../core/rules.js";
import { statusOf } from "../core/status.js";
import { button, h, setAttribute } from "../browser/dom.js";
import { announce, inWords, notify } from "../parts/announcer.js";
import { newBoard } from "../parts/board.js";

/** @typedef {import("../core/game.js").Game} Game */

export class EmbedView {
  title = "Connect Four";

  /** @param {URL} url */
  constructor(url) {
    this.board = newBoard({ play: (column) => this.change(played(this.game, column)), refuse: notify });
    this.back = button("Undo", () => this.change(undone(this.game)));
    this.forward = button("Redo", () => this.change(redone(this.game)));
    this.status = h("p", { class: "status" });
    this.link = h("a", { class: "button", target: "_blank", rel: "noopener" }, "Open in Foursight");
    this.root = h(
      "div",
      { class: "embed" },
      h("h1", { class: "visually-hidden" }, "Connect Four"),
      this.status,
      this.board,
      h("div", { class: "tools" }, this.back, this.forward, this.link),
    );
    /** @type {Game} */
    this.game = newGame(STANDARD, PEOPLE);
    this.readdress(url);
  }

  /** @param {URL} url */
  readdress(url) {
    try {
      this.change(gameAt(url, PEOPLE));
    } catch (error) {
      notify(inWords(error));
      this.change(newGame(STANDARD, PEOPLE));
    }
  }

  leave() {}

  /** @param {Game} game */
  change(game) {
    this.game = game;
    const position = shown(game);
    this.status.textContent = statusOf(game);
    announce(statusOf(game));
    this.board.show({ position, closed: legal(position).length > 0 ? null : "The game is over." });
    this.back.disabled = game.ply === 0;
    this.forward.disabled = game.ply === game.moves.length;
    setAttribute(this.link, "href", addressOfGame(game));
  }
}
