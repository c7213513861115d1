// The theme, before anything is painted: what was chosen in this browser, or what the system asks for.
// A classic script: a module would run after the first paint, in the wrong colors.
"use strict";
(() => {
  const contrast = matchMedia("(prefers-contrast: more)");
  const apply = () => {
    let chosen = null;
    try {
      chosen = JSON.parse(localStorage.getItem("foursight.theme") ?? "null");
    } catch {
      // Without storage the system decides.
    }
    const isChosen = ["light", "dark", "contrast"].includes(chosen);
    const theme = isChosen ? chosen : contrast.matches ? "contrast" : "auto";
    document.documentElement.dataset.theme = theme;
  };
  apply();
  contrast.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("themechange", apply);
})();
