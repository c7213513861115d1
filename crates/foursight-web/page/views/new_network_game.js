// Creating a network game.

import * as api from "../net/api.js";
import { inWords, notify } from "../parts/announcer.js";

let isCreating = false;

/**
 * Creates a game once, however often it is asked for meanwhile, and goes there.
 *
 * @param {import("../net/api.js").NewNetworkGame} options
 * @param {(href: string, state?: unknown) => void} navigate
 */
export async function createNetworkGame(options, navigate) {
  if (isCreating) return;
  isCreating = true;
  try {
    const { link, seat_link } = await api.request("/api/games", { method: "POST", body: options });
    navigate(link, { seatLink: seat_link });
  } catch (error) {
    notify(inWords(error));
  } finally {
    isCreating = false;
  }
}
