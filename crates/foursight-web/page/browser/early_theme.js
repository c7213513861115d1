// Applies the theme before the first paint: the one in the address of a framed board, the one chosen in this browser, or
// the system's. A classic script: a module would run after the first paint, in the wrong colors.
"use strict";
(() => {
  const contrast = matchMedia("(prefers-contrast: more)");
  const isFramed = /\/embed\/?$/.test(location.pathname);
  const asked = isFramed ? new URLSearchParams(location.search).get("theme") : null;
  let chosen = "";
  const read = () => {
    try {
      chosen = asked ?? JSON.parse(localStorage.getItem("foursight.theme") ?? '""');
    } catch {
      // Without storage, follow the system until a theme is chosen.
    }
    apply();
  };
  const apply = () => {
    const isChosen = ["light", "dark", "contrast", "classic"].includes(chosen);
    const theme = isChosen ? chosen : contrast.matches ? "contrast" : "auto";
    document.documentElement.dataset.theme = theme;
  };
  read();
  contrast.addEventListener("change", apply);
  addEventListener("storage", read);
  addEventListener("themechange", (event) => {
    chosen = /** @type {CustomEvent} */ (event).detail;
    apply();
  });
})();
