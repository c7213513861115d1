// What a page with `require-trusted-types-for 'script'` accepts from the policy `foursight`.

/** @typedef {{ createHTML: (html: string) => any, createScriptURL: (url: string) => any }} Policy */

/** @type {Policy} */
const PLAIN = { createHTML: (html) => html, createScriptURL: (url) => url };

/** @type {Policy | null} */
let policy = null;

export function trusted() {
  policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy("foursight", PLAIN) ?? PLAIN;
  return /** @type {Policy} */ (policy);
}
