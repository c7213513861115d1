// The list of games: its filters, and tables that can be sorted by their column heads.

import { button, h, select } from "../../../foursight-web/page/browser/dom.js";
import { byId, tableOf, visible } from "./elements.js";

/** The filters above the list of games. */
const filters = { player: "", result: "", ending: "", marks: false };

function rowsOfGames() {
  return [...tableOf("games").tBodies[0].rows];
}

/** @param {HTMLTableRowElement} row */
function numberOf(row) {
  return Number(row.id.slice("game-".length));
}

/** The numbers of the games that the list shows, in its order. */
export function listedGames() {
  return rowsOfGames()
    .filter((row) => !row.hidden)
    .map(numberOf);
}

/** @param {DOMStringMap} game */
function isListed({ first, second, result, winner, ending, mistakes }) {
  const { player } = filters;
  if (player && player !== first && player !== second) return false;
  if (filters.ending && filters.ending !== ending) return false;
  if (filters.marks && mistakes === "0") return false;
  switch (filters.result) {
    case "":
      return true;
    case "won":
      return winner === player;
    case "lost":
      return winner !== "" && winner !== player;
    default:
      return result === filters.result;
  }
}

function filterGames() {
  const rows = rowsOfGames();
  for (const row of rows) row.hidden = !isListed(row.dataset);
  byId("count").textContent = `${listedGames().length} of ${rows.length} games`;
}

/**
 * A labelled choice.
 *
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {(value: string) => void} onChange
 * @returns {[HTMLLabelElement, HTMLSelectElement]}
 */
function choice(label, options, onChange) {
  const element = select(options, "", { onchange: () => onChange(element.value) });
  return [h("label", {}, `${label} `, element), element];
}

/** @param {string[]} players */
export function addFilters(players) {
  const [results, resultSelect] = choice(
    "Result",
    [
      ["", "any"],
      ["1-0", "first player won"],
      ["0-1", "second player won"],
      ["1/2", "draw"],
      ["won", "the player won"],
      ["lost", "the player lost"],
    ],
    (value) => {
      filters.result = value;
      filterGames();
    },
  );
  const needPlayer = () => {
    for (const option of resultSelect.options) {
      if (!["won", "lost"].includes(option.value)) continue;
      option.disabled = filters.player === "";
      if (option.disabled && option.selected) resultSelect.value = filters.result = "";
    }
  };
  /** @type {[string, string][]} */
  const names = players.map((name, index) => [String(index), visible(name)]);
  const [playerLabel] = choice("Player", [["", "any"], ...names], (value) => {
    filters.player = value;
    needPlayer();
    filterGames();
  });
  const kinds = [...new Set(rowsOfGames().map((row) => row.dataset.ending ?? ""))].sort();
  /** @type {[string, string][]} */
  const endings = kinds.map((kind) => [kind, kind]);
  const [endingLabel] = choice("Ending", [["", "any"], ...endings], (value) => {
    filters.ending = value;
    filterGames();
  });
  const onchange = () => {
    filters.marks = box.checked;
    filterGames();
  };
  const box = h("input", { type: "checkbox", onchange });
  const hasMistakes = rowsOfGames().some((row) => row.dataset.mistakes !== "0");
  const bar = h(
    "form",
    { class: "filters", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    playerLabel,
    results,
    endingLabel,
    hasMistakes && h("label", { class: "check" }, box, " with ? or ??"),
    h("output", { id: "count" }),
  );
  byId("games").parentElement?.before(bar);
  needPlayer();
  filterGames();
}

/**
 * The sort key of a cell: its number if it begins with one, otherwise its text.
 *
 * @param {HTMLTableRowElement} row
 * @param {number} column
 */
function sortKey(row, column) {
  const text = (row.cells[column].textContent ?? "").trim();
  const number = Number.parseFloat(text.replace("−", "-"));
  return { text, number: Number.isNaN(number) ? -Infinity : number };
}

/**
 * @param {HTMLTableElement} table
 * @param {number} column
 * @param {boolean} descending
 */
function sortRows(table, column, descending) {
  const body = table.tBodies[0];
  const keyed = [...body.rows].map((row) => ({ row, key: sortKey(row, column) }));
  const sign = descending ? -1 : 1;
  keyed.sort(
    ({ key: a }, { key: b }) =>
      sign * (a.number === b.number ? a.text.localeCompare(b.text) : a.number < b.number ? -1 : 1),
  );
  body.append(...keyed.map(({ row }) => row));
}

/**
 * Turns the heads of a table into buttons that sort it; numbers start with the highest.
 *
 * @param {HTMLTableElement} table
 */
export function makeSortable(table) {
  const heads = [...(table.tHead?.rows[0].cells ?? [])];
  for (const [column, head] of heads.entries()) {
    const sort = () => {
      const isNumeric = table.tBodies[0].rows[0]?.cells[column].className === "n";
      const now = head.getAttribute("aria-sort");
      const descending = now ? now === "ascending" : isNumeric;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sortRows(table, column, descending);
    };
    head.replaceChildren(button(head.textContent ?? "", sort, { class: "sort" }));
  }
}
