// The address of this page, whose scripts are two folders below, and the form of the addresses in it.
//
// Within the page, addresses are those of the server: `/learn/3`, `/?pos=44`. Served as files, the page may lie in any
// folder, and each view is a folder with an `index.html`: there the same addresses are `learn/?id=3` and `?pos=44`.

/** Whether the page is served as files, by no server of its own. */
export const areFiles = globalThis.document?.body?.dataset.place === "files";

/** Whether players have no names of their own: the operator has switched them off. */
export const areNamesFixed = globalThis.document?.body?.dataset.names === "fixed";

const place = { root: new URL("../../", import.meta.url).href, areFiles };

/** The link to an address of the page. @param {string} address */
export function hrefOf(address) {
  return hrefIn(place, address);
}

/** The full link, with the site in front, for use elsewhere. @param {string} address */
export function linkTo(address) {
  return new URL(hrefOf(address), place.root).href;
}

/** The address of the page that a URL stands for, as a URL of a server. @param {string} href */
export function addressOfLink(href) {
  return addressIn(place, href);
}

/** The address that is open. */
export function openAddress() {
  return addressOfLink(location.href);
}

/**
 * @typedef {object} Place
 * @property {string} root the URL where the page lies, with a slash at its end
 * @property {boolean} areFiles whether it is served as files, by no server of its own
 */

/** Views with a number or a name behind them, which files cannot have as folders. */
const NUMBERED = /^(learn|puzzles)\/([^/?#]+)/;

/**
 * The link to an address of the page.
 *
 * @param {Place} place
 * @param {string} address with a slash in front, perhaps with a query and a hash
 */
export function hrefIn({ root, areFiles }, address) {
  const { pathname } = new URL(root);
  const path = address.slice(1);
  if (!areFiles) return pathname + path;
  const [view] = path.split(/[?#]/);
  const rest = path.slice(view.length);
  const numbered = NUMBERED.exec(view);
  if (numbered) return `${pathname}${numbered[1]}/?id=${numbered[2]}${rest}`;
  const isFolder = view !== "" && !view.includes(".") && !view.endsWith("/");
  return `${pathname}${view}${isFolder ? "/" : ""}${rest}`;
}

/**
 * The address of the page that a URL stands for, as a URL of a server.
 *
 * @param {Place} place
 * @param {string} href
 */
export function addressIn({ root, areFiles }, href) {
  const url = new URL(href);
  if (!areFiles) return url;
  const { pathname } = new URL(root);
  if (!url.pathname.startsWith(pathname)) return url;
  const id = url.searchParams.get("id");
  const view = url.pathname
    .slice(pathname.length)
    .replace(/(^|\/)index\.html$/, "")
    .replace(/\/$/, "");
  url.pathname = `/${view}${id ? `/${encodeURIComponent(id)}` : ""}`;
  url.searchParams.delete("id");
  return url;
}
