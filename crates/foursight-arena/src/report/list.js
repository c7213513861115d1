// The list of games and its filters.

import { h, select } from "../../../foursight-web/page/browser/dom.js";
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
