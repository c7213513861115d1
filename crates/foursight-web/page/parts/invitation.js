// Inviting to a network game, taking the free seat, and continuing on another device.

import { networkAddress } from "../core/address.js";
import { termsInWords } from "../core/network_game.js";
import { button, h } from "../browser/dom.js";
import { linkTo } from "../browser/page_address.js";
import { inWords, notify } from "./announcer.js";
import { icon } from "./icons.js";
import { nameField } from "./network_game_form.js";
import { copyField } from "./share.js";

/** @import { NetworkGame } from "../core/network_game.js" */

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
