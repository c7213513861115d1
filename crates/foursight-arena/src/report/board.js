/** @typedef {{ x: number, y: number, player: number }} Disc row 0 is at the bottom */
/** @typedef {[width: number, height: number]} BoardSize */

/** The color of each player, and the name of its disc among the pieces. */
const COLORS = ["red", "yellow"];
const DISCS = ["first", "second"];

/** The pieces that make up boards: each is drawn once and shown wherever it is needed. */
const pieces = /** @type {SVGSVGElement} */ (byId("pieces").firstElementChild);
const geometry = {
  view: pieces.viewBox.baseVal,
  cell: Number(pieces.dataset.cell),
  left: Number(pieces.dataset.left),
  top: Number(pieces.dataset.top),
};

/**
 * The discs of a move string in order.
 *
 * @param {string} moves
 * @param {number} width
 * @returns {Disc[]}
 */
function discsOf(moves, width) {
  const heights = new Array(width).fill(0);
  return [...moves].map((symbol, index) => {
    const x = columnOf(symbol);
    return { x, y: heights[x]++, player: index % 2 };
  });
}

/**
 * The 0-based column of a symbol, `1` to `9` or `a`.
 *
 * @param {string} symbol
 */
function columnOf(symbol) {
  return Number.parseInt(symbol, 11) - 1;
}

/**
 * The symbol of a 0-based column.
 *
 * @param {number} x
 */
function symbolOf(x) {
  return (x + 1).toString(11);
}

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 */
function piece(name, x, y) {
  return svg("use", { href: `#piece-${name}`, x, y });
}

/**
 * A small disc of a player, as it looks on the board.
 *
 * @param {number} player
 */
function disc(player) {
  const { cell } = geometry;
  const attributes = {
    viewBox: `0 0 ${cell} ${cell}`,
    class: "disc",
    role: "img",
    "aria-label": COLORS[player],
  };
  return svg("svg", attributes, piece(DISCS[player], 0, 0));
}

/**
 * Shows `discs` on the board, the last one marked, and bars through `lines`.
 *
 * @param {Element} board
 * @param {BoardSize} size
 * @param {Disc[]} discs
 * @param {GameData["lines"]} lines
 */
function drawBoard(board, [, height], discs, lines) {
  const { cell, left, top } = geometry;
  const pieceAt = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y) =>
    piece(name, left + cell * x, top + cell * (height - 1 - y));
  const drawn = discs.map(({ x, y, player }) => pieceAt(DISCS[player], x, y));
  drawn.at(-1)?.classList.add("last");
  const ring = discs.slice(-1).map(({ x, y }) => pieceAt("last-move", x, y));
  const bars = lines.map(([bar, x, y]) => pieceAt(bar, x, y));
  board.replaceChildren(...drawn, piece("board", 0, 0), ...ring, ...bars);
}

/**
 * Makes the board as large as its place allows, and aligns `scores` with its columns.
 *
 * @param {Element} board
 * @param {HTMLElement} scores
 * @param {number} columns
 */
function fitBoard(board, scores, columns) {
  const { view, cell, left } = geometry;
  const share = (/** @type {number} */ length) => `${(100 * length) / view.width}%`;
  board.setAttribute("viewBox", pieces.getAttribute("viewBox") ?? "");
  board.parentElement?.style.setProperty("--aspect", String(view.width / view.height));
  scores.style.marginLeft = share(left);
  scores.style.marginRight = share(view.width - left - cell * columns);
}

/**
 * The board for a screen reader: its rows from the top.
 *
 * @param {BoardSize} size
 * @param {Disc[]} discs
 */
function describeBoard([width, height], discs) {
  const rows = [];
  for (let y = height - 1; y >= 0; y--) {
    const row = discs.filter((disc) => disc.y === y);
    if (row.length === 0) continue;
    const cells = row
      .toSorted((a, b) => a.x - b.x)
      .map((disc) => `${symbolOf(disc.x)} ${COLORS[disc.player]}`);
    rows.push(`row ${y + 1}: ${cells.join(", ")}`);
  }
  return `Board of ${width} columns. ${rows.join("; ") || "Empty"}.`;
}
