// Switches for settings that are on or off, such as the one that lets the system say when it is one's turn.

import { button, h, setAttribute } from "../browser/dom.js";
import { canNotify, isNotifying, setNotifying } from "../browser/notification.js";
import { notify } from "./announcer.js";

/** @param {string} words @param {{ get: () => boolean, set: (isOn: boolean) => void }} setting */
export function settingSwitch(words, setting) {
  const knob = h("input", {
    type: "checkbox",
    role: "switch",
    checked: setting.get(),
    onchange: () => setting.set(knob.checked),
  });
  return h("label", { class: "switch" }, knob, h("span", {}, words));
}

export class NotifySwitch {
  constructor() {
    this.root = button("Notify me when it is my turn", () => this.press(), { class: "notify-switch" });
  }

  async press() {
    const isWanted = !isNotifying();
    const isOn = await setNotifying(isWanted);
    if (isWanted && !isOn)
      notify("This browser blocks notifications from this site. You can allow them in its settings.");
    this.show(true);
  }

  /** @param {boolean} isOffered whether there will be a turn */
  show(isOffered) {
    this.root.hidden = !isOffered || !canNotify();
    setAttribute(this.root, "aria-pressed", String(isNotifying()));
  }
}
