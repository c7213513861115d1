// <foursight-board> of the npm package in a notebook: a widget for anywidget.

/**
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(content: object) => void} send
 * @property {(event: string, listener: (...values: any[]) => void) => void} on
 * @property {(event: string, listener: (...values: any[]) => void) => void} off
 */

const NAME = "foursight-board";

/** Where all boards of a page find the scripts, of whatever widget they are. */
const LOADED = Symbol.for(NAME);

/** The attributes of the element, by their names in Python. */
const ATTRIBUTES = {
  size: "size",
  connect: "connect",
  level: "level",
  plays: "plays",
  hints: "scores",
  why: "reason",
};

/** The players, by their names in Python. @type {Record<string, string>} */
const COLORS = { first: "red", second: "yellow" };

/** Shows the board of a model, and tells the kernel each move. @param {{ model: Model, el: HTMLElement }} widget */
async function render({ model, el }) {
  el.textContent = "Waiting for the kernel…";
  await load(model);
  const board = /** @type {any} */ (document.createElement(NAME));
  const show = () => {
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
      const value = model.get(name);
      if (value === null || value === false) {
        board.removeAttribute(attribute);
        continue;
      }
      const text = value === true ? "" : (COLORS[value] ?? String(value));
      // Any other change begins the game anew.
      if (board.getAttribute(attribute) !== text) board.setAttribute(attribute, text);
    }
    const moves = model.get("moves");
    if (board.position?.moves !== moves) board.setAttribute("position", moves);
  };
  board.addEventListener("move", (/** @type {any} */ { detail: { position } }) => {
    model.set("moves", position.moves);
    model.save_changes();
  });
  show();
  el.replaceChildren(board);
  const events = ["moves", ...Object.keys(ATTRIBUTES)].map((name) => `change:${name}`);
  for (const event of events) model.on(event, show);
  return () => {
    for (const event of events) model.off(event, show);
  };
}

/** Defines the element, once a page: the kernel has its files. @param {Model} model */
async function load(model) {
  if (customElements.get(NAME)) return;
  const files = await new Promise((resolve) => {
    const listen = (/** @type {any} */ { files }) => {
      model.off("msg:custom", listen);
      resolve(files);
    };
    model.on("msg:custom", listen);
    model.send({ wants: "files" });
  });
  const page = /** @type {Record<symbol, Promise<void>>} */ (/** @type {unknown} */ (globalThis));
  await (page[LOADED] ??= define(files));
}

/** Runs the engine's script, then the element's. @param {string[]} files */
async function define(files) {
  for (const text of files) await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

export default { render };
