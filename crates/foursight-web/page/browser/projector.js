// The projector mode: the full screen, with words that can be read from the back of a room.

const root = document.documentElement;

/** Starts or ends the projector mode. */
export function switchProjector() {
  const isOn = root.toggleAttribute("data-projector");
  // Where the browser refuses the full screen, the large words remain.
  if (isOn) root.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

// Escape leaves the full screen without asking the page.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) root.removeAttribute("data-projector");
});
