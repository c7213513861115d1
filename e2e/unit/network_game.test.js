import assert from "node:assert/strict";
import { test } from "node:test";

import {
  canPremove,
  choices,
  clockText,
  networkStatus,
  swappedSeat,
  termsInWords,
  timeLeft,
} from "../../crates/foursight-web/page/core/network_game.js";
import { game, NO_OFFERS } from "./examples.js";

/** @typedef {import("../../crates/foursight-web/page/core/network_game.js").NetworkGame} NetworkGame */

/** @param {"red" | "yellow"} rematch */
const offered = (rematch) => ({ ...NO_OFFERS, rematch });

/** @param {string} name of red */
const called = (name) => {
  const { red, yellow } = game({}).seats;
  return { red: { ...red, name }, yellow };
};

const line = [1, 2, 3, 4].map((column) => [column, 1]);
const won = { outcome: /** @type {const} */ ("red"), ending: /** @type {const} */ ("line"), lines: [line] };

test("what a side may do", () => {
  for (const [state, seat, actions] of /** @type {const} */ ([
    [{}, "red", "offer_takeback offer_draw resign"],
    [{}, null, ""],
    [{ pos: "4", ply: 1, to_move: "yellow", can_swap: true }, "yellow", "swap offer_draw resign"],
    [{ offers: { ...NO_OFFERS, takeback: "yellow" } }, "red", "accept_takeback decline_takeback resign"],
    [{ offers: { ...NO_OFFERS, draw: "yellow" } }, "red", "accept_draw decline_draw resign"],
    [{ offers: { ...NO_OFFERS, draw: "red" } }, "red", "offer_takeback resign"],
    [{ outcome: "red", ending: "resigned" }, "red", "offer_rematch offer_rematch_with_same_colors"],
    [{ ...won, offers: offered("red") }, "yellow", "accept_rematch offer_rematch_with_same_colors"],
    [{ ...won, offers: { ...offered("red"), same_colors: true } }, "yellow", "accept_rematch offer_rematch"],
    [{ ...won, offers: offered("red") }, "red", ""],
  ])) {
    const offered = choices(game(/** @type {Partial<NetworkGame>} */ (state)), seat)
      .map(({ action }) => action)
      .join(" ");
    assert.equal(offered, actions, JSON.stringify(state));
  }
});

test("the sentence above the board", () => {
  for (const [state, seat, words] of /** @type {const} */ ([
    [{}, "red", "Your move"],
    [
      { pos: "4", ply: 1, opening_rule: "swap", to_place: 2 },
      "red",
      "Your move: place a yellow disc, 2 to go",
    ],
    [{ pos: "4", ply: 1, opening_rule: "swap", to_place: 2 }, "yellow", "Ann to move"],
    [{}, "yellow", "Ann to move"],
    [{}, null, "Ann to move"],
    [{ outcome: "red", ending: "time" }, "yellow", "Ann wins on time"],
    [{ outcome: "yellow", ending: "resigned" }, "yellow", "You win: Ann resigned"],
    [{ outcome: "draw", ending: "draw" }, "red", "A draw: the board is full"],
    [{ can_swap: true, to_move: "yellow", ply: 1 }, "yellow", "Your move, or swap sides"],
    [{ outcome: "draw", ending: "agreed" }, "red", "A draw: both agreed"],
    [{ offers: { ...NO_OFFERS, draw: "red" } }, "yellow", "Ann offers a draw"],
    [{ offers: { ...NO_OFFERS, draw: "red" } }, "red", "You offered a draw"],
    [
      { ...won, offers: offered("red") },
      "yellow",
      "You lose: Ann has four in a row. Ann offers a rematch: you play red",
    ],
    [
      { ...won, offers: { ...offered("red"), same_colors: true } },
      "red",
      "You win with four in a row. You offered a rematch: you play red",
    ],
    [{ ...won, offers: offered("red") }, null, "Ann wins with four in a row"],
    [{ seats: called("Bartholomew the Great") }, "yellow", "Bartholomew the… to move"],
    [{ seats: called("שרה") }, "yellow", "\u2068שרה\u2069 to move"],
  ])) {
    assert.equal(networkStatus(game(/** @type {Partial<NetworkGame>} */ (state)), seat), words);
  }
});

test("the labels of a rematch name one's color in it", () => {
  const labels = (/** @type {Partial<NetworkGame>} */ state) =>
    choices(game({ ...won, ...state }), "red").map(({ label, isMain }) => (isMain ? `${label}!` : label));
  assert.deepEqual(labels({}), ["Rematch as yellow", "Rematch as red"]);
  assert.deepEqual(labels({ offers: offered("yellow") }), ["Accept: you play yellow!", "Rematch as red"]);
  const same = { ...offered("yellow"), same_colors: true };
  assert.deepEqual(labels({ offers: same }), ["Accept: you play red!", "Rematch as yellow"]);
});

test("a disc is chosen ahead while the other side is to move", () => {
  for (const [state, seat, can] of /** @type {const} */ ([
    [{}, "yellow", true],
    [{}, "red", false],
    [{}, null, false],
    [{ outcome: "red", ending: "line" }, "yellow", false],
    [{ seats: { ...game({}).seats, yellow: { ...game({}).seats.yellow, taken: false } } }, "yellow", false],
  ]))
    assert.equal(canPremove(game(/** @type {Partial<NetworkGame>} */ (state)), seat), can);
});

test("what was agreed on before the game", () => {
  const clock = { initial_s: 180, increment_s: 2, red_ms: 0, yellow_ms: 0, running: null };
  assert.equal(termsInWords(game({})), "7 columns, 6 rows, 4 in a row.");
  assert.equal(
    termsInWords(game({ clock, opening_rule: "pie" })),
    "7 columns, 6 rows, 4 in a row. 3 min per player plus 2 s per move. " +
      "Pie rule: Red places a disc, then Yellow may swap sides.",
  );
});

test("the pie rule exchanges seats", () => {
  for (const [swapped, began, now] of /** @type {const} */ ([
    [false, "red", "red"],
    [true, "red", "yellow"],
    [true, "yellow", "red"],
    [true, null, null],
  ])) {
    assert.equal(swappedSeat(game({ swapped }), began), now);
    assert.equal(swappedSeat(game({ swapped }), now), began);
  }
});

test("only the clock of the side to move runs", () => {
  const clock = {
    initial_s: 60,
    increment_s: 0,
    red_ms: 60_000,
    yellow_ms: 5_000,
    running: /** @type {const} */ ("red"),
  };
  assert.equal(timeLeft(game({ clock }), "red", 1_500), 58_500);
  assert.equal(timeLeft(game({ clock }), "yellow", 1_500), 5_000);
  assert.deepEqual([61_000, 58_500, 5_050, 0].map(clockText), ["1:01", "0:58", "0:05.1", "0:00.0"]);
});
