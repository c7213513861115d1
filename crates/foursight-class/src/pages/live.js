// Renews the parts of a page that are live, every three seconds or as often as they say, while somebody looks.

const INTERVAL = 3;

async function renew(part) {
  if (document.hidden || part.contains(document.activeElement)) return;
  const answer = await fetch(part.dataset.renew);
  if (!answer.ok) return;
  const text = await answer.text();
  if (part.dataset.last === text) return;
  // The list below belongs to what the check has found.
  if (part.dataset.until && !text.includes("is being checked")) location.reload();
  part.dataset.last = text;
  part.replaceChildren(document.createRange().createContextualFragment(text));
}

for (const part of document.querySelectorAll("[data-renew]")) {
  // The next attempt comes anyway.
  setInterval(() => renew(part).catch(() => {}), 1000 * Number(part.dataset.every ?? INTERVAL));
}
