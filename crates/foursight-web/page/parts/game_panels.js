// The panels beside a game, one of which the header's menu can open: the game itself, sharing it, and its bits.

import { h } from "../browser/dom.js";
import { BitsPanel } from "./bits.js";
import { SharePanel } from "./share.js";
import { Tabs } from "./tabs.js";

export class GamePanels {
  bits = new BitsPanel();
  share = new SharePanel();

  /** @param {readonly HTMLElement[]} game the parts of its panel @param {() => void} onchoose */
  constructor(game, onchoose) {
    const tabs = [
      { name: "game", label: "Game", panel: h("section", { class: "panel" }, ...game) },
      { name: "share", label: "Share", panel: this.share.root },
      { name: "bits", label: "Bits", panel: this.bits.root, isRare: true },
    ];
    this.tabs = new Tabs("Panels", tabs, "game", onchoose);
    addEventListener("openpanel", this.open);
  }

  /** @param {Event} event */
  open = (event) => this.tabs.choose(/** @type {CustomEvent} */ (event).detail);

  leave() {
    removeEventListener("openpanel", this.open);
    this.bits.stop();
  }

  /** @param {import("../core/rules.js").Position} position @param {Parameters<SharePanel["show"]>} shared */
  show(position, ...shared) {
    if (this.tabs.chosen === "bits") this.bits.show(position);
    if (this.tabs.chosen === "share") this.share.show(...shared);
  }
}
