// The page without a connection: the service worker keeps it, and reports newer versions.

import { hrefOf } from "../browser/page_address.js";

/** The time between two checks for a newer version while the page stays open. */
const LOOK_MS = 3_600_000;

/** Whether this browser kept the page on an earlier visit: then its engine is here, too. */
export function isKept() {
  return Boolean(navigator.serviceWorker?.controller);
}

/**
 * Asks the browser to keep the page.
 *
 * @param {string} version the one that is open
 * @param {() => void} onnewer a reload would bring another one
 */
export async function keepPage(version, onnewer) {
  const { serviceWorker } = navigator;
  // Browsers have no service workers where the connection could be tampered with, nor in some private windows.
  if (!serviceWorker) return;
  let newest = version;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.version === newest) return;
    newest = data.version;
    onnewer();
  });
  const registration = await serviceWorker.register(hrefOf("/service_worker.js")).catch(() => null);
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    // Without a connection, there is nothing newer.
    registration?.update().catch(() => {});
  });
}
