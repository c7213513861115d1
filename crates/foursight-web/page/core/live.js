// A game over the network: what each side can do, and the words for it.

import { linesInWords } from "./game.js";
import { other } from "./rules.js";

/** @typedef {import("./rules.js").Color} Color */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** @typedef {import("../net/api.js").LiveEvent["game"]} LiveGame as everybody sees it */
/** @typedef {import("../net/api.js").Requests["POST /api/games/{id}/actions"]["action"]} Action */
/**
 * A choice with an icon is shown beside the tools. `asks` is a question to confirm first; with `isAnswer`, the
 * other side is waiting.
 *
 * @typedef {{ action: Action, label: string, asks?: string, isAnswer?: boolean,
 *   icon?: "takeback" | "resign" | "allow" | "refuse" | "swap" }} Choice
 */

/** @param {LiveGame} game */
export function isOpen(game) {
  return game.ending === null && game.outcome === null;
}

/** @param {LiveGame} game */
export function isFull(game) {
  return game.seats.red.taken && game.seats.yellow.taken;
}

/**
 * Converts between the color that a player began with and the current one: the pie rule swaps seats, at most
 * once per game.
 *
 * @param {LiveGame} game
 * @param {Color | null} color
 * @returns {Color | null}
 */
export function swappedSeat(game, color) {
  return color && game.swapped ? other(color) : color;
}

/**
 * What a side can do besides moving.
 *
 * @param {LiveGame} game
 * @param {Color | null} seat
 * @returns {Choice[]}
 */
export function choices(game, seat) {
  if (!seat || !isFull(game)) return [];
  return isOpen(game) ? openChoices(game, seat) : rematchChoices(game, seat);
}

/** @param {LiveGame} game @param {Color} seat @returns {Choice[]} */
function openChoices(game, seat) {
  /** @type {Choice[]} */
  const choices = [];
  if (game.offers.takeback === other(seat)) {
    choices.push({ action: "accept_takeback", label: "Allow", icon: "allow", isAnswer: true });
    choices.push({ action: "decline_takeback", label: "Decline", icon: "refuse" });
  }
  if (game.can_swap && game.to_move === seat) {
    choices.push({ action: "swap", label: "Swap sides", icon: "swap", isAnswer: true });
  }
  // Moves before a swap cannot be taken back.
  const ownPly = game.ply - (game.to_move === seat ? 2 : 1);
  if (ownPly >= game.start.length + Number(game.swapped) && game.offers.takeback === null)
    choices.push({ action: "offer_takeback", label: "Take back", icon: "takeback" });
  choices.push({ action: "resign", label: "Resign", asks: "Really resign?", icon: "resign" });
  return choices;
}

/** @param {LiveGame} game @param {Color} seat @returns {Choice[]} */
function rematchChoices(game, seat) {
  if (game.rematch_id) return [];
  if (game.offers.rematch === other(seat)) return [{ action: "accept_rematch", label: "Accept rematch" }];
  return game.offers.rematch === seat ? [] : [{ action: "offer_rematch", label: "Offer rematch" }];
}

/**
 * Why nothing can be played now, null if something can.
 *
 * @param {LiveGame} game
 * @param {Color | null} seat the reader's
 * @param {boolean} isPending whether the own move is on its way
 * @param {boolean} isEarlier whether an earlier position is looked at
 */
export function whyClosed(game, seat, isPending, isEarlier) {
  if (!isOpen(game)) return "The game is over.";
  if (!seat) return "You are watching.";
  if (!isFull(game)) return "The other player has not joined yet.";
  if (isPending) return "Your move is being sent.";
  if (isEarlier) return "This is an earlier position. Step forward to the latest one.";
  return game.to_move === seat ? null : "It is the other player's turn.";
}

/**
 * The sentence above the board.
 *
 * @param {LiveGame} game
 * @param {Color | null} seat the reader's
 */
export function liveStatus(game, seat) {
  if (!isOpen(game)) return `${endInWords(game, seat)}${rematchInWords(game, seat)}`;
  if (!isFull(game)) return seat ? "Waiting for the other player" : "One seat is free";
  if (seat && game.offers.takeback === other(seat))
    return `${shortName(game, other(seat))} asks to take a move back`;
  if (seat && game.offers.takeback === seat) return "You asked to take your move back";
  const mover = game.to_move ?? "red";
  if (!seat) return `${shortName(game, mover)} to move`;
  if (mover !== seat) return `${shortName(game, mover)} to move`;
  return game.can_swap ? "Your move, or swap sides" : "Your move";
}

/** @param {LiveGame} game @param {Color | null} seat */
function endInWords(game, seat) {
  const { outcome: winner, ending } = game;
  if (winner === "draw" || !winner) return "A draw: the board is full";
  const line = game.lines.length > 0 ? linesInWords(game.lines) : "";
  if (line && seat === other(winner)) return `You lose: ${shortName(game, winner)} has ${line}`;
  const loser = seat === other(winner) ? "you" : shortName(game, other(winner));
  const by = ending === "time" ? " on time" : ending === "resigned" ? `: ${loser} resigned` : ` with ${line}`;
  return `${seat === winner ? "You win" : `${shortName(game, winner)} wins`}${by}`;
}

/** @param {LiveGame} game @param {Color | null} seat */
function rematchInWords(game, seat) {
  const { rematch } = game.offers;
  if (!seat || !rematch || game.rematch_id) return "";
  return rematch === seat ? ". You offered a rematch" : `. ${shortName(game, rematch)} offers a rematch`;
}

/** @param {LiveGame} game @param {Color} color */
export function name(game, color) {
  return game.seats[color].name || (color === "red" ? "Red" : "Yellow");
}

/**
 * A name within a sentence: shortened, and isolated if it is written from right to left, so that it does not
 * reorder the rest.
 *
 * @param {LiveGame} game
 * @param {Color} color
 */
function shortName(game, color) {
  const letters = [...name(game, color)];
  const short = letters.length > 16 ? `${letters.slice(0, 15).join("").trimEnd()}…` : letters.join("");
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/**
 * The terms of a game: board, clock, pie rule.
 *
 * @param {LiveGame} game
 */
export function termsInWords({ size, connect, clock, pie }) {
  const [width, height] = size.split("x");
  const minutes =
    clock && (clock.initial_s % 60 === 0 ? `${clock.initial_s / 60} min` : `${clock.initial_s} s`);
  const terms = [
    `${width} columns, ${height} rows, ${connect} in a row`,
    clock && `${minutes} per player plus ${clock.increment_s} s per move`,
    pie && "Pie rule: the second player may take over the first disc",
  ];
  return `${terms.filter(Boolean).join(". ")}.`;
}

/**
 * The time a side has left, `elapsed_ms` after the state arrived.
 *
 * @param {LiveGame} game
 * @param {Color} color
 * @param {number} elapsed_ms
 */
export function timeLeft({ clock }, color, elapsed_ms) {
  if (!clock) return 0;
  return Math.max(0, clock[`${color}_ms`] - (clock.running === color ? elapsed_ms : 0));
}

/** @param {number} milliseconds */
export function clockText(milliseconds) {
  const tenths = Math.ceil(milliseconds / 100);
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  const text = `${minutes}:${String(seconds).padStart(2, "0")}`;
  return tenths < 100 ? `${text}.${tenths % 10}` : text;
}
