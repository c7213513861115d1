// Before a game: the choice of opponent, who begins, and the way to the puzzle of the day. Choices apply to the board
// at once.

import { button, buttonRow, field, h, put, putIfNew, select, setAttribute } from "../browser/dom.js";
import { areFiles } from "../browser/page_address.js";
import { PEOPLE } from "../core/game.js";
import { isWarning, levelChoices, levelLine, levelTitle, machineOf, withMachine } from "../core/levels.js";
import { levelFor } from "../core/match.js";
import { continueInWords, ownGames, runningGames } from "../core/own_games.js";
import { icon } from "./icons.js";
import { chosenIn, NetworkGameForm, openingField, openingInWords } from "./invitation.js";
import { settingSwitch } from "./setting_switch.js";
import { SizeFields } from "./size_fields.js";
import { discIcon } from "./disc.js";
import { taskInWords } from "../core/puzzle.js";
import { after, readMoves, readSize } from "../core/rules.js";
import { request } from "../net/api.js";
import { miniBoard } from "./picture.js";

/** @import { Color, Size } from "../core/rules.js" */
/** @import { Players } from "../core/game.js" */
/** @import { NewNetworkGame } from "../net/api.js" */
/** @import { OpeningRule } from "../core/opening_rule.js" */

/** @typedef {"main" | "friend" | "watch" | "more"} Page */

/**
 * @typedef {object} SetupActions
 * @property {(size: Size, players: Players, rule: OpeningRule) => void} start
 * @property {(size: Size, players: Players, rule: OpeningRule) => void} choose before the first move
 * @property {(game: NewNetworkGame) => Promise<void>} create
 * @property {(game: import("../core/own_games.js").Running) => void} resume
 */

export class Setup {
  /** The board, the players and the rule that are shown. @type {{ size: Size, players: Players, rule: OpeningRule } | null} */
  shown = null;

  /** @param {SetupActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.board = new SizeFields((size) => this.choose({ size }));
    this.opening = openingField({ onchange: () => this.choose({}) });
    this.networkGame = new NetworkGameForm(() => this.size, actions.create);
    this.resume = h("div", { class: "actions resume" });
    this.level = new LevelSlider((level) => this.choose({ level }));
    this.sides = sides((color) => this.choose({ color }));
    this.playWord = h("span");
    const play = [icon("play"), this.playWord];
    this.playButton = button(play, () => this.start(), { class: "primary play-button" });
    this.daily = new DailyCard();
    this.pages = { main: this.main(), friend: this.friend(), watch: this.watch(), more: this.more() };
    this.root = h("div", { class: "setup" }, ...Object.values(this.pages));
    this.turn("main");
  }

  get size() {
    return this.board.chosen();
  }

  get rule() {
    return /** @type {OpeningRule} */ (chosenIn(this.opening).value);
  }

  /** @param {{ size: Size, players: Players, rule: OpeningRule }} shown */
  show(shown) {
    this.shown = shown;
    this.daily.load();
    const [running] = runningGames.get();
    putIfNew(this.resume, [running?.id, running?.n_discs], () => [
      running && button([icon("go"), continueInWords(running)], () => this.actions.resume(running)),
    ]);
    this.board.show(shown.size);
    chosenIn(this.opening).value = shown.rule;
    const { level, color } = machineOf(shown.players);
    this.level.show(level, color === "red" ? "yellow" : "red", shown.size);
    putIfNew(this.playWord, [level, levelTitle(level)], () => [`Play ${levelTitle(level)}`]);
    for (const input of this.sides.querySelectorAll("input")) input.checked = input.value === color;
  }

  /** @param {Partial<{ size: Size, level: number, color: Color }>} part */
  choose(part) {
    if (!this.shown) return;
    const { level, color } = { ...machineOf(this.shown.players), ...part };
    this.actions.choose(part.size ?? this.shown.size, withMachine(level, color), this.rule);
  }

  start() {
    if (this.shown) this.actions.start(this.shown.size, this.shown.players, this.rule);
  }

  /** @param {Page} page */
  turn(page) {
    this.networkGame.show(this.rule);
    this.root.dataset.page = page;
    for (const [name, root] of Object.entries(this.pages)) root.hidden = name !== page;
  }

  /** @param {Page} page */
  open(page) {
    this.turn(page);
    // On a phone, the sheet may have been scrolled to the button.
    this.root.closest(".beside")?.scrollTo(0, 0);
    const first = this.pages[page].querySelector("button, a, input");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  main() {
    const quiet = (/** @type {string} */ label, /** @type {() => void} */ act) =>
      button(label, act, { class: "plain" });
    return h(
      "div",
      { class: "setup-main" },
      h("h2", { class: "tagline" }, "Connect Four that shows you why."),
      h(
        "p",
        { class: "lead" },
        "See which move decided the game, and why. Every reason is checked before it is shown.",
      ),
      this.resume,
      this.level.root,
      h(
        "div",
        { class: "begin" },
        this.playButton,
        this.sides,
        button(
          [icon("friend"), h("span", {}, h("span", { class: "wider" }, "Play a "), "friend")],
          () => this.open("friend"),
          { class: "friend-button", "aria-label": "Play a friend" },
        ),
      ),
      h("div", { class: "ways" }, ...this.ways()),
      h(
        "div",
        { class: "quiet-ways" },
        quiet("Two people here", () => this.actions.start(this.size, PEOPLE, this.rule)),
        quiet("Watch", () => this.open("watch")),
        h("a", { class: "button plain", href: "/enter" }, "Enter a position"),
        quiet("More", () => this.open("more")),
      ),
    );
  }

  ways() {
    const words = (/** @type {string} */ title, /** @type {string} */ note) =>
      h("span", { class: "way-words" }, h("strong", {}, title), h("small", {}, note));
    return [
      button(
        [icon("friend"), words("Play a friend", "Send a link or show a code"), icon("next")],
        () => this.open("friend"),
        { class: "way way-friend" },
      ),
      this.daily.root,
      h(
        "a",
        { class: "way", href: "/learn" },
        icon("book"),
        words("Learn to see it coming", "Short exercises, one idea at a time"),
        icon("next"),
      ),
    ];
  }

  /** A page behind the first one. @param {string} title @param {...Node} children */
  inner(title, ...children) {
    const look = { class: "plain back", "aria-label": "Back to the choices" };
    const back = button(icon("previous"), () => this.open("main"), look);
    return h(
      "div",
      { class: "setup-inner" },
      h("div", { class: "inner-head" }, back, h("h2", {}, title)),
      ...children,
    );
  }

  friend() {
    if (!areFiles) return this.inner("Play a friend", this.networkGame.root);
    return this.inner(
      "Play a friend",
      h("p", {}, "Network games need a Foursight server, which this site does not have."),
      buttonRow(
        button("Two people here", () => this.actions.start(this.size, PEOPLE, this.rule), {
          class: "primary",
        }),
      ),
    );
  }

  watch() {
    const [red, yellow] = [select(levelChoices(), "3"), select(levelChoices(), "3")];
    const watch = () =>
      this.actions.start(this.size, { red: Number(red.value), yellow: Number(yellow.value) }, this.rule);
    return this.inner(
      "Watch two levels play",
      h("div", { class: "fields" }, field("Red", red), field("Yellow", yellow)),
      buttonRow(button("Watch them play", watch, { class: "primary" })),
    );
  }

  more() {
    return this.inner(
      "More",
      h("a", { class: "button", href: "/rules" }, icon("book"), "How to play"),
      h("h3", {}, "Board"),
      this.board.root,
      h("div", { class: "fields" }, this.opening),
      openingInWords(),
      settingSwitch("Take back a blunder, once a game", isWarning),
    );
  }
}

