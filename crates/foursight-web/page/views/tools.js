// The tools below the board of play and analysis.

import { isLatest, nMachines, result } from "../core/game.js";
import { atEnd, isInVariation } from "../core/variations.js";
import { h, put, setAttribute } from "../browser/dom.js";
import { icon, tool } from "../parts/icons.js";

/** @param {import("./play_screen.js").PlayActions} actions */
export function newTools(actions) {
  return {
    back: tool("back", "Undo", actions.back, "One step back (u or ←)"),
    forward: tool("forward", "Redo", actions.forward, "One step forward (r or →)"),
    hint: tool("hint", "Hint", actions.hint, "The best move (space)"),
    pause: tool("pause", "Pause", actions.pause),
    leave: tool("leave", "Return to the game", actions.leave, "Leaves the variation (Escape)"),
    restart: tool("restart", "Restart", actions.restart),
    resign: tool("resign", "Resign", actions.resign),
    analysis: tool("analysis", "Analysis", (event) => {
      const pressed = /** @type {HTMLElement} */ (event.currentTarget).getAttribute("aria-pressed");
      actions.setAnalyzing(pressed !== "true");
    }),
  };
}

/**
 * Which tools there are now, and which of them do something.
 *
 * @param {ReturnType<typeof newTools>} tools
 * @param {import("./play_screen.js").PlayState} state
 */
export function showTools(tools, { game, isPaused, isAnalyzing, lesson, closed }) {
  const isWatching = nMachines(game.players) === 2;
  const isAside = isInVariation(game);
  const isOver = result(game) !== null;
  tools.back.disabled = game.ply === 0 || lesson !== null;
  tools.forward.disabled = atEnd(game).ply === game.ply || lesson !== null;
  tools.hint.disabled = closed !== null || lesson !== null;
  tools.hint.hidden = isWatching;
  tools.pause.hidden = !isWatching || isOver;
  put(tools.pause, icon(isPaused ? "go" : "pause"), h("span", {}, isPaused ? "Resume" : "Pause"));
  tools.leave.hidden = !isAside;
  tools.restart.hidden = isAside;
  tools.restart.disabled = game.moves.length === 0;
  tools.resign.hidden = isWatching || isAside;
  tools.resign.disabled = isOver || !isLatest(game) || game.moves.length === 0;
  setAttribute(tools.analysis, "aria-pressed", String(isAnalyzing));
}
