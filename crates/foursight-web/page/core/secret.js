// The secret of a seat about to be taken. The page makes it, so that the request can be repeated.

const N_BYTES = 16;

/** 128 random bits as 22 characters. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(N_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The secret for the free seat of a game, kept in this tab until the server has confirmed it.
 *
 * @param {string} id of the game
 */
export function seatSecret(id) {
  const name = `foursight.seat.${id}`;
  /** @type {string | null} */
  let secret = null;
  return {
    /** The secret that was sent before, null if there is none. */
    get() {
      try {
        secret ??= sessionStorage.getItem(name);
      } catch {
        // Storage is forbidden: the secret lasts as long as the view.
      }
      return secret;
    },
    /** The secret to send, always the same. */
    make() {
      secret = this.get() ?? newSecret();
      try {
        sessionStorage.setItem(name, secret);
      } catch {
        // As above.
      }
      return secret;
    },
    forget() {
      secret = null;
      try {
        sessionStorage.removeItem(name);
      } catch {
        // As above.
      }
    },
  };
}
