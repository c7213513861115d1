/** The symbol of a channel in the log, its meaning, and its class. */
const WAYS = [
  ["→", "written to the player", "sent"],
  ["←", "read from the player", "received"],
  ["!", "standard error of the player", "error"],
];

/**
 * Shows lines of a game's log.
 *
 * @param {HTMLTableSectionElement} body
 * @param {GameData} game
 * @param {LoggedLine[]} lines
 * @param {(player: number) => string} name
 */
function drawLog(body, game, lines, name) {
  const rows = lines.map(([, code, micros, line]) => {
    const [symbol, meaning, channel] = WAYS[code >> 1];
    const way = html("td", "", symbol);
    way.title = meaning;
    const player = code & 1;
    const text = typeof line === "number" ? String(game.log[line][3]) : line;
    return html(
      "tr",
      channel,
      html("td", "n", (micros / 1000).toFixed(1)),
      html("td", "", disc(player), " ", foreign(name(player))),
      way,
      html("td", "line", foreign(text)),
    );
  });
  body.replaceChildren(...rows);
  if (rows.length === 0) body.append(remarkRow(game.log.length > 0 ? "no lines" : "no log was kept"));
  if (lines.length === game.log.length && game.skipped > 0)
    body.prepend(remarkRow(`${game.skipped} earlier lines are left out; the tournament's folder has them`));
}

/** @param {string} text */
function remarkRow(text) {
  const cell = html("td", "hint", text);
  cell.colSpan = 4;
  return html("tr", "", cell);
}

/**
 * The ends of both standard errors; open after a fault.
 *
 * @param {GameData} game
 * @param {(player: number) => string} name
 */
function errorBlocks(game, name) {
  return game.errors.flatMap((text, player) => {
    if (text === "") return [];
    const summary = html("summary", "", "End of standard error of ", foreign(name(player)));
    const block = html("details", "", summary, html("pre", "", visible(text)));
    block.open = game.isFault;
    return [block];
  });
}
