// The form for a game with a friend over the network.

import { areNamesFixed } from "../browser/page_address.js";
import { buttonRow, field, h, select } from "../browser/dom.js";
import { OPENING_RULES } from "../core/opening_rule.js";
import { sizeText } from "../core/rules.js";

/** @import { Color, Size } from "../core/rules.js" */
/** @import { NewNetworkGame } from "../net/api.js" */
/** @import { OpeningRule } from "../core/opening_rule.js" */

const COLORS = /** @type {const} */ ([
  ["random", "Random color"],
  ["red", "Red, first"],
  ["yellow", "Yellow, second"],
]);

const CLOCKS = /** @type {const} */ ([
  ["", "No clock"],
  ["60+1", "1 minute + 1 s"],
  ["180+2", "3 minutes + 2 s"],
  ["300+5", "5 minutes + 5 s"],
  ["900+10", "15 minutes + 10 s"],
]);

/** The opening rules in words. */
export function openingInWords() {
  const { pie, swap } = OPENING_RULES;
  return h("p", {}, h("small", {}, `${pie.words}. ${swap.words}. Both are fairer.`));
}

/** The field for the player's name, null if names are fixed. */
export function nameField() {
  if (areNamesFixed) return null;
  const properties = { name: "name", maxlength: 30, autocomplete: "nickname", placeholder: "optional" };
  return field("Your name", h("input", properties));
}

/** The choice of an opening rule. @param {{ onchange?: () => void }} [properties] */
export function openingField(properties = {}) {
  return field("Opening", select(CHOICES, "none", { name: "opening_rule", ...properties }));
}

/** The list in such a field. @param {HTMLElement} opening */
export function chosenIn(opening) {
  return /** @type {HTMLSelectElement} */ (opening.querySelector("select"));
}

const CHOICES = /** @type {const} */ ([
  ["none", "No rule"],
  ["pie", "Pie rule"],
  ["swap", "Swap rule"],
]);

export class NetworkGameForm {
  /** @param {() => Size} size @param {(game: NewNetworkGame) => Promise<void>} create */
  constructor(size, create) {
    this.size = size;
    const opening = openingField();
    this.opening = chosenIn(opening);
    this.offline = h("p", {}, "You are offline: network games need a connection.");
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      create(this.game());
    };
    this.root = h(
      "form",
      { class: "network-form", onsubmit },
      h(
        "div",
        { class: "fields" },
        nameField(),
        field("You are", select(COLORS, "random", { name: "color" })),
        field("Clock", select(CLOCKS, "", { name: "clock" })),
        opening,
      ),
      openingInWords(),
      this.offline,
      buttonRow(h("button", { type: "submit", class: "primary" }, "Create game")),
    );
  }

  /** Begins with an opening rule, and says whether a game could be created now. @param {OpeningRule} rule */
  show(rule) {
    this.opening.value = rule;
    this.offline.hidden = navigator.onLine;
  }

  /** @returns {NewNetworkGame} */
  game() {
    const data = new FormData(this.root);
    const [initial_s, increment_s] = String(data.get("clock")).split("+").map(Number);
    const size = this.size();
    return {
      color: /** @type {Color | "random"} */ (data.get("color")),
      name: String(data.get("name") ?? "").trim() || undefined,
      clock: data.get("clock") ? { initial_s, increment_s } : undefined,
      opening_rule: /** @type {NewNetworkGame["opening_rule"]} */ (data.get("opening_rule")),
      size: sizeText(size),
      connect: size.connect,
    };
  }
}
