// A network game: each side's choices, and the words for them.

import { linesInWords } from "./game.js";
import { moverAfter, OPENING_RULES } from "./opening_rule.js";
import { colorAt, other } from "./rules.js";

/** @import { Color } from "./rules.js" */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** @typedef {import("../net/api.js").NetworkEvent["game"]} NetworkGame as everybody sees it */
/** @typedef {import("../../wire").Requests["POST /api/games/{id}/actions"]["action"]} Action */
/**
 * A choice with an icon is shown beside the tools. `asks` is a question to confirm first; with `isAnswer`, the other
 * side is waiting. One of the other choices is the main one; a color is the player's color in the next game.
 *
 * @typedef {{ action: Action, label: string, asks?: string, isAnswer?: boolean,
 *   icon?: "takeback" | "draw" | "resign" | "allow" | "refuse" | "swap", isMain?: boolean,
 *   color?: Color }} Choice
 */

/** @param {NetworkGame} game */
export function isOpen(game) {
  return game.ending === null && game.outcome === null;
}

/** @param {NetworkGame} game */
export function isFull(game) {
  return game.seats.red.taken && game.seats.yellow.taken;
}

/**
 * Converts between the color that a player began with and the current one: an opening rule swaps seats, at most
 * once per game.
 *
 * @param {NetworkGame} game
 * @param {Color | null} color
 * @returns {Color | null}
 */
export function swappedSeat(game, color) {
  return color && game.swapped ? other(color) : color;
}

/**
 * A side's choices besides moving.
 *
 * @param {NetworkGame} game
 * @param {Color | null} seat
 * @returns {Choice[]}
 */
export function choices(game, seat) {
  if (!seat || !isFull(game)) return [];
  return isOpen(game) ? openChoices(game, seat) : rematchChoices(game, seat);
}

/** The player of the move at a ply after the start, by the current seats. @param {NetworkGame} game @param {number} ply */
function moverAt({ start, opening_rule, swapped }, ply) {
  return moverAfter(opening_rule, colorAt(start.length), ply - start.length, swapped);
}

/** Whether a side has a move to take back; moves before a swap cannot be taken back. @param {NetworkGame} game @param {Color} seat */
function canTakeBack(game, seat) {
  const standing = game.start.length + (game.swapped ? OPENING_RULES[game.opening_rule].placed : 0);
  for (let ply = standing; ply < game.ply; ply++) if (moverAt(game, ply) === seat) return true;
  return false;
}

/** @param {NetworkGame} game @param {Color} seat @returns {Choice[]} */
function openChoices(game, seat) {
  /** @type {Choice[]} */
  const choices = [];
  const { takeback, draw } = game.offers;
  const resign = /** @type {const} */ ({
    action: "resign",
    label: "Resign",
    asks: "Really resign?",
    icon: "resign",
  });
  // Who is asked answers before asking.
  if (takeback === other(seat)) {
    choices.push({ action: "accept_takeback", label: "Allow", icon: "allow", isAnswer: true });
    choices.push({ action: "decline_takeback", label: "Decline", icon: "refuse" });
    return [...choices, resign];
  }
  if (draw === other(seat)) {
    choices.push({ action: "accept_draw", label: "Accept", icon: "allow", isAnswer: true });
    choices.push({ action: "decline_draw", label: "Decline", icon: "refuse" });
    return [...choices, resign];
  }
  if (game.can_swap && game.to_move === seat) {
    choices.push({ action: "swap", label: "Swap sides", icon: "swap", isAnswer: true });
  }
  if (canTakeBack(game, seat) && takeback === null)
    choices.push({ action: "offer_takeback", label: "Take back", icon: "takeback" });
  if (draw === null) choices.push({ action: "offer_draw", label: "Draw", icon: "draw", asks: "Offer draw?" });
  return [...choices, resign];
}

/** @param {NetworkGame} game @param {Color} seat @returns {Choice[]} */
function rematchChoices(game, seat) {
  const { rematch, same_colors } = game.offers;
  if (game.rematch_id || rematch === seat) return [];
  /** @param {Action} action @param {Color} color @returns {Choice} */
  const offer = (action, color) => ({ action, label: `Rematch as ${color}`, color });
  const change = offer("offer_rematch", other(seat));
  const same = offer("offer_rematch_with_same_colors", seat);
  if (rematch === null) return [change, same];
  const color = rematchColor(game, seat);
  return [
    { action: "accept_rematch", label: `Accept: you play ${color}`, color, isMain: true },
    same_colors ? change : same,
  ];
}

