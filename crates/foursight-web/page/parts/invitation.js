// A game with a friend over the network: the form that creates it, the invitation, taking the free seat, and continuing
// on another device.

import { networkAddress } from "../core/address.js";
import { termsInWords } from "../core/network_game.js";
import { button, buttonRow, field, h, select } from "../browser/dom.js";
import { areNamesFixed, linkTo } from "../browser/page_address.js";
import { inWords, notify } from "./announcer.js";
import { icon } from "./icons.js";
import { copyField } from "./share.js";
import { OPENING_RULES } from "../core/opening_rule.js";
import { sizeText } from "../core/rules.js";

/** @import { NetworkGame } from "../core/network_game.js" */
/** @import { Color, Size } from "../core/rules.js" */
/** @import { NewNetworkGame } from "../net/api.js" */
/** @import { OpeningRule } from "../core/opening_rule.js" */

/** The words and links for the player who waits. @param {NetworkGame} game */
export function invitation({ id }) {
  const address = networkAddress(id, null);
  const link = linkTo(address);
  return [
    h(
      "div",
      { class: "invite" },
      h("img", {
        class: "code",
        src: `${address}/code.svg`,
        alt: "A code that opens the game when scanned",
        width: 144,
        height: 144,
      }),
      h(
        "div",
        { class: "invite-words" },
        h("h2", {}, "Invite a friend"),
        h("p", {}, "Let them scan the code, or send the link. The game starts when they join."),
        h("p", { class: "link live" }, "Waiting"),
      ),
      copyField("Invitation", link),
      "share" in navigator && shareButton(link),
    ),
  ];
}

/** The button that opens the system's share sheet. @param {string} url */
function shareButton(url) {
  const share = async () => {
    try {
      await navigator.share({ title: "Connect Four", text: "Play Connect Four with me", url });
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      if (!(error instanceof DOMException && error.name === "AbortError")) notify(inWords(error));
    }
  };
  return button([icon("share"), h("span", {}, "Share link")], share, { class: "primary" });
}

/**
 * The choices for a visitor while a seat is free.
 *
 * @param {NetworkGame} game
 * @param {(name: string) => void} join
 * @param {() => void} watch
 */
export function joining(game, join, watch) {
  const color = game.seats.red.taken ? "yellow" : "red";
  const host = game.seats[color === "red" ? "yellow" : "red"].name;
  const onsubmit = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    join(String(new FormData(event.currentTarget).get("name") ?? "").trim());
  };
  const order = color === "red" ? "first" : "second";
  return [
    h(
      "form",
      { class: "invite join", onsubmit },
      h("h2", {}, host ? `${host} invites you to play` : "You are invited to play"),
      h("p", { class: "quiet" }, `You are ${color} and play ${order}. ${termsInWords(game)}`),
      nameField(),
      h("button", { type: "submit", class: "primary" }, "Join the game"),
      button("Only watch", watch, { class: "plain" }),
    ),
  ];
}

/** @param {string} link of one's own seat */
export function elsewhere(link) {
  return h(
    "details",
    {},
    h("summary", {}, "Continue on another device"),
    copyField("Your own link: anybody who has it can play as you", linkTo(link)),
  );
}

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
function nameField() {
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
