// Starts the page: its head, and the view that the address asks for.

import { h, put, setAttribute } from "./dom.js";
import { loadLevels } from "./levels.js";
import { announce, inWords, notify, startAnnouncer } from "./parts/announcer.js";
import { icon } from "./parts/icons.js";
import { fetchView, followLink, show } from "./router.js";
import { isSoundOn, setSound } from "./sound.js";
import { themeChoice } from "./theme.js";

const LINKS = /** @type {const} */ ([
  ["/", "Play", "play"],
  ["/puzzles", "Puzzles", "puzzles"],
  ["/daily", "Daily", "daily"],
]);

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

function soundSwitch() {
  const knob = h("button", {
    type: "button",
    class: "sound",
    onclick: () => {
      setSound(!isSoundOn());
      render();
      announce(isSoundOn() ? "Sound on" : "Sound off");
    },
  });
  const render = () => {
    put(knob, icon(isSoundOn() ? "sound" : "silence"));
    setAttribute(knob, "aria-label", "Sound");
    setAttribute(knob, "title", isSoundOn() ? "Sound is on" : "Sound is off");
    setAttribute(knob, "aria-pressed", String(isSoundOn()));
  };
  render();
  return knob;
}

function showLinks() {
  const links = LINKS.map(([href, text]) => {
    const isHere = href === "/" ? location.pathname === "/" : location.pathname.startsWith(href);
    return h("a", { href, "aria-current": isHere && "page" }, text);
  });
  document.querySelector("header nav")?.replaceChildren(...links);
}

async function showView() {
  try {
    await show(main, showLinks);
  } catch (error) {
    console.error(error);
    // What a browser says of a script that did not come is not for people.
    const words =
      error instanceof TypeError ? "This view did not load: the server does not answer." : inWords(error);
    notify(words, { label: "Load the page again", act: () => location.reload() });
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
// Views name levels, so they wait for the names, but not for long.
await Promise.race([loadLevels(), new Promise((resolve) => setTimeout(resolve, 400))]);
await showView();
