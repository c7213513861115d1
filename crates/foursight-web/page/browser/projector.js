// The projector mode: the whole screen, with words for those at the back of a room.

const root = document.documentElement;

/** Begins it, or ends it. */
export function switchProjector() {
  const isOn = root.toggleAttribute("data-projector");
  // Where the browser refuses the whole screen, the large words remain.
  if (isOn) root.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

// Escape leaves the whole screen without asking the page.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) root.removeAttribute("data-projector");
});
