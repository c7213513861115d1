// No view of a network game or of a puzzle breaks a rule of axe-core.

import { testViews } from "../axe.js";
import { column, text } from "../browser.js";
import { steps } from "../lessons.js";
import { stage } from "../stage.js";
import { positionOf } from "../../crates/foursight-web/page/core/lessons.js";
import { legal } from "../../crates/foursight-web/page/core/rules.js";

const { server, browser } = await stage();

/** @typedef {import("../browser.js").Page} Page */

/** @param {Page} page */
async function create(page) {
  await page.getByRole("button", { name: "Play a friend" }).first().click();
  await page.getByLabel("Clock").selectOption("60+1");
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByRole("textbox", { name: "Invitation" }).waitFor();
}

/** @param {string} path @param {object} body @param {string} [secret] */
async function post(path, body, secret) {
  const headers = {
    "content-type": "application/json",
    ...(secret ? { authorization: `Bearer ${secret}` } : {}),
  };
  const response = await fetch(server.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A game whose yellow seat is free: links to red's seat and to the game, and functions that continue it. */
async function newGame() {
  const clock = { initial_s: 600, increment_s: 5 };
  const { game, secret, seat_link, link } = await post("/api/games", { color: "red", name: "Ann", clock });
  const path = `/api/games/${game.id}`;
  const join = () => post(`${path}/join`, { name: "Bob" });
  const resign = () => post(`${path}/actions`, { action: "resign" }, secret);
  return { seat_link, link, join, resign };
}

async function running() {
  const { seat_link, join } = await newGame();
  await join();
  return seat_link;
}

async function finished() {
  const { seat_link, join, resign } = await newGame();
  await join();
  await resign();
  return seat_link;
}

/** Plays the best move of the puzzle, or one that is not. @param {boolean} isRight */
const answer = (isRight) => async (/** @type {Page} */ page) => {
  const { pos } = await server.json(new URL(page.url()).pathname.replace("/puzzles", "/api/puzzles"));
  const { moves } = await server.json(`/api/analyze?pos=${pos}`);
  await text(page.locator(".status"), /to move: only/);
  await column(page, moves.find((/** @type {any} */ move) => move.best === isRight).column).click();
  await text(page.locator(".feedback"), isRight ? /^(Right|Solved)/ : /(does not win|loses)\.$/);
};

/** Plays the right disc of an exercise, or another one. @param {boolean} isRight */
const exercise = (isRight) => async (/** @type {Page} */ page) => {
  const { line } = steps[Number(new URL(page.url()).pathname.split("/")[2]) - 1];
  await text(page.locator(".status"), /to move/);
  const wrong = legal(positionOf(steps[2])).find((other) => other !== line[0]) ?? 0;
  await column(page, (isRight ? line[0] : wrong) + 1).click();
  await page
    .locator(isRight ? ".drill .sentences p" : ".drill .asked")
    .first()
    .waitFor();
};

/** Plays the first disc, and opens the list of positions. @param {number} n @param {RegExp} said */
const train = (n, said) => async (/** @type {Page} */ page) => {
  await text(page.locator(".status"), /Red to move/);
  await column(page, n).click();
  await text(page.locator(".feedback"), said);
  await page.getByText("More", { exact: true }).click();
  await page.getByText("Your positions").click();
  await page.locator(".beat-positions a").waitFor();
};

/** @param {Page} page */
async function keptGames(page) {
  await page.evaluate(() => {
    const game = { size: "7x6", connect: 4, color: "red", level: 3, isResigned: false, moves: "1212121" };
    const games = [0.5, 0.9].map((accuracy, n) => {
      return { ...game, winner: "red", accuracy, time: `2026-11-2${n}T20:15:00.000Z` };
    });
    localStorage.setItem("foursight.games", JSON.stringify(games));
  });
  await page.reload();
  await page.getByRole("img", { name: /over 2 games/ }).waitFor();
}

testViews(browser, server.origin, [
  ["an invitation", "/", create],
  [
    "joining",
    async () => (await newGame()).link,
    (page) => page.getByRole("button", { name: "Join the game" }).waitFor(),
  ],
  ["a running network game", running, (page) => text(page.locator(".status"), /Your move/)],
  ["a finished network game", finished, (page) => text(page.locator(".status"), /Bob wins: you resigned/)],
  [
    "a game that is not there",
    `/g/${"a".repeat(16)}`,
    (page) => text(page.locator(".status"), /no such game/i),
  ],
  ["puzzles", "/puzzles", (page) => text(page.locator(".status"), /to move: only/)],
  ["a solved puzzle", "/puzzles/1", answer(true)],
  ["a failed puzzle", "/puzzles/2", answer(false)],
  ["the puzzle of the day", "/daily", (page) => text(page.locator(".status"), /to move: only/)],
  ["an example", "/learn/1", (page) => text(page.locator(".feedback"), /Watch/)],
  ["a game of a lesson", "/learn/15", (page) => text(page.locator(".lesson-task"), /never blocks/)],
  ["an exercise", "/learn/5", (page) => text(page.locator(".status"), /to move/)],
  ["an exercise with a picture", "/learn/156", (page) => page.locator(".idea svg").waitFor()],
  ["a solved exercise", "/learn/3", exercise(true)],
  ["a wrong disc in an exercise", "/learn/3", exercise(false)],
  ["the trainer", "/beat", (page) => text(page.locator(".status"), /Red to move/)],
  ["a right disc in the trainer", "/beat?pos=", train(4, /^Right/)],
  ["a wrong disc in the trainer", "/beat?pos=", train(1, /does not win/)],
  ["a game with the trainer", "/beat?mode=games", (page) => text(page.locator(".feedback"), /New: play d1/)],
  ["an attempt to find a hole", "/beat?mode=hole", (page) => text(page.locator(".walk-words"), /Your turn/)],
  ["the games of this browser", "/games", keptGames],
  ["an address where nothing is", "/nowhere", (page) => page.getByText("Nothing here").waitFor()],
]);
