// What a person knows of the plan: kept in this browser, and as files to take along.

import { isProgress, NOTHING } from "../core/plan_progress.js";
import { deckOf } from "../core/anki.js";
import { setting } from "../core/settings.js";
import { saveFile } from "../browser/dom.js";
import { notify } from "../parts/announcer.js";

export const kept = setting("beat", NOTHING, isProgress);

/** The number of new cards in a deck, besides those that the person has already met. */
const N_NEW_CARDS = 100;

export function saveProgress() {
  saveFile("foursight-beat.json", new Blob([JSON.stringify(kept.get())]));
}

/** Loads another browser's progress. @param {Blob} file @param {() => void} onchange */
export async function loadProgress(file, onchange) {
  const before = kept.get();
  const change = (/** @type {typeof before} */ progress) => {
    kept.set(progress);
    onchange();
  };
  try {
    const progress = JSON.parse(await file.text());
    if (!isProgress(progress)) throw new SyntaxError();
    notify("Your progress has been loaded.", { label: "Undo", act: () => change(before) });
    change(progress);
  } catch {
    notify("This is not a progress file.");
  }
}

/** Saves the cards that the person has met, and the next ones, as a deck. @param {import("../core/plan.js").Plan} plan */
export function saveDeck(plan) {
  const { cards } = kept.get();
  const all = plan.course.chapters.flat();
  const met = all.filter((card) => cards[card]);
  const others = all.filter((card) => !cards[card]).slice(0, N_NEW_CARDS);
  const style = getComputedStyle(document.documentElement);
  // Of the two values of a color, the one of the light theme.
  const colorOf = (/** @type {string} */ name) =>
    /#[0-9a-f]+/i.exec(style.getPropertyValue(`--${name}`))?.[0] ?? "";
  const deck = deckOf(plan, [...met, ...others], colorOf);
  saveFile("beat-everybody.txt", new Blob([deck], { type: "text/plain" }));
}
