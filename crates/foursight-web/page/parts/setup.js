// The form for a new game: against whom, with which color, on which board.

import { button, field, h, select } from "../browser/dom.js";
import { allLevels } from "../core/levels.js";
import { setting } from "../core/settings.js";
import { sizeText } from "../core/rules.js";
import { SizeFields } from "./size_fields.js";

/** @typedef {import("../core/rules.js").Size} Size */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../core/game.js").Players} Players */
/** @typedef {"machine" | "person" | "online" | "watch"} Kind */

/**
 * Level is red's where two machines play.
 *
 * @typedef {{ kind: Kind, color: Color, level: number, second: number }} Opponents
 */
/** @typedef {import("../net/api.js").OnlineGame} OnlineGame */

/**
 * @typedef {object} SetupActions
 * @property {(size: Size, players: Players) => void} start
 * @property {(players: Players) => void} goOn from the shown position
 * @property {(game: OnlineGame) => Promise<void>} create
 */

const KINDS = /** @type {const} */ ([
  ["machine", "The machine", "Eleven levels, from random to perfect"],
  ["person", "A friend here", "Take turns on this screen"],
  ["online", "A friend online", "Send a link, play live"],
  ["watch", "Two machines", "Watch them play"],
]);

const CLOCKS = /** @type {const} */ ([
  ["", "No clock"],
  ["60+1", "1 minute + 1 s"],
  ["180+2", "3 minutes + 2 s"],
  ["300+5", "5 minutes + 5 s"],
  ["900+10", "15 minutes + 10 s"],
]);

/** @type {Opponents} */
const FIRST = { kind: "machine", color: "red", level: 3, second: 3 };

/** @param {unknown} value @returns {value is Opponents} */
function isOpponents(value) {
  const { kind, color, level, second } = /** @type {Record<string, any>} */ (value ?? {});
  const isLevel = (/** @type {unknown} */ n) => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= 10;
  return (
    KINDS.some(([known]) => known === kind) &&
    ["red", "yellow"].includes(color) &&
    [level, second].every(isLevel)
  );
}

const kept = setting("opponents", FIRST, isOpponents);

/** The players that were chosen last; online games are set up anew each time. @returns {Players} */
export function keptPlayers() {
  return playersOf(kept.get());
}

/** @param {Opponents} opponents @returns {Players} */
function playersOf({ kind, color, level, second }) {
  if (kind === "watch") return { red: level, yellow: second };
  if (kind === "person") return { red: "person", yellow: "person" };
  return color === "red" ? { red: "person", yellow: level } : { red: level, yellow: "person" };
}

export class Setup {
  /** @param {SetupActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.opponents = kept.get();
    this.root = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => this.submit(event) });
    this.board = new SizeFields();
    this.build();
  }

  build() {
    const { kind } = this.opponents;
    const fields =
      kind === "machine"
        ? this.machineFields()
        : kind === "watch"
          ? this.watchFields()
          : kind === "online"
            ? this.onlineFields()
            : [];
    this.goOnButton = button("Play from here", () => this.goOn());
    this.goOnButton.hidden = kind === "online" || !this.canGoOn;
    const label = kind === "online" ? "Create game" : "New game";
    this.root.replaceChildren(
      this.kinds(),
      h("div", { class: "fields" }, ...fields),
      this.board.root,
      h(
        "div",
        { class: "actions" },
        h("button", { type: "submit", class: "primary" }, label),
        this.goOnButton,
      ),
    );
  }

  /** Whether there is a position to go on from. */
  canGoOn = false;

  /** @param {Size} size @param {boolean} canGoOn */
  show(size, canGoOn) {
    this.canGoOn = canGoOn;
    this.board.show(size);
    if (this.goOnButton) this.goOnButton.hidden = !canGoOn || this.opponents.kind === "online";
  }

  kinds() {
    const choices = KINDS.map(([kind, title, note]) =>
      h(
        "label",
        { class: "card" },
        h("input", {
          type: "radio",
          name: "kind",
          value: kind,
          checked: kind === this.opponents.kind,
          onchange: () => this.choose(kind),
        }),
        h("span", {}, h("strong", {}, title), h("small", {}, note)),
      ),
    );
    return h("fieldset", { class: "cards" }, h("legend", {}, "Play against"), ...choices);
  }

  /** @param {Partial<Opponents>} part */
  set(part) {
    this.opponents = { ...this.opponents, ...part };
  }

  /** @param {Kind} kind */
  choose(kind) {
    this.set({ kind });
    this.build();
    const chosen = this.root.querySelector("input:checked");
    if (chosen instanceof HTMLElement) chosen.focus();
  }

  /** @param {"level" | "second"} which */
  levels(which) {
    const options = allLevels().map(
      ({ level, name }) => /** @type {const} */ ([String(level), `${level} · ${name}`]),
    );
    const note = h("small", { class: "quiet" });
    const list = select(options, String(this.opponents[which]), {
      name: which,
      onchange: () => {
        this.set({ [which]: Number(list.value) });
        describe();
      },
    });
    const describe = () => {
      note.textContent = allLevels()[this.opponents[which]]?.description ?? "";
    };
    describe();
    return { list, note };
  }

  machineFields() {
    const { list, note } = this.levels("level");
    const color = select(
      [
        ["red", "Red, first"],
        ["yellow", "Yellow, second"],
      ],
      this.opponents.color,
      {
        name: "color",
        onchange: () => {
          this.set({ color: color.value === "yellow" ? "yellow" : "red" });
        },
      },
    );
    return [field("Level", list), field("You are", color), note];
  }

  watchFields() {
    return [field("Red", this.levels("level").list), field("Yellow", this.levels("second").list)];
  }

  onlineFields() {
    return [
      field(
        "You are",
        select(
          [
            ["random", "Random color"],
            ["red", "Red, first"],
            ["yellow", "Yellow, second"],
          ],
          "random",
          { name: "color" },
        ),
      ),
      field("Clock", select(CLOCKS, "", { name: "clock" })),
      field(
        "Your name",
        h("input", { name: "name", maxlength: 30, autocomplete: "nickname", placeholder: "optional" }),
      ),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "pie" }),
        h(
          "span",
          {},
          "Pie rule",
          h(
            "small",
            {},
            "The second player may take over the first disc: fairer, since red can force a win on 7x6",
          ),
        ),
      ),
    ];
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.opponents.kind === "online") {
      this.actions.create(this.onlineGame());
      return;
    }
    kept.set(this.opponents);
    this.actions.start(this.board.chosen(), playersOf(this.opponents));
  }

  goOn() {
    kept.set(this.opponents);
    this.actions.goOn(playersOf(this.opponents));
  }

  /** @returns {OnlineGame} */
  onlineGame() {
    const data = new FormData(this.root);
    const [initial_s, increment_s] = String(data.get("clock")).split("+").map(Number);
    const size = this.board.chosen();
    return {
      color: /** @type {Color | "random"} */ (data.get("color")),
      name: String(data.get("name")).trim() || undefined,
      clock: data.get("clock") ? { initial_s, increment_s } : undefined,
      pie: data.has("pie"),
      size: sizeText(size),
      connect: size.connect,
    };
  }
}
