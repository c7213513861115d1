// The tools below the board of play and analysis: those of a player while a game goes on, else those of a reader.

import { canSwap, isLatest, isOver, mover, nMachines, nToPlace } from "../core/game.js";
import { atEnd, isInVariation } from "../core/variations.js";
import { h, put } from "../browser/dom.js";
import { isAtEnd } from "../core/walk.js";
import { icon, tool } from "../parts/icons.js";

/** @param {import("./play_screen.js").PlayActions} actions */
export function newTools(actions) {
  const tools = {
    start: tool("start", "Start", () => actions.look(-Infinity), "The first position (Home)"),
    previous: tool("previous", "Back", () => actions.look(-1), "One move back (←)"),
    next: tool("next", "Forward", () => actions.look(1), "One move forward (→)"),
    end: tool("end", "End", () => actions.look(Infinity), "The last position (End)"),
    back: tool("back", "Undo", actions.back, "One step back (u or ←)"),
    forward: tool("forward", "Redo", actions.forward, "One step forward (r or →)"),
    swap: tool("swap", "Swap sides", actions.swap),
    keep: tool("allow", "Keep", actions.keep),
    hint: tool("hint", "Hint", actions.hint, "Where to play, and why (space)"),
    pause: tool("pause", "Pause", actions.pause),
    restart: tool("restart", "New game", actions.restart),
    resign: tool("resign", "Resign", actions.resign),
    flip: tool("swap", "Flip", actions.flip, "Flip the board, left to right (x)"),
    leave: tool("leave", "Return", actions.leave, "Return from the variation to the game (Escape)"),
  };
  // The main choice while it is there, as in a network game.
  tools.swap.classList.add("primary");
  return tools;
}

/**
 * Shows the tools of the moment. A tool that does nothing now keeps its place, unseen.
 *
 * @param {ReturnType<typeof newTools>} tools
 * @param {import("./play_screen.js").PlayState} state
 */
export function showTools(tools, { game, isPaused, isAnalyzing, isKept, lesson, walk, closed }) {
  const isWatching = nMachines(game.players) === 2;
  const isAside = isInVariation(game);
  const isReading = isAnalyzing || isAside || isOver(game);
  const isAsking = lesson?.state === "open" && !walk;
  const isFirst = (walk ? walk.step : game.ply) === 0;
  const isLast = walk ? isAtEnd(walk) : atEnd(game).ply === game.ply && game.swap !== "ahead";
  for (const name of /** @type {const} */ (["start", "previous", "next", "end", "flip"]))
    tools[name].hidden = !isReading;
  tools.start.disabled = tools.previous.disabled = isFirst || isAsking;
  tools.next.disabled = tools.end.disabled = isLast || isAsking;
  tools.flip.hidden ||= isAside;
  tools.flip.disabled = walk !== null;
  tools.back.hidden = tools.forward.hidden = isReading;
  tools.back.disabled = isFirst;
  tools.forward.disabled = isLast;
  const now = mover(game);
  const isChoosing = canSwap(game) && now?.playedBy === "person" && !isReading && !isKept;
  tools.swap.hidden = tools.keep.hidden = !isChoosing;
  put(tools.keep, icon("allow"), h("span", {}, `Keep ${now?.color ?? ""}`));
  tools.hint.hidden = isWatching || isReading || isChoosing;
  tools.hint.disabled = closed !== null || nToPlace(game) > 0;
  tools.pause.hidden = !isWatching || isReading;
  put(tools.pause, icon(isPaused ? "go" : "pause"), h("span", {}, isPaused ? "Resume" : "Pause"));
  tools.restart.hidden = isReading || isChoosing;
  tools.restart.disabled = game.moves.length === 0;
  tools.resign.hidden = isWatching || isReading || isChoosing;
  tools.resign.disabled = !isLatest(game) || game.moves.length === 0;
  tools.leave.hidden = !isAside;
}
