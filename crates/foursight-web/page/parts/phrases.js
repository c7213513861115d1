// Phrases to say to the other player.

import { button, h, putIfNew } from "../browser/dom.js";
import { PHRASES } from "../core/phrases.js";

/** @import { Phrase } from "../core/phrases.js" */

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
