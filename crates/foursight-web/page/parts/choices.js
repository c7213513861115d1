// A player's choices in a network game besides moving, as buttons: actions, and phrases to say to the other player.

import { button, h, put, putIfNew } from "../browser/dom.js";
import { discIcon } from "./disc.js";
import { tool } from "./icons.js";
import { PHRASES } from "../core/phrases.js";

/** @import { Action, Choice } from "../core/network_game.js" */
/** @import { Phrase } from "../core/phrases.js" */

/** The time it takes to read a question, and the time for which the question waits for an answer. */
const [READ_MS, ASK_MS] = [400, 4000];

export class Choices {
  /** @type {readonly Choice[]} */
  offered = [];
  /** @type {Action | null} one that waits for a second press */
  asked = null;
  askedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} until what was asked is dropped */
  timer = undefined;
  shown = "none yet";

  /** @param {readonly HTMLElement[]} always tools that stand before the choices @param {(action: Action) => void} act */
  constructor(always, act) {
    this.always = always;
    this.act = act;
    this.tools = h("div", { class: "tools", role: "group", "aria-label": "Game" });
    this.atEnd = h("div", { class: "actions end" });
  }

  leave() {
    clearTimeout(this.timer);
  }

  /** Shows the choices. Buttons stay as they are while nothing changes, so that they keep the focus. @param {readonly Choice[]} offered */
  show(offered) {
    this.offered = offered;
    const key = `${offered.map(({ action, label }) => action + label).join()} ${this.asked}`;
    if (key === this.shown) return;
    this.shown = key;
    const parts = offered.map((choice) => ({ isTool: choice.icon !== undefined, part: this.part(choice) }));
    put(this.tools, ...this.always, ...parts.map(({ isTool, part }) => isTool && part));
    put(this.atEnd, ...parts.map(({ isTool, part }) => !isTool && part));
  }

  /** @param {Choice} choice */
  part({ action, label, asks, icon, isAnswer = false, isMain = false, color }) {
    const words = asks && this.asked === action ? asks : label;
    const press = () => this.press(action, asks);
    if (icon) {
      const part = tool(icon, words, press);
      part.classList.toggle("primary", isAnswer);
      return part;
    }
    const look = { class: isMain ? "primary" : "", "aria-label": label };
    const part = button(label.split(/\W/)[0], press, look);
    if (color) part.append(discIcon(color));
    return part;
  }

  /** Presses a button; actions that cannot be undone need a second press. @param {Action} action @param {string} [asks] */
  press(action, asks) {
    // A quick second press comes before the question was read.
    const isRead = performance.now() - this.askedAt > READ_MS;
    const isSure = !asks || (this.asked === action && isRead);
    if (asks && !isSure) this.askedAt = performance.now();
    this.asked = isSure ? null : action;
    clearTimeout(this.timer);
    if (isSure) this.act(action);
    else
      this.timer = setTimeout(() => {
        this.asked = null;
        this.show(this.offered);
      }, ASK_MS);
    this.show(this.offered);
    const words = asks && !isSure ? asks : "";
    [...this.tools.querySelectorAll("button")].find((other) => other.textContent === words)?.focus();
  }
}

export class Phrases {
  /** @param {(phrase: Phrase) => void} say */
  constructor(say) {
    this.say = say;
    this.root = h("div", { class: "phrases", role: "group", "aria-label": "Say" });
  }

  /** @param {readonly Phrase[] | null} said by whoever reads, null for a spectator */
  show(said) {
    this.root.hidden = said === null;
    putIfNew(this.root, [said?.join()], () =>
      PHRASES.map(([phrase, words]) =>
        button(words, () => this.say(phrase), { disabled: said?.includes(phrase) }),
      ),
    );
  }
}
