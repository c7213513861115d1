// The screen of a game over the network: the board, the players, and what they can do.

import { addressOf } from "../core/address.js";
import { analyzing } from "../core/settings.js";
import { choices, clockText, isFull, isOpen, liveStatus, name, timeLeft } from "../core/live.js";
import { button, h, isFocusLost, put, putIfNew } from "../browser/dom.js";
import { BitsPanel } from "../parts/bits.js";
import "../parts/board.js";
import { tool } from "../parts/icons.js";
import { elsewhere, invitation, joining } from "../parts/invitation.js";
import "../parts/moves.js";
import { Players } from "../parts/players.js";
import { SharePanel } from "../parts/share.js";
import { Tabs } from "../parts/tabs.js";

/** @typedef {import("../core/live.js").LiveGame} LiveGame */
/** @typedef {import("../core/live.js").Action} Action */
/** @typedef {import("../core/live.js").Choice} Choice */
/** @typedef {import("../core/rules.js").Color} Color */
/** @typedef {import("../core/rules.js").Position} Position */

/**
 * @typedef {object} GameState
 * @property {LiveGame | null} game
 * @property {Color | null} seat
 * @property {import("../net/connection.js").Link} link
 * @property {string} problem why there is no game
 * @property {string | null} seatLink
 * @property {import("../core/rules.js").Size} size
 * @property {readonly number[]} moves
 * @property {number} ply
 * @property {boolean} isPending
 * @property {Position} position
 * @property {string | null} closed
 * @property {number} elapsed milliseconds since the state arrived
 */

/**
 * @typedef {object} GameActions
 * @property {(column: number) => void} play
 * @property {(reason: string) => void} refuse
 * @property {(ply: number) => void} jump
 * @property {() => void} back
 * @property {() => void} forward
 * @property {(action: Action) => void} act
 * @property {(name: string) => void} join
 * @property {(id: string) => void} rematch
 */

const [SHORT_MS, READ_MS] = [20_000, 400];
/** The longest sentence that stands between the seats, in letters. */
const LONGEST_SHORT = 18;
const LINKS = { live: "Live", connecting: "Connecting…", offline: "Connection lost. Reconnecting…" };

