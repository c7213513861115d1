// The address of this page: its scripts are two folders below.

import { addressIn, hrefIn } from "../core/base_address.js";

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
