// Beat everybody: learning the plan by which Red wins every game. The behavior; `beat_screen.js` is the appearance.

import * as api from "../net/api.js";
import { loadPlan } from "../net/plan.js";
import { answered, dueInWords, isProgress, nextLine, NOTHING, nToday, orderFor } from "../core/beat.js";
import { gameTo, lineInGame, planAsReason, repliesTo } from "../core/course.js";
import { deckOf } from "../core/deck.js";
import { isClean, latest, newDrill } from "../core/drill.js";
import { cellName } from "../core/overlay.js";
import { columnAt, lineAt, planMove } from "../core/plan.js";
import { after, empty, lastCell, readMoves, sideToMove, STANDARD } from "../core/rules.js";
import { setting } from "../core/settings.js";
import { current } from "../core/walk.js";
import { saveFile } from "../browser/dom.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { BeatScreen } from "./beat_screen.js";
import { Drilling } from "../behaviors/drilling.js";
import { Walking } from "../behaviors/walking.js";

/** @typedef {import("../core/plan.js").Line} Line */
/** @typedef {import("../core/plan.js").Plan} Plan */
/** @typedef {import("../core/rules.js").Position} Position */
/** @typedef {"learn" | "games" | "hole"} Mode */

const kept = setting("beat", NOTHING, isProgress);

/** The number of new positions in a deck, besides those that the person has already met. */
const N_NEW_CARDS = 100;

export class BeatView {
  title = "Beat everybody - Foursight";
  /** @type {Plan | null} */
  plan = null;
  /** The positions in the order of learning. @type {Line[]} */
  order = [];
  missing = "Loading the plan…";
  /** @type {Mode} */
  mode = "learn";
  /** The last position that was asked about. @type {Line | null} */
  line = null;
  /** The positions of the drill that have been answered, and whether each was right at once. @type {Map<Line, boolean>} */
  met = new Map();
  /** The last position that was announced. @type {Position | null} */
  told = null;
  /** The game that Yellow repeats. @type {readonly Line[]} */
  course = [];
  abort = new AbortController();
  drilling = new Drilling({
    change: () => this.changed(),
    judged: ({ positions, tries }) => {
      const isRight = tries[tries.length - 1];
      this.rate(positions[positions.length - (isRight ? 2 : 1)], isRight);
    },
    over: () => {
      this.render();
      if (this.said()) announce(this.said());
    },
  });
  hole = new Walking(
    () => this.render(),
    async (walk) => this.planColumn(current(walk)),
  );

  keys = {
    play: (/** @type {number} */ column) => {
      if (column < STANDARD.width) this.play(column);
    },
    back: () => (this.mode === "hole" ? this.hole.step(-1) : this.drilling.keys.back()),
    forward: () => this.walking().step(1),
  };

  /** @param {URL} url @param {unknown} _ @param {(address: string) => void} navigate */
  constructor(url, _, navigate) {
    this.navigate = navigate;
    this.screen = new BeatScreen({
      ...this.drilling.actions,
      play: (column) => this.play(column),
      giveUp: () => this.giveUp(),
      again: () => this.begin(this.line),
      walk: (by) => this.walking().step(by),
      escape: () => this.walking().escape(),
      endWalk: () => (this.mode === "hole" ? navigate("/beat") : this.drilling.endWalk()),
      level: (level) => {
        kept.set({ ...kept.get(), level });
        this.sort();
        if (this.mode !== "hole") this.begin(null);
      },
      goal: (goal) => {
        kept.set({ ...kept.get(), goal });
        this.render();
      },
      save: () => saveFile("foursight-beat.json", new Blob([JSON.stringify(kept.get())])),
      load: (file) => this.load(file),
      deck: () => this.saveDeck(),
    });
    this.root = this.screen.root;
    this.readdress(url);
  }

  walking() {
    return this.mode === "hole" ? this.hole : this.drilling.walking;
  }

