// Keeps one version of the page in the browser, and shows it while there is no connection.
//
// It answers only for the documents of the page and for its files. Requests to the server, such as the moves of network
// games, never pass through it.

/**
 * @typedef {object} Release what the server writes above this script; addresses are relative to where the page lies
 * @property {string} version an identifier for all of it
 * @property {string[]} files what a version consists of; each name identifies its contents
 * @property {string[]} later files that are kept once they have been asked for
 * @property {string[]} views the documents
 */

/** The longest wait for a document before the stored one is shown. */
const PATIENCE_MS = 4000;

/** Views without a document of their own here, each with the view whose document shows it. @type {Record<string, string>} */
const SHOWN_BY = { daily: "puzzles", g: "" };

const worker = /** @type {any} */ (self);
/** @type {Release} */
const release = worker.release;
/** @type {string} */
const root = worker.registration.scope;
/** The prefix of cache names; pages elsewhere on the same host have their own caches. */
const NAME = `foursight ${root} `;

addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** @param {string} address */
const absolute = (address) => new URL(address, root).href;

const ownCache = () => caches.open(NAME + release.version);

/** Stores this version, whole or not at all. */
async function keep() {
  const cache = await ownCache();
  const documents = release.views.map((view) => new Request(absolute(view), { cache: "reload" }));
  await cache.addAll([...documents, ...release.files.map(absolute)]);
  for (const address of release.later.map(absolute)) {
    const known = await caches.match(address);
    if (known) await cache.put(address, known);
  }
  // Pages that are open keep their own version: nothing reloads them.
  await worker.skipWaiting();
}

/** Starts to answer, and tells open pages which version they would be after a reload. */
async function begin() {
  const own = (await caches.keys()).filter((name) => name.startsWith(NAME));
  // The previous version is for pages that are still open.
  const old = own.filter((name) => name !== NAME + release.version).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll()) client.postMessage({ version: release.version });
}

/**
 * The answer to a request; null if that is left to the browser.
 *
 * @param {Request} request
 * @returns {Promise<Response> | null}
 */
function answerTo(request) {
  if (request.method !== "GET" || !request.url.startsWith(root)) return null;
  const path = new URL(request.url).pathname.slice(new URL(root).pathname.length);
  if (request.mode === "navigate") {
    const view = viewOf(path);
    return view === null ? null : documentOf(request, view);
  }
  return path.startsWith("assets/") ? fileOf(request, path) : null;
}

/** The document that can show a path, null if none can. @param {string} path */
function viewOf(path) {
  const [first] = path.split("/");
  const find = (/** @type {string | undefined} */ name) =>
    release.views.find((view) => view.split("/")[0] === name);
  return find(first) ?? find(SHOWN_BY[first]) ?? null;
}

/**
 * The server's document, or else the stored one; file hosts have none for a single puzzle.
 *
 * @param {Request} request
 * @param {string} view
 */
async function documentOf(request, view) {
  const isThere = (/** @type {Response} */ { status }) => status < (view.endsWith("/") ? 400 : 500);
  const fresh = fetch(request).then((response) => (isThere(response) ? response : null));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const first = await Promise.race([fresh, late]).catch(() => null);
  return first ?? (await (await ownCache()).match(absolute(view))) ?? fetch(request);
}

/** A file from any stored version, or else the server's. @param {Request} request @param {string} path */
async function fileOf(request, path) {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok && release.later.includes(path)) {
    await (await ownCache()).put(request, response.clone());
  }
  return response;
}
