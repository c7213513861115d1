// The pages of the report: the tournament, and each of its games.

import { buttonOf, byId, dataOf } from "./elements.js";
import { addFilters, listedGames } from "./list.js";
import { Replay } from "./replay.js";

/** @import { Tournament } from "./elements.js" */

/** @type {Tournament} */
const tournament = dataOf("data");
/** The open game. @type {Replay | undefined} */
let replay;

/** Shows what the address asks for: `#game-17`, `#game-17-move-9`, or the tournament. */
function showPage() {
  const match = /^#game-(\d+)(?:-move-(\d+))?$/.exec(location.hash);
  const isGame = match !== null && document.getElementById(`data-${match[1]}`) !== null;
  const before = replay?.number;
  byId("tournament").hidden = isGame;
  byId("viewer").hidden = !isGame;
  if (isGame) {
    openGame(Number(match[1]), match[2] === undefined ? undefined : Number(match[2]));
  } else {
    replay = undefined;
    document.title = tournament.name;
    if (before !== undefined) byId(`game-${before}`).querySelector("a")?.focus();
  }
}

/**
 * Opens a game after `step` discs; without one at its end.
 *
 * @param {number} number
 * @param {number} [step]
 */
function openGame(number, step) {
  const isNew = replay?.number !== number;
  const game = isNew || !replay ? new Replay(tournament, number) : replay;
  replay = game;
  game.go(step ?? game.lastStep);
  document.title = `Game ${number} · ${tournament.name}`;
  buttonOf("previous-game").disabled = neighbor(game, -1) === undefined;
  buttonOf("next-game").disabled = neighbor(game, 1) === undefined;
  if (isNew && listedGames().length > 0) {
    window.scrollTo(0, 0);
    byId("viewer-title").focus({ preventScroll: true });
  }
}

/**
 * The game before or after this one in the list.
 *
 * @param {Replay} game
 * @param {-1 | 1} offset
 */
function neighbor(game, offset) {
  const listed = listedGames();
  const at = listed.indexOf(game.number);
  return at < 0 ? undefined : listed[at + offset];
}

/** @param {-1 | 1} offset */
function openNeighbor(offset) {
  const number = replay && neighbor(replay, offset);
  if (number !== undefined) location.hash = `#game-${number}`;
}

/**
 * Goes to the next mistake, in this game or a later one in the list.
 *
 * @param {Replay} game
 */
function nextMistake(game) {
  const step = game.nextMistake();
  if (step !== undefined) return game.go(step);
  const listed = listedGames();
  const later = listed.slice(listed.indexOf(game.number) + 1);
  const number = later.find((number) => byId(`game-${number}`).dataset.mistakes !== "0");
  if (number === undefined) {
    byId("status").textContent = "There is no later mistake in the list.";
    return;
  }
  replay = new Replay(tournament, number);
  location.hash = `#game-${number}-move-${replay.nextMistake()}`;
}

/** @type {Record<string, (game: Replay) => void>} */
const STEPS = {
  first: (game) => game.go(0),
  back: (game) => game.go(game.step - 1),
  forward: (game) => game.go(game.step + 1),
  last: (game) => game.go(game.lastStep),
  mistake: nextMistake,
};

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "mistake" };

/** The button that an event comes from. @param {Event} event */
function buttonAt(event) {
  return /** @type {Element} */ (event.target).closest("button");
}

document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  const isText = /** @type {Element} */ (event.target).closest("select, input, .wide") !== null;
  if (!replay || name === undefined || isText || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  STEPS[name](replay);
});

byId("controls").addEventListener("click", (event) => {
  const name = buttonAt(event)?.dataset.step;
  if (replay && name) STEPS[name](replay);
});

byId("whole-log").addEventListener("change", () => replay?.drawLog());
byId("previous-game").addEventListener("click", () => openNeighbor(-1));
byId("next-game").addEventListener("click", () => openNeighbor(1));
window.addEventListener("hashchange", showPage);

addFilters(tournament.players);
document.documentElement.classList.add("scripted");
showPage();
