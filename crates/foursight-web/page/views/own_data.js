// The person's own data: copying it, signing out of this browser, and deleting it.

import * as api from "../net/api.js";
import { areFiles, linkTo } from "../browser/page_address.js";
import { button, buttonRow, h, put, saveFile } from "../browser/dom.js";
import { forgetKept, kept } from "../core/settings.js";
import { inWords, notify } from "../parts/announcer.js";

/** @typedef {"sign_out" | "delete"} End */

const LOCAL = "Your games, exercises and settings are stored only in this browser.";
const HERE =
  "Your games, exercises and settings are stored in this browser. The server keeps your seats and names in games with others.";
const SIGN_OUT =
  "Signing out clears your games, exercises and settings from this browser; links to your seats still work.";
const DELETE =
  "Deleting also resigns your running games, removes your names from the server, and deletes games that nobody has joined.";

const LABELS = /** @type {const} */ ({
  sign_out: ["Sign out of this browser", "Really sign out?"],
  delete: ["Delete my data", "Really delete?"],
});

export class OwnData {
  /** The action that waits for a second press. @type {End | null} */
  asked = null;

  constructor() {
    this.root = h("section", { class: "panel plain own-data" });
    this.render();
  }

  render() {
    const words = areFiles ? [LOCAL] : [HERE, SIGN_OUT, DELETE];
    put(
      this.root,
      h("h2", {}, "Your data"),
      ...words.map((text) => h("p", { class: "quiet" }, text)),
      buttonRow(
        button("Download my data", () => this.download()),
        !areFiles && this.ending("sign_out"),
        this.ending("delete"),
      ),
    );
  }

  /** @param {End} end */
  ending(end) {
    const isAsked = this.asked === end;
    const onclick = (/** @type {MouseEvent} */ { detail }) => this.press(end, detail > 1);
    return h(
      "button",
      { type: "button", onclick, class: isAsked && "primary" },
      LABELS[end][Number(isAsked)],
    );
  }

  /** Presses a button; actions that cannot be undone need a second press. @param {End} end @param {boolean} isDouble whether it is one press too many */
  press(end, isDouble) {
    if (this.asked === end) {
      if (!isDouble) this.end(end);
      return;
    }
    this.asked = end;
    this.render();
  }

  /** @param {End} end */
  async end(end) {
    try {
      if (!areFiles) await api.request(`/api/session/${end}`, { method: "POST" });
    } catch (error) {
      notify(inWords(error));
      return;
    }
    forgetKept();
    // Nothing from before stays in memory.
    location.assign(linkTo("/"));
  }

  async download() {
    try {
      const server = areFiles ? null : await api.request("/api/session");
      const text = JSON.stringify({ browser: kept(), server }, null, 2);
      saveFile("foursight-data.json", new Blob([text], { type: "application/json" }));
    } catch (error) {
      notify(inWords(error));
    }
  }
}
