// An arrangement of discs that a person makes: not a game, perhaps not even possible in one.

import { empty } from "./rules.js";

/** @import { Color, Cell, Size } from "./rules.js" */
/** @typedef {{ size: Size, columns: readonly (readonly Color[])[] }} Arrangement discs of each column, the lowest first */
/** @typedef {Color | "turn" | "remove"} Tool `turn` puts the disc of whoever is to move */

/** @param {Size} size @returns {Arrangement} */
export function bare(size) {
  return { size, columns: empty(size).columns };
}

/**
 * The arrangement in rows from the top: `R`, `Y`, and `.` for an empty cell.
 *
 * @param {Size} size
 * @param {readonly string[]} rows
 * @returns {Arrangement}
 */
export function fromRows(size, rows) {
  const columns = bare(size).columns.map((_, column) => {
    const cells = rows.map((row) => row[column]).reverse();
    return cells.filter((cell) => cell !== ".").map((cell) => (cell === "R" ? "red" : "yellow"));
  });
  return { size, columns: /** @type {Color[][]} */ (columns) };
}

/** Rows from the top as the server reads them: `X` is red. @param {Arrangement} arrangement */
export function gridText({ size, columns }) {
  const rows = Array.from({ length: size.height }, (_, i) =>
    columns
      .map((discs) => ({ red: "X", yellow: "O", none: "." })[discs[size.height - 1 - i] ?? "none"])
      .join(""),
  );
  return rows.join("\n");
}

/** The number of discs of each side. @param {Arrangement} arrangement */
export function counts({ columns }) {
  const red = columns.flat().filter((color) => color === "red").length;
  return { red, yellow: columns.flat().length - red };
}

/** The side to move, null if no game has these numbers of discs. @param {Arrangement} arrangement @returns {Color | null} */
export function sideToMove(arrangement) {
  const { red, yellow } = counts(arrangement);
  return red === yellow ? "red" : red === yellow + 1 ? "yellow" : null;
}

/**
 * The arrangement after a click on a cell. On an empty cell, a disc falls into the column. A disc changes color or, if
 * it has the tool's color, is removed; those above it fall.
 *
 * @param {Arrangement} arrangement
 * @param {Tool} tool
 * @param {Cell} cell
 * @returns {Arrangement}
 */
export function clicked(arrangement, tool, [column, row]) {
  const { size, columns } = arrangement;
  const discs = columns[column];
  const isDisc = row < discs.length;
  /** @type {readonly Color[]} */
  let changed = discs;
  if (!isDisc && tool !== "remove" && discs.length < size.height) {
    const { red, yellow } = counts(arrangement);
    changed = [...discs, tool !== "turn" ? tool : red > yellow ? "yellow" : "red"];
  } else if (isDisc && (tool === "red" || tool === "yellow") && discs[row] !== tool) {
    changed = discs.with(row, tool);
  } else if (isDisc) changed = discs.toSpliced(row, 1);
  return { size, columns: columns.with(column, changed) };
}

/**
 * The reason why no game has these numbers of discs, null if one can.
 *
 * @param {Arrangement} arrangement
 */
export function problem(arrangement) {
  if (sideToMove(arrangement)) return null;
  const { red, yellow } = counts(arrangement);
  const n = Math.abs(red - yellow);
  const [more, fewer] = red > yellow ? ["Red", "yellow"] : ["Yellow", "red"];
  return `${more} has ${n} more ${n === 1 ? "disc" : "discs"} than ${fewer}. Red moves first, so red has as many discs as yellow, or one more.`;
}
