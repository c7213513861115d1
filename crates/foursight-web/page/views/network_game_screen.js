// The screen of a network game: the board, the players, and their choices.

import { addressOf } from "../core/address.js";
import { choices, clockText, isFull, isOpen, networkStatus, name, timeLeft } from "../core/network_game.js";
import { standing } from "../core/phrases.js";
import { button, buttonRow, h, isFocusLost, put, putIfNew } from "../browser/dom.js";
import { newBoard } from "../parts/board.js";
import { Choices, Phrases } from "../parts/choices.js";
import { GamePanels } from "../parts/panels.js";
import { tool } from "../parts/icons.js";
import { elsewhere, invitation, joining } from "../parts/invitation.js";
import "../parts/moves.js";
import { NotifySwitch } from "../parts/setting_switch.js";
import { Players } from "../parts/players.js";
import { besideOf, tableOf, twoSides } from "../parts/two_sides.js";

/** @typedef {import("../core/network_game.js").NetworkGame} NetworkGame */
/** @typedef {import("../core/network_game.js").Action} Action */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../core/rules.js").Position} Position */

/**
 * @typedef {object} NetworkGameState
 * @property {NetworkGame | null} game
 * @property {Color | null} seat
 * @property {import("../net/network_game.js").Link} link
 * @property {string} problem why there is no game
 * @property {string | null} seatLink
 * @property {import("../core/rules.js").Size} size
 * @property {readonly number[]} moves
 * @property {number} ply
 * @property {boolean} isPending
 * @property {Position} position
 * @property {string | null} closed
 * @property {import("../parts/board.js").Ahead | null} ahead
 * @property {Record<Color, import("../core/phrases.js").Saying | null>} heard
 * @property {number} elapsed milliseconds since the state arrived
 */

/**
 * @typedef {object} NetworkGameActions
 * @property {(column: number) => void} play
 * @property {(reason: string) => void} refuse
 * @property {(ply: number) => void} jump
 * @property {() => void} back
 * @property {() => void} forward
 * @property {(action: Action) => void} act
 * @property {(name: string) => void} join
 * @property {(id: string) => void} rematch
 * @property {() => void} review the finished game
 */

const SHORT_MS = 20_000;
/** The longest sentence that fits between the seats, in letters. */
const LONGEST_SHORT = 18;
const LINKS = { live: "Live", connecting: "Connecting…", offline: "Connection lost. Reconnecting…" };

export class NetworkGameScreen {
  shownPart = "";
  /** Whether the person only wants to watch. */
  isWatching = false;

