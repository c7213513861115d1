"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** An HTML element with a class and children; strings become text. */
function html(name, className = "", ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** A name or a line that somebody else wrote. */
function foreign(text) {
  return html("bdi", "", visible(text));
}

/** Control characters as their pictures, so that a log shows what was really written. */
function visible(text) {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f]/g, (symbol) =>
    symbol === "\x7f" ? "\u2421" : String.fromCharCode(0x2400 + symbol.charCodeAt(0)));
}

/** The discs of a move string in order, each `{x, y, player}` with row 0 at the bottom. */
function discsOf(moves, width) {
  const heights = new Array(width).fill(0);
  return [...moves].map((symbol, index) => {
    const x = columnOf(symbol);
    return { x, y: heights[x]++, player: index % 2 };
  });
}

/** The zero-based column of a symbol `1` to `9` or `a`. */
function columnOf(symbol) {
  return Number.parseInt(symbol, 11) - 1;
}

/** The color of each player, and what the disc is called among the pieces. */
const COLORS = ["red", "yellow"];
const DISCS = ["first", "second"];

/** What boards are put together from: each piece is drawn once and shown where it is needed. */
const pieces = document.querySelector("#pieces svg");
const geometry = {
  view: pieces.viewBox.baseVal,
  cell: Number(pieces.dataset.cell),
  left: Number(pieces.dataset.left),
  top: Number(pieces.dataset.top),
};

function piece(name, x, y) {
  return svg("use", { href: `#piece-${name}`, x, y });
}

/** A small disc as it looks on the board, for the player of a seat. */
function disc(seat) {
  const { cell } = geometry;
  const attributes = { viewBox: `0 0 ${cell} ${cell}`, class: "disc", role: "img", "aria-label": COLORS[seat] };
  return svg("svg", attributes, piece(DISCS[seat], 0, 0));
}

/** Shows `discs` on the board, the last of them marked, and bars through `lines`. */
function drawBoard(board, [, height], discs, lines) {
  const { cell, left, top } = geometry;
  const pieceAt = (name, x, y) => piece(name, left + cell * x, top + cell * (height - 1 - y));
  const drawn = discs.map(({ x, y, player }) => pieceAt(DISCS[player], x, y));
  drawn.at(-1)?.classList.add("last");
  const ring = discs.slice(-1).map(({ x, y }) => pieceAt("last-move", x, y));
  const bars = lines.map(([bar, x, y]) => pieceAt(bar, x, y));
  board.replaceChildren(...drawn, piece("board", 0, 0), ...ring, ...bars);
}

/** Makes the board as large as its place allows, and puts the columns of `scores` above its own. */
function fitBoard(board, scores, columns) {
  const { view, cell, left } = geometry;
  const share = (length) => `${100 * length / view.width}%`;
  board.setAttribute("viewBox", pieces.getAttribute("viewBox"));
  board.parentElement.style.setProperty("--aspect", view.width / view.height);
  scores.style.marginLeft = share(left);
  scores.style.marginRight = share(view.width - left - cell * columns);
}

/** What a screen reader is told about the board: its rows from the top. */
function describeBoard([width, height], discs) {
  const rows = [];
  for (let y = height - 1; y >= 0; y--) {
    const row = discs.filter((disc) => disc.y === y);
    if (row.length === 0) continue;
    const cells = row.toSorted((a, b) => a.x - b.x)
      .map((disc) => `${(disc.x + 1).toString(11)} ${COLORS[disc.player]}`);
    rows.push(`row ${y + 1}: ${cells.join(", ")}`);
  }
  return `Board of ${width} columns. ${rows.join("; ") || "Empty"}.`;
}