  /** @param {URL} url */
  async readdress(url) {
    this.end();
    const { signal } = this.abort;
    const mode = url.searchParams.get("mode");
    this.mode = mode === "games" || mode === "hole" ? mode : "learn";
    this.render();
    try {
      this.plan = await loadPlan(signal);
      if (signal.aborted) return;
      this.sort();
      const pos = url.searchParams.get("pos");
      const line = pos === null ? null : this.lineOf(pos);
      if (pos !== null && !line) notify("The plan never reaches that position.");
      this.begin(line);
    } catch (error) {
      if (signal.aborted) return;
      this.missing = "The plan could not be loaded.";
      notify(inWords(error), { label: "Try again", act: () => this.readdress(url) });
      this.render();
    }
  }

  /** @param {string} pos */
  lineOf(pos) {
    try {
      return this.plan && lineAt(this.plan, after(STANDARD, readMoves(pos, STANDARD)));
    } catch {
      return null;
    }
  }

  sort() {
    if (this.plan) this.order = orderFor(this.plan, kept.get().level);
  }

  /** Ends the current drill or game. */
  end() {
    this.abort.abort();
    this.abort = new AbortController();
    this.drilling.end();
    this.hole.end();
    this.met = new Map();
  }

  leave() {
    this.end();
    clearNotice();
  }

  /** Begins a drill of a position, or of the next one; a game; or an attempt to find a hole. @param {Line | null} line */
  begin(line) {
    const { plan } = this;
    if (!plan) return;
    this.end();
    if (this.mode === "hole") {
      this.hole.begin(planAsReason(plan), STANDARD, true);
      return;
    }
    this.line = line ?? nextLine(this.order, kept.get(), Date.now(), this.line);
    const isGame = this.mode === "games";
    this.course = isGame ? gameTo(plan, kept.get().level, this.line, Math.random()) : [];
    const position = isGame ? empty(STANDARD) : after(STANDARD, readMoves(this.line.pos, STANDARD));
    this.drilling.begin(newDrill(position, "win"), {
      first: null,
      most: isGame ? Infinity : 1,
      told: isGame ? null : columnAt(plan, position),
      course: {
        disc: (position) => (this.taughtLine(position) ? columnAt(plan, position) : null),
        other: (column) => this.tellOther(column),
        reply: isGame ? (position, signal) => this.reply(position, signal) : null,
      },
    });
  }

  /** Yellow's disc: the game's, or else the level's. @param {Position} position @param {AbortSignal} signal */
  async reply(position, signal) {
    const known = this.plan ? repliesTo(this.plan, position, this.course) : [];
    if (known.length > 0) return known[Math.floor(Math.random() * known.length)];
    const { column } = await api.ask("move", position, signal, { level: kept.get().level });
    // Without an opening rule there is no swap.
    return Number(column) - 1;
  }

  /** @param {Position} position */
  planColumn({ moves }) {
    const column = this.plan && planMove(this.plan, moves);
    // A test has played the plan against everything, so this cannot happen.
    if (column === null) throw new api.ApiError("the plan has no answer here");
    return column;
  }

  /** @param {number} column */
  play(column) {
    if (this.mode === "hole") this.hole.play(column);
    else this.drilling.play(column);
  }

  /** Explains that another disc wins, too, but leaves the plan. @param {number} column */
  tellOther(column) {
    const { drill } = this.drilling;
    if (!drill) return;
    const position = latest(drill);
    this.rate(position, false);
    const cell = cellName([column, position.columns[column].length]);
    notify(`${cell} wins too, but the plan plays another disc.`);
  }

  /** Shows the current state, and announces a new position. */
  changed() {
    this.render();
    const { drill } = this.drilling;
    const position = drill?.state === "open" ? latest(drill) : null;
    if (!position || position === this.told) return;
    this.told = position;
    const cell = lastCell(position);
    announce(`${cell ? `Yellow played ${cellName(cell)}` : "The board is empty"}. Red to move.`);
  }

  /** The line whose disc is to be found. @param {Position} position */
  taughtLine(position) {
    const { plan } = this;
    return plan && (this.mode === "games" ? lineInGame(plan, position) : lineAt(plan, position));
  }