export class GameScreen {
  /** @type {Action | null} one that waits for a second press */
  asked = null;
  askedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} until what was asked is dropped */
  timer = undefined;
  shownPart = "";
  /** Whether one came to watch only. */
  isWatching = false;
  shownChoices = "none yet";

  /** @param {GameActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.players = new Players();
    this.status = h("p", { class: "status" });
    this.board = /** @type {import("../parts/board.js").FourBoard} */ (document.createElement("four-board"));
    this.tools = h("div", { class: "tools", role: "group", "aria-label": "Game" });
    this.endActions = h("div", { class: "actions end" });
    this.back = tool("back", "Back", actions.back);
    this.forward = tool("forward", "Forward", actions.forward);
    this.link = h("p", { class: "link", role: "status" });
    this.part = h("div", { class: "part" });
    /** The link to one's own seat. */
    this.own = h("div", { class: "part" });
    this.moveList = /** @type {import("../parts/moves.js").MoveList} */ (document.createElement("move-list"));
    this.bits = new BitsPanel();
    this.share = new SharePanel();
    this.movesTitle = h("h2", {}, "Moves");
    this.tabs = this.panels();
    this.listen();
    this.root = h(
      "div",
      { class: "two-sides" },
      h(
        "section",
        { class: "table", "aria-label": "The game" },
        h("h1", { class: "visually-hidden" }, "Network game"),
        this.players.root,
        this.status,
        this.board,
        this.tools,
      ),
      h("aside", { class: "beside", "aria-label": "Side panel" }, this.endActions, this.part, this.tabs.root),
    );
    /** @type {GameState | null} */
    this.state = null;
  }

  panels() {
    const game = h("section", { class: "panel" }, this.link, this.own, this.movesTitle, this.moveList);
    const tabs = [
      { name: "game", label: "Game", panel: game },
      { name: "share", label: "Share", panel: this.share.root },
      { name: "bits", label: "Bits", panel: this.bits.root, isRare: true },
    ];
    return new Tabs("Panels", tabs, "game", () => this.state && this.show(this.state));
  }

  listen() {
    /** @param {HTMLElement} part @param {string} name @param {(detail: any) => void} act */
    const on = (part, name, act) => {
      part.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    };
    on(this.board, "play", ({ column }) => this.actions.play(column));
    on(this.board, "refused", ({ reason }) => this.actions.refuse(reason));
    on(this.board, "back", this.actions.back);
    on(this.board, "forward", this.actions.forward);
    on(this.moveList, "jump", ({ ply }) => this.actions.jump(ply));
    addEventListener("openpanel", this.openPanel);
  }

  /** What the menu of the header opens. @param {Event} event */
  openPanel = (event) => this.tabs.choose(/** @type {CustomEvent} */ (event).detail);

  leave() {
    clearTimeout(this.timer);
    removeEventListener("openpanel", this.openPanel);
    this.bits.stop();
  }

  /** @param {GameState} state */
  show(state) {
    this.state = state;
    const hadFocus = this.root.contains(document.activeElement);
    const { game, position, closed, moves, ply } = state;
    this.board.show({ position, closed, isOver: game === null || !isOpen(game) });
    const words = statusOf(state);
    this.status.textContent = words;
    this.status.classList.toggle("long", words.length > LONGEST_SHORT);
    this.players.root.hidden = game === null;
    for (const part of [this.link, this.tools, this.movesTitle]) part.hidden = game === null;
    this.link.className = `link ${state.link}`;
    putIfNew(this.link, [state.link, game?.spectators], () => [
      LINKS[state.link],
      game && game.spectators > 0 && ` · ${game.spectators} watching`,
    ]);
    this.back.disabled = ply === 0;
    this.forward.disabled = ply >= moves.length;
    if (!game) {
      this.showChoices([]);
      put(this.part, state.problem && h("a", { class: "button primary", href: "/" }, "Play a game"));
      return;
    }
    this.status.classList.toggle("is-end", !isOpen(game));
    this.showPlayers(game, state.seat, state.elapsed);
    this.showChoices(choices(game, state.seat));
    this.showPart(state, game);
    this.moveList.show(moves, Math.min(ply, moves.length));
    if (this.tabs.chosen === "bits") this.bits.show(position);
    if (this.tabs.chosen === "share")
      this.share.show(
        { size: state.size, moves, place: moves.slice(0, ply), link: addressOf(state.size, moves, ply) },
        `/api/games/${game.id}/file`,
      );
    if (hadFocus && isFocusLost()) this.board.focus();
  }

  /** @param {LiveGame} game @param {Color | null} seat @param {number} elapsed */
  showPlayers(game, seat, elapsed) {
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
        isToMove: isOpen(game) && isFull(game) && game.to_move === color,
        hasWon: game.outcome === color,
        clock: game.clock ? clockText(left) : undefined,
        isShort: left < SHORT_MS,
      };
    };
    this.players.show({ red: player("red"), yellow: player("yellow") });
  }

  /** Buttons stay as they are while nothing changes, so that they keep the focus. @param {Choice[]} offered */
  showChoices(offered) {
    const key = `${offered.map(({ action }) => action).join()} ${this.asked}`;
    if (key === this.shownChoices) return;
    this.shownChoices = key;
    const parts = offered.map((choice) => ({ isTool: choice.icon !== undefined, part: this.choice(choice) }));
    put(this.tools, this.back, this.forward, ...parts.map(({ isTool, part }) => isTool && part));
    put(this.endActions, ...parts.map(({ isTool, part }) => !isTool && part));
  }

  /** @param {Choice} choice */
  choice({ action, label, asks, icon, isAnswer = false }) {
    const words = asks && this.asked === action ? asks : label;
    const press = () => this.press(action, asks);
    if (!icon) return button(words, press, { class: "primary" });
    const part = tool(icon, words, press);
    part.classList.toggle("primary", isAnswer);
    return part;
  }

  /** What cannot be undone is asked about once more. @param {Action} action @param {string} [asks] */
  press(action, asks) {
    // A quick second press comes before the question was read.
    const isRead = performance.now() - this.askedAt > READ_MS;
    const isSure = !asks || (this.asked === action && isRead);
    if (asks && !isSure) this.askedAt = performance.now();
    this.asked = isSure ? null : action;
    clearTimeout(this.timer);
    if (isSure) this.actions.act(action);
    else
      this.timer = setTimeout(() => {
        this.asked = null;
        if (this.state) this.show(this.state);
      }, 4000);
    if (this.state) this.show(this.state);
    const words = asks && !isSure ? asks : "";
    [...this.tools.querySelectorAll("button")].find((other) => other.textContent === words)?.focus();
  }

  /** What there is to do beside the board. @param {LiveGame} game @param {Color | null} seat */
  kindOf(game, seat) {
    if (!isFull(game) && !this.isWatching) return seat ? "invite" : "join";
    return isOpen(game) ? "play" : "over";
  }

  /** Leaves the free seat to others. @param {GameState} state @param {LiveGame} game */
  watch(state, game) {
    this.isWatching = true;
    this.showPart(state, game);
    this.board.focus();
  }

  /** Inviting, joining, or what comes after the game. @param {GameState} state @param {LiveGame} game */
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
    // Before the game there is one thing to do.
    const isWaiting = kind === "invite" || kind === "join";
    this.root.classList.toggle("is-first", isWaiting);
    this.root.classList.toggle("is-waiting", isWaiting);
  }

  /** @param {GameState} state @param {LiveGame} game */
  over({ size, moves }, { rematch_id }) {
    return [
      h(
        "div",
        { class: "actions" },
        rematch_id &&
          button("Go to the rematch", () => this.actions.rematch(rematch_id), { class: "primary" }),
        h(
          "a",
          { class: "button", href: addressOf(size, moves), onclick: () => analyzing.set(true) },
          "Analyze this game",
        ),
      ),
    ];
  }
}

/** The sentence above the board. @param {GameState} state */
function statusOf({ game, problem, isPending, seat }) {
  if (!game) return problem || "Loading the game…";
  return isPending ? "Sending your move…" : liveStatus(game, seat);
}
