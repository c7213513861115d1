// Starts the page: the header, and the view of the address.

import { nameLevels } from "./core/levels.js";
import { levels } from "./net/api.js";
import { loadEngine } from "./net/engine.js";
import { inWords, notify, startAnnouncer } from "./parts/announcer.js";
import { headerTools, markPlace } from "./parts/header.js";
import { listenToKeys } from "./parts/keys.js";
import { fetchView, followLink, keyActions, show } from "./views/router.js";

/** How long the first view waits for the names of the levels. */
const NAMES_MS = 400;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

async function showView() {
  try {
    await show(main, () => markPlace());
  } catch (error) {
    console.error(error);
    // Browser messages about missing scripts are not for people.
    const words =
      error instanceof TypeError ? "This view did not load: the server does not answer." : inWords(error);
    notify(words, { label: "Reload the page", act: () => location.reload() });
  }
}

fetchView();
startAnnouncer();
document.querySelector("header .choices")?.replaceChildren(...headerTools());
markPlace();
document.addEventListener("click", followLink);
listenToKeys(keyActions);
addEventListener("popstate", showView);
addEventListener("navigate", () => {
  scrollTo(0, 0);
  showView();
});
// Without an answer, levels are shown by number.
const named = levels().then(nameLevels, () => {});
await Promise.race([named, new Promise((resolve) => setTimeout(resolve, NAMES_MS))]);
await showView();

const { engine } = document.body.dataset;
if (engine && "WebAssembly" in globalThis) startEngine(engine);

/** Has the engine answer instead of the server; the page goes on without it. @param {string} addresses */
async function startEngine(addresses) {
  const tellOfFailure = () => notify("The engine in this browser failed. The server answers instead.");
  await loadEngine(addresses, tellOfFailure).then(
    () => (document.body.dataset.engine = "running"),
    tellOfFailure,
  );
}
