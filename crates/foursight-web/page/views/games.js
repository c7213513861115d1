// The games that were played in this browser, with a picture and a link each, and how accuracy has changed.

import * as api from "../net/api.js";
import { addressOf, gameAt } from "../core/address.js";
import {
  accuracyCourse,
  continueInWords,
  gameInWords,
  gamesGraded,
  gamesWithout,
  ownGames,
  percent,
  runningGames,
  stateOf,
  tally,
} from "../core/own_games.js";
import { shown } from "../core/game.js";
import { after, MovesError, readMoves, readSize } from "../core/rules.js";
import { button, buttonRow, h, put, svg } from "../browser/dom.js";
import { clearNotice, notify } from "../parts/announcer.js";
import { miniBoard } from "../parts/picture.js";
import { OwnData } from "./own_data.js";

/** @typedef {import("../core/own_games.js").OwnGame} OwnGame */

const [WIDTH, HEIGHT] = [600, 160];

export class GamesView {
  title = "Your games - Foursight";
  abort = new AbortController();

  /** @param {URL} _ @param {unknown} __ @param {(href: string, state?: unknown) => void} navigate */
  constructor(_, __, navigate) {
    this.navigate = navigate;
    this.summary = h("div", { class: "panel plain" });
    this.running = h("ol", { class: "own-games", "aria-label": "Running games" });
    this.list = h("ol", { class: "own-games", "aria-label": "Finished games" });
    const parts = [this.running, this.summary, this.list, new OwnData().root];
    this.root = h("article", { class: "your-games" }, h("h1", {}, "Your games"), ...parts);
    this.render();
    this.grade();
  }

  readdress() {}

  rename() {
    this.render();
  }

  leave() {
    this.abort.abort();
    clearNotice();
  }

  /** Asks for the accuracy of games that have none yet, one after another. */
  async grade() {
    const { signal } = this.abort;
    try {
      for (const { time, size, connect, moves, color, opening_rule = "none" } of ownGames.get()) {
        if (ownGames.get().find((game) => game.time === time)?.accuracy !== null) continue;
        const board = readSize(size, connect);
        const about = { size: board, moves: readMoves(moves, board) };
        const review = await api.ask("review", about, signal, { opening_rule });
        const share = review.accuracy[color].kept_share;
        if (!review.complete || share === null) continue;
        ownGames.set(gamesGraded(ownGames.get(), time, share));
        this.render();
      }
    } catch {
      // Without an answer, the games have no accuracy until the next visit.
    }
  }

  /** @param {OwnGame[]} games */
  change(games) {
    const before = ownGames.get();
    ownGames.set(games);
    const n = before.length - games.length;
    this.offerUndo(n === 1 ? "Game deleted." : `${n} games deleted.`, () => ownGames.set(before));
  }

  /** @param {string} words @param {() => void} undo */
  offerUndo(words, undo) {
    const act = () => {
      undo();
      this.render();
    };
    notify(words, { label: "Undo", act });
    this.render();
  }

  render() {
    const games = ownGames.get();
    put(this.summary, ...this.summaryOf(games));
    put(this.running, ...runningGames.get().map((game) => this.runningItem(game)));
    this.running.hidden = !this.running.firstChild;
    put(this.list, ...games.map((game) => this.item(game)));
  }

  /** @param {import("../core/own_games.js").Running} running */
  runningItem(running) {
    const words = continueInWords(running);
    const day = running.id.slice(0, 10);
    const remove = () => {
      const before = runningGames.get();
      runningGames.set(before.filter(({ id }) => id !== running.id));
      this.offerUndo("Game deleted.", () => runningGames.set(before));
    };
    const name = button(words, () => this.navigate(running.address, stateOf(running)));
    const about = ["begun on ", h("time", { datetime: running.id }, day)];
    return gameItem(pictureOf(running), name, about, remove, `${words}, ${day}`);
  }

  /** @param {OwnGame[]} games */
  summaryOf(games) {
    if (games.length === 0) {
      return [
        h(
          "p",
          {},
          "Games that you finish, against the machine or a friend elsewhere, appear here. They are stored only in this browser.",
        ),
        h("a", { class: "button primary", href: "/" }, "Play"),
      ];
    }
    const { nWon, nDrawn, nLost } = tally(games);
    const course = accuracyCourse(games);
    const last = course.at(-1);
    return [
      h("p", {}, `${nWon} won, ${nDrawn} drawn, ${nLost} lost. These games are stored only in this browser.`),
      last !== undefined && h("p", {}, `You kept the result in ${percent(last)} of your recent moves.`),
      course.length > 1 && graph(course),
      buttonRow(button("Delete all", () => this.change([]))),
    ];
  }

  /** @param {OwnGame} game */
  item(game) {
    const size = readSize(game.size, game.connect);
    const moves = readMoves(game.moves, size);
    const day = game.time.slice(0, 10);
    const words = gameInWords(game);
    const name = h("a", { href: addressOf(size, moves, game) }, words);
    const share = game.accuracy;
    const kept = share === null ? "" : `, kept the result in ${percent(share)} of the moves`;
    const about = [h("time", { datetime: game.time }, day), kept];
    const remove = () => this.change(gamesWithout(ownGames.get(), game.time));
    return gameItem(miniBoard(after(size, moves)), name, about, remove, `${words}, ${day}`);
  }
}

/** @param {Node | null} picture @param {Node} name @param {(Node | string)[]} about @param {() => void} remove @param {string} label */
function gameItem(picture, name, about, remove, label) {
  return h(
    "li",
    { class: "own-game" },
    picture,
    h("div", {}, name, h("p", { class: "quiet" }, ...about)),
    button("Delete", remove, { "aria-label": `Delete: ${label}` }),
  );
}

/** The board of a running game; null if what is kept of it cannot be played. @param {import("../core/own_games.js").Running} running */
function pictureOf({ address, players }) {
  try {
    return miniBoard(shown(gameAt(new URL(address, location.origin), players)));
  } catch (error) {
    if (!(error instanceof MovesError)) throw error;
    return null;
  }
}

/** A line of shares, from the first game on the left to the last one. @param {readonly number[]} course */
function graph(course) {
  const x = (/** @type {number} */ index) => (WIDTH * index) / (course.length - 1);
  const points = course.map((share, index) => `${x(index).toFixed(1)},${(HEIGHT * (1 - share)).toFixed(1)}`);
  const [first, last] = [course[0], course[course.length - 1]];
  return h(
    "figure",
    { class: "accuracy-graph" },
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `Moves that kept the result, over ${course.length} games: from ${percent(first)} to ${percent(last)}`,
      },
      ...[0, 0.5, 1].map((share) =>
        svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share }),
      ),
      svg("polyline", { class: "course", points: points.join(" ") }),
    ),
    h("figcaption", { class: "quiet" }, "Moves that kept the result, 0 to 100%, over your recent games"),
  );
}