  /** @param {NetworkGameActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.players = new Players();
    this.status = h("p", { class: "status" });
    this.board = newBoard(actions);
    this.back = tool("back", "Back", actions.back);
    this.forward = tool("forward", "Forward", actions.forward);
    this.choices = new Choices([this.back, this.forward], actions.act);
    this.link = h("p", { class: "link", role: "status" });
    this.part = h("div", { class: "part" });
    /** The link to the person's own seat. */
    this.own = h("div", { class: "part" });
    this.moveList = /** @type {import("../parts/moves.js").MoveList} */ (document.createElement("move-list"));
    this.moveList.addEventListener("jump", (event) =>
      actions.jump(/** @type {CustomEvent} */ (event).detail.ply),
    );
    this.movesTitle = h("h2", {}, "Moves");
    this.phrases = new Phrases((phrase) => actions.act(`say_${phrase}`));
    this.notifySwitch = new NotifySwitch();
    const parts = [this.phrases.root, this.link, this.notifySwitch.root, this.own];
    const all = [...parts, this.movesTitle, this.moveList];
    this.panels = new GamePanels(all, () => this.state && this.show(this.state));
    const heading = h("h1", { class: "visually-hidden" }, "Network game");
    this.root = twoSides(
      tableOf("The game", heading, this.players.root, this.status, this.board, this.choices.tools),
      besideOf(this.part, this.choices.atEnd, this.panels.tabs.root),
    );
    /** @type {NetworkGameState | null} */
    this.state = null;
  }

  leave() {
    this.choices.leave();
    this.panels.leave();
  }

  /** @param {NetworkGameState} state */
  show(state) {
    this.state = state;
    const hadFocus = this.root.contains(document.activeElement);
    const { game, position, closed, ahead, moves, ply } = state;
    this.board.show({ position, closed, ahead, isOver: game === null || !isOpen(game) });
    const words = statusOf(state);
    this.status.textContent = words;
    this.status.classList.toggle("long", words.length > LONGEST_SHORT);
    this.players.root.hidden = game === null;
    for (const part of [this.link, this.choices.tools, this.movesTitle]) part.hidden = game === null;
    this.phrases.show(game && state.seat && isFull(game) ? game.seats[state.seat].said : null);
    this.notifySwitch.show(game !== null && state.seat !== null && isOpen(game));
    this.link.className = `link ${state.link}`;
    putIfNew(this.link, [state.link, game?.spectators], () => [
      LINKS[state.link],
      game && game.spectators > 0 && ` · ${game.spectators} watching`,
    ]);
    this.back.disabled = ply === 0;
    this.forward.disabled = ply >= moves.length;
    if (!game) {
      this.choices.show([]);
      put(this.part, state.problem && h("a", { class: "button primary", href: "/" }, "Play a game"));
      return;
    }
    this.status.classList.toggle("is-end", !isOpen(game));
    this.showPlayers(game, state);
    this.choices.show(choices(game, state.seat));
    this.showPart(state, game);
    this.moveList.show(moves, Math.min(ply, moves.length));
    const { size } = state;
    const shared = { size, moves, place: moves.slice(0, ply), link: addressOf(size, moves, game, ply) };
    this.panels.show(position, shared, `/api/games/${game.id}/file`);
    if (hadFocus && isFocusLost(this.board)) this.board.focus();
  }

  /** @param {NetworkGame} game @param {Pick<NetworkGameState, "seat" | "heard" | "elapsed">} state */
  showPlayers(game, { seat, heard, elapsed }) {
    const player = (/** @type {Color} */ color) => {
      const { taken, connected } = game.seats[color];
      const notes = [
        seat === color && "You",
        !taken && "free seat",
        taken && !connected && seat !== color && "away",
      ];
      const left = timeLeft(game, color, elapsed);
      return {
        name: name(game, color),
        note: notes.filter(Boolean).join(", "),
        says: standing(game, heard[color]),
        isToMove: isOpen(game) && isFull(game) && game.to_move === color,
        hasWon: game.outcome === color,
        clock: game.clock ? clockText(left) : undefined,
        isShort: left < SHORT_MS,
      };
    };
    this.players.show({ red: player("red"), yellow: player("yellow") });
  }

  /** The kind of choices beside the board. @param {NetworkGame} game @param {Color | null} seat */
  kindOf(game, seat) {
    if (!isFull(game) && !this.isWatching) return seat ? "invite" : "join";
    return isOpen(game) ? "play" : "over";
  }

  /** Leaves the free seat to others. @param {NetworkGameState} state @param {NetworkGame} game */
  watch(state, game) {
    this.isWatching = true;
    this.showPart(state, game);
    this.board.focus();
  }

  /** Shows the part for inviting, for joining, or for the end of the game. @param {NetworkGameState} state @param {NetworkGame} game */
  showPart(state, game) {
    const { seat } = state;
    const ownLink = seat && state.seatLink;
    const kind = this.kindOf(game, seat);
    const key = `${kind} ${game.rematch_id} ${state.moves.length * Number(kind === "over")} ${ownLink}`;
    if (key === this.shownPart) return;
    this.shownPart = key;
    put(
      this.part,
      ...{
        invite: () => invitation(game),
        join: () => joining(game, this.actions.join, () => this.watch(state, game)),
        play: () => [],
        over: () => this.over(state, game),
      }[kind](),
    );
    put(this.own, ownLink && elsewhere(ownLink));
    // Before the game, there is one thing to do.
    const isWaiting = kind === "invite" || kind === "join";
    this.root.classList.toggle("is-first", isWaiting);
    this.root.classList.toggle("is-waiting", isWaiting);
  }

  /** @param {NetworkGameState} state @param {NetworkGame} game */
  over({ moves }, game) {
    const { rematch_id } = game;
    return [
      buttonRow(
        moves.length > 0 && button("Show me", this.actions.review, { class: "primary" }),
        rematch_id && button("Go to the rematch", () => this.actions.rematch(rematch_id)),
      ),
    ];
  }
}

/** The sentence above the board. @param {NetworkGameState} state */
function statusOf({ game, problem, isPending, seat }) {
  if (!game) return problem || "Loading the game…";
  return isPending ? "Sending your move…" : networkStatus(game, seat);
}
