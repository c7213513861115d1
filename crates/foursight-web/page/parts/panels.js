// The panels beside a game, as tabs: the game itself, sharing it, and its bits, which the header's menu can open.

import { button, h, setAttribute } from "../browser/dom.js";
import { BitsPanel } from "./bits.js";
import { SharePanel } from "./share.js";

/** @typedef {{ name: string, label: string, panel: HTMLElement, isRare?: boolean }} Tab a rare one has no tab while another is shown */

class Tabs {
  /**
   * @param {string} label
   * @param {Tab[]} tabs
   * @param {string} chosen
   * @param {(name: string) => void} onchoose
   */
  constructor(label, tabs, chosen, onchoose) {
    this.tabs = tabs;
    this.chosen = chosen;
    this.onchoose = onchoose;
    this.buttons = tabs.map(({ name, label: text }, i) =>
      button(text, () => this.choose(name), {
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event, i),
      }),
    );
    for (const { name, panel } of tabs) {
      panel.id = `panel-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${name}`);
    }
    this.list = h("div", { class: "tabs", role: "tablist", "aria-label": label }, ...this.buttons);
    this.root = h("div", { class: "tabbed" }, this.list, ...tabs.map(({ panel }) => panel));
    this.show(chosen);
  }

  /** @param {string} name */
  show(name) {
    this.chosen = name;
    this.tabs.forEach((tab, i) => {
      const isChosen = tab.name === name;
      tab.panel.hidden = !isChosen;
      this.buttons[i].hidden = tab.isRare === true && !isChosen;
      setAttribute(this.buttons[i], "aria-selected", String(isChosen));
      setAttribute(this.buttons[i], "tabindex", isChosen ? 0 : -1);
    });
  }

  /** @param {string} name */
  choose(name) {
    if (!this.tabs.some((tab) => tab.name === name)) return;
    this.show(name);
    this.onchoose(name);
  }

  /** @param {KeyboardEvent} event @param {number} index */
  onKey(event, index) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const there = this.tabs.filter((_, i) => !this.buttons[i].hidden);
    const next = there[(there.indexOf(this.tabs[index]) + step + there.length) % there.length];
    this.buttons[this.tabs.indexOf(next)].focus();
    this.choose(next.name);
    event.preventDefault();
  }
}

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
