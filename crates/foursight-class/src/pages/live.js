// Refreshes the live parts of a page, every three seconds or as often as they request, while the page is visible.

const INTERVAL = 3;

/** Whether the game's views in this browser report what is done there; `net/class.js` reads it. */
const reports = document.querySelector("[data-reports]")?.dataset.reports;
if (reports) localStorage.setItem("foursight.class", reports);

async function renew(part) {
  // Somebody may be at work there.
  const isUsed = part.contains(document.activeElement) || part.querySelector("details[open]");
  if (document.hidden || isUsed) return;
  const answer = await fetch(part.dataset.renew);
  // The content may have been deleted.
  if ([403, 404].includes(answer.status)) location.reload();
  if (!answer.ok) return;
  const text = await answer.text();
  const template = document.createElement("template");
  template.innerHTML = text;
  if (template.innerHTML === part.innerHTML) return;
  // The list below belongs to what the check has found.
  if (part.dataset.until && !text.includes("is being checked")) location.reload();
  part.replaceChildren(template.content);
}

for (const part of document.querySelectorAll("[data-renew]")) {
  // The next attempt comes anyway.
  setInterval(() => renew(part).catch(() => {}), 1000 * Number(part.dataset.every ?? INTERVAL));
}