/** The level as a disc that slides in a slot like the board's edge. */
class LevelSlider {
  /** @param {(level: number) => void} onchange */
  constructor(onchange) {
    this.name = h("strong");
    this.number = h("span", { class: "level-number" });
    this.line = h("p", { class: "level-line" });
    this.slot = h("input", {
      type: "range",
      class: "level-slot",
      min: 0,
      max: 10,
      step: 1,
      "aria-label": "Level",
      oninput: () => onchange(Number(this.slot.value)),
    });
    this.root = h(
      "div",
      { class: "level" },
      h("div", { class: "level-head" }, this.name, this.line, this.number),
      this.slot,
    );
  }

  /** @param {number} level @param {Color} color of its discs @param {Size} size */
  show(level, color, size) {
    this.slot.value = String(level);
    this.slot.dataset.color = color;
    setAttribute(this.slot, "aria-valuetext", `${levelTitle(level)}, level ${level} of 10`);
    putIfNew(this.name, [levelTitle(level)], () => [levelTitle(level)]);
    putIfNew(this.number, [level], () => [h("span", { class: "wider" }, "Level "), `${level} of 10`]);
    const suited = levelFor(ownGames.get());
    const words = suited === null || suited === level ? "" : ` Level ${suited} would suit you.`;
    putIfNew(this.line, [levelLine(level, size), words], () => [levelLine(level, size), words]);
  }
}

/** @param {(color: Color) => void} onchange */
function sides(onchange) {
  const side = (/** @type {Color} */ color, /** @type {string} */ word) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "side", value: color, onchange: () => onchange(color) }),
      discIcon(color),
      h("span", {}, word),
    );
  return h(
    "fieldset",
    { class: "sides" },
    h("legend", { class: "visually-hidden" }, "You play"),
    side("red", "First"),
    side("yellow", "Second"),
  );
}

class DailyCard {
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
