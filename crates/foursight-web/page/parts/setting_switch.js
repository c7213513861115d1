// A switch for a setting that is on or off.

import { h } from "../browser/dom.js";

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
