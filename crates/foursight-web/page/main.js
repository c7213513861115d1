// Starts the page: its head, and the view that the address asks for.

import { nameLevels } from "./core/levels.js";
import { levels } from "./net/api.js";
import { inWords, notify, startAnnouncer } from "./parts/announcer.js";
import { links, soundSwitch, themeChoice } from "./parts/header.js";
import { fetchView, followLink, show } from "./views/router.js";

/** Views name levels and wait for the names, but not for long. */
const NAMES_MS = 400;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

function showLinks() {
  document.querySelector("header nav")?.replaceChildren(...links());
}

async function showView() {
  try {
    await show(main, showLinks);
  } catch (error) {
    console.error(error);
    // What a browser says of a script that did not come is not for people.
    const words =
      error instanceof TypeError ? "This view did not load: the server does not answer." : inWords(error);
    notify(words, { label: "Reload the page", act: () => location.reload() });
  }
}

fetchView();
startAnnouncer();
document.querySelector("header .choices")?.replaceChildren(soundSwitch(), themeChoice());
showLinks();
document.addEventListener("click", followLink);
addEventListener("popstate", showView);
addEventListener("navigate", () => {
  scrollTo(0, 0);
  showView();
});
// Without an answer the levels keep their numbers.
const named = levels().then(nameLevels, () => {});
await Promise.race([named, new Promise((resolve) => setTimeout(resolve, NAMES_MS))]);
await showView();