/** The color that a player would have in the rematch that is offered. @param {NetworkGame} game @param {Color} seat */
function rematchColor(game, seat) {
  return game.offers.same_colors ? seat : other(seat);
}

/**
 * Whether a disc can be chosen ahead of the turn.
 *
 * @param {NetworkGame} game
 * @param {Color | null} seat the reader's
 */
export function canPremove(game, seat) {
  return seat !== null && isOpen(game) && isFull(game) && game.to_move === other(seat);
}

/**
 * The reason why nothing can be played now, null if something can.
 *
 * @param {NetworkGame} game
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
 * @param {NetworkGame} game
 * @param {Color | null} seat the reader's
 */
export function networkStatus(game, seat) {
  if (!isOpen(game)) return `${endInWords(game, seat)}${rematchInWords(game, seat)}`;
  if (!isFull(game)) return seat ? "Waiting for the other player" : "One seat is free";
  if (seat && game.offers.takeback === other(seat))
    return `${shortName(game, other(seat))} asks to take a move back`;
  if (seat && game.offers.takeback === seat) return "You asked to take your move back";
  if (seat && game.offers.draw === other(seat)) return `${shortName(game, other(seat))} offers a draw`;
  if (seat && game.offers.draw === seat) return "You offered a draw";
  const mover = game.to_move ?? "red";
  if (mover !== seat) return `${shortName(game, mover)} to move`;
  if (game.opening_rule === "swap" && game.to_place > 0)
    return `Your move: place a ${colorAt(game.ply)} disc, ${game.to_place} to go`;
  return game.can_swap ? "Your move, or swap sides" : "Your move";
}

/** @param {NetworkGame} game @param {Color | null} seat */
function endInWords(game, seat) {
  const { outcome: winner, ending } = game;
  if (ending === "agreed") return "A draw: both agreed";
  if (winner === "draw" || !winner) return "A draw: the board is full";
  const line = game.lines.length > 0 ? linesInWords(game.lines) : "";
  if (line && seat === other(winner)) return `You lose: ${shortName(game, winner)} has ${line}`;
  const loser = seat === other(winner) ? "you" : shortName(game, other(winner));
  const by = ending === "time" ? " on time" : ending === "resigned" ? `: ${loser} resigned` : ` with ${line}`;
  return `${seat === winner ? "You win" : `${shortName(game, winner)} wins`}${by}`;
}

/** @param {NetworkGame} game @param {Color | null} seat */
function rematchInWords(game, seat) {
  const { rematch } = game.offers;
  if (!seat || !rematch || game.rematch_id) return "";
  const who = rematch === seat ? "You offered" : `${shortName(game, rematch)} offers`;
  return `. ${who} a rematch: you play ${rematchColor(game, seat)}`;
}

/** @param {NetworkGame} game @param {Color} color */
export function name(game, color) {
  return game.seats[color].name || (color === "red" ? "Red" : "Yellow");
}

/**
 * A name within a sentence: shortened, and isolated if it is written from right to left, so that it does not
 * reorder the rest.
 *
 * @param {NetworkGame} game
 * @param {Color} color
 */
function shortName(game, color) {
  const letters = [...name(game, color)];
  const short = letters.length > 16 ? `${letters.slice(0, 15).join("").trimEnd()}…` : letters.join("");
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/**
 * The terms of a game: board, clock, opening rule.
 *
 * @param {NetworkGame} game
 */
export function termsInWords({ size, connect, clock, opening_rule }) {
  const [width, height] = size.split("x");
  const minutes =
    clock && (clock.initial_s % 60 === 0 ? `${clock.initial_s / 60} min` : `${clock.initial_s} s`);
  const terms = [
    `${width} columns, ${height} rows, ${connect} in a row`,
    clock && `${minutes} per player plus ${clock.increment_s} s per move`,
    OPENING_RULES[opening_rule].words,
  ];
  return `${terms.filter(Boolean).join(". ")}.`;
}

/**
 * The time a side has left, `elapsed_ms` after the state arrived.
 *
 * @param {NetworkGame} game
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
