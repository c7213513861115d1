// Keys anywhere on the page: the listener, and the dialog that lists them and turns them off.

import { button, buttonRow, h } from "../browser/dom.js";
import { switchProjector } from "../browser/projector.js";
import { actionOf, BOARD_KEYS, KEYS } from "../core/keys.js";
import { isBoolean, setting } from "../core/settings.js";
import { settingSwitch } from "./setting_switch.js";

/** @import { KeyActions } from "../core/keys.js" */

const isOn = setting("keys", true, isBoolean);

/** Elements that handle keys themselves. */
const FIELDS = "input, select, textarea, [contenteditable]";
const CONTROLS = "a[href], button, summary, [role='tab']";

/** @param {() => KeyActions} actions of the view that is shown */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!isOn.get() || document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    if (target instanceof Element && (target.closest(FIELDS) || presses(key, target))) return;
    const act = { "?": openKeys, p: switchProjector }[key] ?? actionOf(event, actions());
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * Whether the space bar presses the focused element; a click on the board leaves the focus invisibly on a column.
 *
 * @param {string} key
 * @param {Element} target
 */
function presses(key, target) {
  const board = /** @type {import("./board.js").FourBoard | null} */ (target.closest("four-board"));
  return key === " " && target.closest(CONTROLS) && !board?.isPointed;
}

/** Shows the keys, with the switch that turns them off. */
export function openKeys() {
  const dialog = h(
    "dialog",
    { class: "keys-dialog", "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    h("h2", { id: "keys-title" }, "Keys"),
    settingSwitch("Keys work anywhere on the page", isOn),
    list(KEYS),
    h("h3", {}, "While the board has focus"),
    list(BOARD_KEYS),
    buttonRow(button("Close", () => dialog.close())),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {readonly (readonly [string, string])[]} keys */
function list(keys) {
  const terms = keys.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]);
  return h("dl", { class: "keys" }, ...terms);
}
