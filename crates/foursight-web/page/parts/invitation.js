// Inviting to a network game, taking the free seat, and continuing on another device.

import { liveAddress } from "../core/address.js";
import { termsInWords } from "../core/live.js";
import { field, h } from "../browser/dom.js";
import { copyField } from "./share.js";

/** @typedef {import("../core/live.js").LiveGame} LiveGame */

/** For whoever waits. @param {LiveGame} game */
export function invitation({ id }) {
  return [
    h("h2", {}, "Send this link to the other player"),
    copyField("Invitation", location.origin + liveAddress(id, null)),
    h(
      "p",
      { class: "quiet" },
      "The game begins once the other player has joined. Anybody with the link can watch.",
    ),
  ];
}

/** For whoever has come. @param {LiveGame} game @param {(name: string) => void} join */
export function joining(game, join) {
  const color = game.seats.red.taken ? "yellow" : "red";
  const input = h("input", {
    name: "name",
    maxlength: 30,
    autocomplete: "nickname",
    placeholder: "optional",
  });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    join(input.value.trim());
  };
  return [
    h(
      "form",
      { class: "setup", onsubmit },
      h("h2", {}, "You are invited"),
      h("p", { class: "quiet" }, termsInWords(game)),
      field("Your name", input),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, `Play ${color}`)),
    ),
    h("p", { class: "quiet" }, "Or stay and watch."),
  ];
}

/** @param {string} link of one's own seat */
export function elsewhere(link) {
  return h(
    "details",
    {},
    h("summary", {}, "Continue on another device"),
    copyField("Your own link: anybody who has it can play as you", location.origin + link),
  );
}
