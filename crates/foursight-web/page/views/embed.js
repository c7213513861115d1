// A board to embed in other pages, with a link to the full page: `/embed?pos=4455&level=5&theme=dark`. The level answers
// whoever is to move first. `early_theme.js` applies the theme.

import { addressOfGame, gameAt } from "../core/address.js";
import { newGame, PEOPLE, played, redone, shown, undone } from "../core/game.js";
import { MAX_LEVEL, withMachine } from "../core/levels.js";
import { MovesError, sideToMove, STANDARD } from "../core/rules.js";
import { statusOf, whyClosed } from "../core/status.js";
import { button, h, put, setAttribute } from "../browser/dom.js";
import { announce, inWords, notify } from "../parts/announcer.js";
import { newBoard } from "../parts/board.js";
import { THEMES } from "../parts/header.js";
import { Opponent } from "./opponent.js";

/** @typedef {import("../core/game.js").Game} Game */

/** @param {URL} url @returns {Game} */
function framedGame(url) {
  const level = url.searchParams.get("level");
  const theme = url.searchParams.get("theme") ?? "auto";
  const themes = THEMES.map(([name]) => name);
  if (!themes.some((name) => name === theme))
    throw new MovesError(`theme is "${theme}"; it must be one of ${themes.join(", ")}`);
  const game = gameAt(url, PEOPLE);
  if (level === null) return game;
  if (!/^\d+$/.test(level) || Number(level) > MAX_LEVEL)
    throw new MovesError(`level is "${level}"; it must be a whole number from 0 to ${MAX_LEVEL}`);
  return { ...game, players: withMachine(Number(level), sideToMove(shown(game))) };
}

export class EmbedView {
  title = "Connect Four";
  opponent = new Opponent(
    (column) => this.change(played(this.game, column)),
    () => {},
  );

  /** @param {URL} url */
  constructor(url) {
    this.board = newBoard({ play: (column) => this.change(played(this.game, column)), refuse: notify });
    this.back = button("Undo", () => this.change(undone(this.game)));
    this.forward = button("Redo", () => this.change(redone(this.game)));
    this.status = h("p", { class: "status" });
    this.link = h("a", { class: "button", target: "_blank", rel: "noopener" }, "Open in Foursight");
    this.root = h("div", { class: "embed" });
    /** @type {Game} */
    this.game = newGame(STANDARD, PEOPLE);
    this.readdress(url);
  }

  /** @param {URL} url */
  readdress(url) {
    const title = h("h1", { class: "visually-hidden" }, "Connect Four");
    const tools = h("div", { class: "tools" }, this.back, this.forward, this.link);
    try {
      this.change(framedGame(url));
      put(this.root, title, this.status, this.board, tools);
    } catch (error) {
      if (!(error instanceof MovesError)) throw error;
      put(this.root, title, h("p", { class: "status", role: "alert" }, inWords(error)));
    }
  }

  leave() {
    this.opponent.stop();
  }

  /** @param {Game} game */
  change(game) {
    this.game = game;
    this.status.textContent = statusOf(game);
    announce(statusOf(game));
    const closed = whyClosed(game, { isAnalyzing: false, isPaused: false, isFirst: false });
    this.board.show({ position: shown(game), closed });
    this.back.disabled = game.ply === 0;
    this.forward.disabled = game.ply === game.moves.length;
    setAttribute(this.link, "href", addressOfGame(game));
    this.opponent.think(game);
  }
}
