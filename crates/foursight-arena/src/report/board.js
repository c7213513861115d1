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

/** Width, height and line length of a size such as `7x6` or `9x7-5`. */
function readSize(text) {
  const match = /^(\d+)x(\d+)(?:-(\d+))?$/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3] ?? 4)] : [7, 6, 4];
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

/** The discs of the lines of at least `connect` that the last of `discs` is in. */
function winningDiscs(discs, connect) {
  const last = discs.at(-1);
  const at = (x, y) => discs.find((disc) => disc.x === x && disc.y === y && disc.player === last.player);
  const run = (dx, dy) => {
    const found = [];
    for (let n = 1, disc; (disc = at(last.x + n * dx, last.y + n * dy)); n++) found.push(disc);
    return found;
  };
  return [[1, 0], [0, 1], [1, 1], [1, -1]]
    .map(([dx, dy]) => [last, ...run(dx, dy), ...run(-dx, -dy)])
    .filter((line) => line.length >= connect)
    .flat();
}

/** A disc: red has a ring, yellow a dot, so that nobody needs to tell the colors. */
function drawDisc(disc, height, className) {
  const [cx, cy] = [10 * disc.x + 5, 10 * (height - 1 - disc.y) + 5];
  const mark = disc.player === 0
    ? svg("circle", { cx, cy, r: 2.4, class: "ring" })
    : svg("circle", { cx, cy, r: 0.9, class: "dot" });
  const color = disc.player === 0 ? "red" : "yellow";
  return svg("g", { class: `${color} ${className}` }, svg("circle", { cx, cy, r: 4.2 }), mark);
}

/** Shows `discs` on the board; the last is marked, and a line if it has one. */
function drawBoard(board, [width, height, connect], discs) {
  board.setAttribute("viewBox", `0 0 ${10 * width} ${10 * height + 5}`);
  const holes = [];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      holes.push(svg("circle", { cx: 10 * x + 5, cy: 10 * y + 5, r: 4.2, class: "hole" }));
    }
  }
  const line = discs.length > 0 ? winningDiscs(discs, connect) : [];
  const drawn = discs.map((disc, index) => {
    const isLast = index === discs.length - 1;
    return drawDisc(disc, height, (isLast ? "last " : "") + (line.includes(disc) ? "line" : ""));
  });
  const numbers = Array.from({ length: width }, (_, x) =>
    svg("text", { x: 10 * x + 5, y: 10 * height + 4, class: "number" }, (x + 1).toString(11)));
  const frame = svg("rect", { width: 10 * width, height: 10 * height, rx: 2, class: "frame" });
  board.replaceChildren(frame, ...holes, ...drawn, ...numbers);
}

/** What a screen reader is told about the board: its rows from the top. */
function describeBoard([width, height], discs) {
  const rows = [];
  for (let y = height - 1; y >= 0; y--) {
    const row = discs.filter((disc) => disc.y === y);
    if (row.length === 0) continue;
    const cells = row.toSorted((a, b) => a.x - b.x)
      .map((disc) => `${(disc.x + 1).toString(11)} ${disc.player === 0 ? "red" : "yellow"}`);
    rows.push(`row ${y + 1}: ${cells.join(", ")}`);
  }
  return `Board of ${width} columns. ${rows.join("; ") || "Empty"}.`;
}