  /** Counts the first answer to a position. @param {Position} position @param {boolean} isRight */
  rate(position, isRight) {
    const line = this.taughtLine(position);
    if (!line || this.met.has(line)) return;
    this.met.set(line, isRight);
    const progress = answered(kept.get(), line, isRight, Date.now());
    kept.set(progress);
    const isReached = isRight && nToday(progress, Date.now()) === progress.goal;
    if (isReached) notify(`Goal reached: ${progress.goal} right answers today.`);
  }

  async giveUp() {
    const { drill } = this.drilling;
    if (!drill || !this.plan) return;
    const position = latest(drill);
    this.rate(position, false);
    if (this.mode === "learn") {
      this.drilling.giveUp();
      return;
    }
    const { signal } = this.abort;
    try {
      const column = planMove(this.plan, position.moves) ?? (await this.drilling.keeping(drill, signal))[0];
      notify(`Play ${cellName([column, position.columns[column].length])}.`);
    } catch (error) {
      if (!signal.aborted) notify(inWords(error));
    }
  }

  /** Loads another browser's progress. @param {Blob} file */
  async load(file) {
    const before = kept.get();
    try {
      const progress = JSON.parse(await file.text());
      if (!isProgress(progress)) throw new SyntaxError();
      kept.set(progress);
      this.sort();
      const undo = () => {
        kept.set(before);
        this.render();
      };
      notify("Your progress has been loaded.", { label: "Undo", act: undo });
      this.render();
    } catch {
      notify("This is not a progress file.");
    }
  }

  /** Saves the positions that the person has met, and the next ones, as a deck. */
  saveDeck() {
    const { cards } = kept.get();
    const met = this.order.filter(({ pos }) => cards[pos]);
    const others = this.order.filter(({ pos }) => !cards[pos]).slice(0, N_NEW_CARDS);
    const style = getComputedStyle(document.documentElement);
    // Of the two values of a color, the one of the light theme.
    const colorOf = (/** @type {string} */ name) =>
      /#[0-9a-f]+/i.exec(style.getPropertyValue(`--${name}`))?.[0] ?? "";
    const deck = deckOf([...met, ...others], colorOf);
    saveFile("beat-everybody.txt", new Blob([deck], { type: "text/plain" }));
  }

  /** The words about the last disc; empty if the drill has its own. */
  said() {
    const { drill } = this.drilling;
    const isGame = this.mode === "games";
    if (isGame && drill?.state === "open" && drill.tries.length > 0) return "Right. Go on.";
    if (drill?.state !== "solved") return "";
    if (!isGame && this.line) {
      const due = dueInWords(kept.get().cards[this.line.pos], Date.now());
      return `${isClean(drill) ? "Right." : "Now you know it."} ${due}`;
    }
    const n = [...this.met.values()].filter((isRight) => !isRight).length;
    if (n === 0) return "You win, and you knew every position.";
    return `You win. You did not know ${n} of ${this.met.size} positions.`;
  }

  /** @returns {import("../parts/drill.js").Choice[]} */
  more() {
    const next = () => {
      // The address of a single position is not that of the next one.
      if (location.search.includes("pos=")) this.navigate("/beat");
      else this.begin(null);
    };
    return [{ label: this.mode === "games" ? "Next game" : "Next position", act: next }];
  }

  render() {
    const { plan, drilling, mode } = this;
    const { walk } = this.walking();
    const position = mode === "hole" ? walk && current(walk) : drilling.position();
    const progress = kept.get();
    this.screen.show({
      plan,
      mode,
      progress,
      order: this.order,
      now: Date.now(),
      task: plan ? (mode === "hole" ? "" : "Red to move") : this.missing,
      side: plan && position ? sideToMove(position) : null,
      hint: plan ? HINTS[mode](progress.level) : "",
      said: this.said(),
      drill: drilling.drill,
      position: position ?? empty(STANDARD),
      closed: mode === "hole" ? this.hole.closed() : drilling.closed(),
      walk,
      why: drilling.why,
      more: this.more(),
    });
  }
}

/** @type {Record<Mode, (level: number) => string>} */
const HINTS = {
  learn: () => "Which disc keeps the win? The plan has one for this position.",
  games: (level) => `You are Red, and level ${level} plays Yellow. Wrong moves are taken back.`,
  hole: () => "",
};
