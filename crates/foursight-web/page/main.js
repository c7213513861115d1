// Starts the page: the header, the view of the address, and the service worker that keeps it.

import { nameLevels } from "./core/levels.js";
import { areFiles, hrefOf } from "./browser/page_address.js";
import { levels, NO_ENGINE } from "./net/api.js";
import { loadEngine } from "./net/engine.js";
import { inWords, notify, offer, startAnnouncer } from "./parts/announcer.js";
import { anchorLinks, headerTools, markPlace } from "./parts/header.js";
import { listenToKeys } from "./parts/keys.js";
import { fetchView, followLink, keyActions, rename, show } from "./views/router.js";

/** The time that the first view waits for the names of the levels, which only the engine knows if the page is opened as files. */
const NAMES_MS = areFiles ? 3000 : 400;

/** The time between two checks for a newer version while the page stays open. */
const LOOK_MS = 3_600_000;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

async function showView() {
  try {
    await show(main, () => markPlace());
  } catch (error) {
    console.error(error);
    // Browser messages about missing scripts are not for people.
    const words =
      error instanceof TypeError ? "This view did not load: the server is not responding." : inWords(error);
    notify(words, { label: "Reload the page", act: () => location.reload() });
  }
}

fetchView();
anchorLinks();
startAnnouncer();
document.querySelector("header .choices")?.replaceChildren(...headerTools(keyActions));
markPlace();
document.addEventListener("click", followLink);
document.querySelector(".skip-link")?.addEventListener("click", (event) => {
  const board = /** @type {HTMLElement | null} */ (main.querySelector("four-board"));
  if (!board) return;
  event.preventDefault();
  board.focus();
});
listenToKeys(keyActions);
addEventListener("popstate", showView);
addEventListener("navigate", () => {
  scrollTo(0, 0);
  showView();
});
// A browser that kept the page on an earlier visit has its engine, too.
const isSoon = areFiles || Boolean(navigator.serviceWorker?.controller);
const soon = isSoon && startEngine();
// Without an answer, levels are shown by number.
const named = levels().then(nameLevels, () => {});
await Promise.race([named, new Promise((resolve) => setTimeout(resolve, NAMES_MS))]);
await showView();
named.then(rename);
// On a first visit, the view comes before what the page could do without the server.
keep(await (isSoon ? soon : startEngine()));

/** Lets the engine answer instead of the server, if there is one; the page works without it. */
async function startEngine() {
  const { engine } = document.body.dataset;
  // Without WebAssembly, the server answers as it always did.
  if (!engine || (!areFiles && !("WebAssembly" in globalThis))) return false;
  const runs = await loadEngine(engine, ({ message }) =>
    notify(
      areFiles
        ? inWords(`${NO_ENGINE}: ${message}`)
        : "The engine in this browser failed. The server answers instead.",
    ),
  );
  if (runs) document.body.dataset.engine = "running";
  return runs;
}

/**
 * Keeps the page for use without a connection, unless another site frames it; the service worker reports newer versions.
 *
 * @param {boolean} runs whether the engine does
 */
async function keep(runs) {
  const { version, view } = document.body.dataset;
  const { serviceWorker } = navigator;
  // Browsers have no service workers where the connection could be tampered with, nor in some private windows.
  if (!runs || !version || view === "embed" || !serviceWorker) return;
  let newest = version;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.version === newest) return;
    newest = data.version;
    offer("A new version of this page is available.", { label: "Reload", act: () => location.reload() });
  });
  const registration = await serviceWorker.register(hrefOf("/service_worker.js")).catch(() => null);
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    // Without a connection, there is nothing newer.
    registration?.update().catch(() => {});
  });
}
