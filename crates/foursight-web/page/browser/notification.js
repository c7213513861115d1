// System notifications. Only the press of a button asks for permission to show them.

import { isBoolean, setting } from "../core/settings.js";

const isWanted = setting("notifications", false, isBoolean);

/** Whether the browser has notifications, and nobody has forbidden them. */
export function canNotify() {
  return "Notification" in globalThis && isSecureContext && Notification.permission !== "denied";
}

export function isNotifying() {
  return canNotify() && Notification.permission === "granted" && isWanted.get();
}

/** @param {boolean} isOn @returns {Promise<boolean>} whether notifications are shown from now on */
export async function setNotifying(isOn) {
  const isAllowed = isOn && (await Notification.requestPermission()) === "granted";
  isWanted.set(
    isAllowed && showNotification("Foursight will notify you here when it is your turn", "", "test"),
  );
  return isWanted.get();
}

/**
 * Shows a notification that leads to this page.
 *
 * @param {string} title
 * @param {string} body
 * @param {string} tag a later notification of the same tag replaces it
 * @returns {boolean} whether the browser showed it
 */
export function showNotification(title, body, tag) {
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => {
      focus();
      notification.close();
    };
    return true;
  } catch {
    // Some browsers on phones leave notifications to service workers.
    return false;
  }
}
