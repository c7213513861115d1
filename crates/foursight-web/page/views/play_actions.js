// Actions that the screen of play and analysis, and keys anywhere, request from their view.

import { lookingAt, newGame } from "../core/game.js";
import { givenUp, nextTask } from "../core/review.js";
import { columnOf } from "../core/rules.js";
import { stateOf } from "../core/own_games.js";
import * as variations from "../core/variations.js";
import { inWords, notify } from "../parts/announcer.js";
import * as api from "../net/api.js";

/** @typedef {import("./play.js").PlayView} PlayView */

/** @param {PlayView} view */
export function keysOf(view) {
  return {
    play: (/** @type {number} */ column) => column < view.game.size.width && view.play(column),
    back: () => view.step(-1),
    forward: () => view.step(1),
    first: () => view.step(-Infinity),
    last: () => view.step(Infinity),
    hint: () => view.hint(),
    flip: () => view.flip(),
    leave: () => view.leaveVariation(),
  };
}

/**
 * @param {PlayView} view
 * @param {(href: string, state?: unknown) => void} navigate
 * @returns {import("./play_screen.js").PlayActions}
 */
export function actionsOf(view, navigate) {
  return {
    ...view.keys,
    refuse: (reason) => notify(reason),
    dismissHint: () => view.dismissHint(),
    retry: () => {
      view.knowledge.drop("review");
      view.render();
    },
    look: (by) => view.look(by),
    jump: (ply) => view.jump(lookingAt(view.game, ply)),
    go: (moves) => view.jump(variations.lookingAtMoves(view.game, moves)),
    playOut: (line) => view.jump(variations.playedOut(view.game, [...line].map(columnOf))),
    remove: () => view.change(variations.withoutVariation(view.game)),
    mistake: (move) => view.goToMistake(move),
    pause: () => view.pause(),
    restart: () => view.restart(),
    seat: (players) => view.seat(view.game.size, players),
    choose: (size, players, rule) => view.seat(size, players, rule),
    swap: () => view.swap(),
    keep: () => view.keep(),
    nextLevel: () => view.nextLevel(),
    rematch: () => view.rematch(),
    resume: (running) => navigate(running.address, stateOf(running)),
    resign: () => view.resign(),
    review: () => view.startLesson("told"),
    learn: () => view.startLesson("open"),
    tell: (by) => view.tell(by),
    walkThrough: (why, isEscape) => view.walking.begin(why, view.game.size, isEscape, view.person),
    walk: (by) => view.walking.step(by),
    escape: () => view.walking.escape(),
    endWalk: () => view.walking.close(),
    better: () => view.askBetter(),
    nextTask: (by) => view.teach(view.lesson && nextTask(view.lesson, by)),
    giveUp: () => view.teach(view.lesson && givenUp(view.lesson)),
    endLesson: () => view.teach(null),
    start: (size, players, rule) => view.start(newGame(size, players, [], rule)),
    goOn: () => view.goOn(),
    create: (options) => createNetworkGame(options, navigate),
    render: () => view.render(),
  };
}

let isCreating = false;

/**
 * Creates a game once, however often it is asked for meanwhile, and goes there.
 *
 * @param {import("../net/api.js").NewNetworkGame} options
 * @param {(href: string, state?: unknown) => void} navigate
 */
async function createNetworkGame(options, navigate) {
  if (isCreating) return;
  isCreating = true;
  try {
    const { link, seat_link } = await api.request("/api/games", { method: "POST", body: options });
    navigate(link, { seatLink: seat_link });
  } catch (error) {
    notify(inWords(error));
  } finally {
    isCreating = false;
  }
}
