// Announcements and sounds when a game on this device changes.

import { remember } from "../core/own_games.js";
import { levelToMove, moveInWords, placeInWords, result, shown } from "../core/game.js";
import { other, sameMoves } from "../core/rules.js";
import { personsColor, statusOf } from "../core/status.js";
import { reportDone } from "../net/class.js";
import { announce, notify } from "../parts/announcer.js";
import { fanfare, knock } from "../browser/sound.js";

/** @typedef {import("../core/game.js").Game} Game */

/** @param {Game} before @param {Game} game */
export function tell(before, game) {
  if (before.swap !== "done" && game.swap === "done" && before.ply === game.ply) {
    const person = personsColor(game);
    notify(`Sides swapped${person ? `: you are now ${person}` : ""}. ${statusOf(game)}.`);
    return;
  }
  const position = shown(game);
  const isNext = game.ply === before.ply + 1;
  const isElsewhere = !sameMoves(position.moves, shown(before).moves);
  const end = result(game);
  const words = [
    isElsewhere && (isNext ? moveInWords : placeInWords)(position),
    (end || levelToMove(game) === null) && `${statusOf(game)}.`,
  ];
  announce(words.filter(Boolean).join(" "));
  if (isNext) knock();
  const isNew = isNext || game.resigned !== before.resigned;
  if (end && isNew) {
    const person = personsColor(game);
    fanfare(end.winner === (person ?? end.winner));
    remember(game);
    if (person && end.winner === person && game.size.connect === 4)
      reportDone("level", Number(game.players[other(person)]));
  }
}

/** Announces what was done, with a way to undo it. @param {string} words @param {() => void} act */
export function offerBack(words, act) {
  // The message is an announcement itself.
  announce("");
  notify(words, { label: "Undo", act });
}
