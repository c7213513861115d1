// Drilling: judges the discs of a person who looks for the right ones, and answers with the best defense.

import * as api from "../net/api.js";
import {
  answered,
  bestReply,
  drillInWords,
  dropped,
  givenUp,
  isSettled,
  judged,
  keepingColumns,
  latest,
  shown,
  solved,
  takenBack,
  without,
} from "../core/drill.js";
import { current } from "../core/walk.js";
import { missedBy } from "../core/questions.js";
import { hasRoom, sideToMove } from "../core/rules.js";
import { announce, inWords, notify } from "../parts/announcer.js";
import { fanfare, knock } from "../browser/sound.js";
import { Walking } from "./walking.js";

/** @typedef {import("../core/drill.js").Drill} Drill */
/** @typedef {import("../core/rules.js").Position} Position */
/** @typedef {import("../net/api.js").Why} Why */

/** Delay before the answer, so that the person's own disc is seen first. */
const ANSWER_MS = 420;
/** Delay before the right disc gives way to a wrong one. */
const SEEN_MS = 1200;

/**
 * @typedef {object} DrillEvents
 * @property {() => void} change there is something else to show
 * @property {(drill: Drill) => void} judged a disc of the person's was right or wrong
 * @property {(drill: Drill) => void} over it is solved, or was given up
 */

/**
 * The facts about a drill that are known without a request.
 *
 * @typedef {object} Known
 * @property {number | null} first the only right first disc
 * @property {number} most how many right discs are asked for; the reason tells the rest
 * @property {number | null} told the disc whose reason is told at the end, such as a trap; if null, the task's own
 *     reason is told
 * @property {boolean} [isStopping] whether the told disc is shown at the end, until the other side has its line
 * @property {readonly number[]} [ending] the discs to show at the end, until the person's side has its line
 * @property {Course} [course] in whose positions other discs may be right, too
 * @property {(position: Position, column: number) => { words: string, question: number }} [missed] what a wrong disc has missed
 */
/**
 * The moves in a drill that teaches a plan.
 *
 * @typedef {object} Course
 * @property {(position: Position) => number | null} disc the plan's disc, null where any right one will do
 * @property {(column: number) => void} other receives another right disc, instead of which the plan's is played
 * @property {((position: Position, signal: AbortSignal) => Promise<number>) | null} reply the other side's disc, on walks and in games
 */

/** The number of right discs after which a plan counts as understood. */
export const MOST_DISCS = 3;

/** @type {Known} */
const NOTHING = { first: null, most: MOST_DISCS, told: null };
const UNSAID = { words: "", question: -1 };

export class Drilling {
  /** @type {Drill | null} */
  drill = null;
  known = NOTHING;
  /** The reason to tell at the end. @type {Why | null} */
  why = null;
  /** What is said of the wrong disc, and the question that it should have asked. */
  said = UNSAID;
  abort = new AbortController();
  walking = new Walking(() => this.events.change());

  /** @param {DrillEvents} events */
  constructor(events) {
    this.events = events;
  }

  /** @param {Drill} drill @param {Known} [known] */
  begin(drill, known = NOTHING) {
    this.end();
    this.known = known;
    this.change(drill);
  }

  /** Forgets the drill. */
  end() {
    this.abort.abort();
    this.abort = new AbortController();
    this.walking.end();
    [this.drill, this.why, this.asked, this.said] = [null, null, null, UNSAID];
  }

  /** @param {Drill} drill */
  change(drill) {
    const isNew = this.drill?.state !== drill.state;
    this.drill = drill;
    this.said = UNSAID;
    if (isNew && ["wrong", "solved", "shown", "open"].includes(drill.state)) announce(drillInWords(drill));
    this.events.change();
  }

  /** The position on the board. */
  position() {
    if (this.walking.walk) return current(this.walking.walk);
    return this.drill && shown(this.drill);
  }

  /** The reason why nothing can be played now, null if something can. */
  closed() {
    if (this.walking.walk && !this.walking.isRefusal) return this.walking.closed();
    switch (this.drill?.state) {
      case "open":
      case "wrong":
        return null;
      case "answering":
        return "The answer is on its way.";
      default:
        return "";
    }
  }

  /** The user's actions at a drill's board and beside it. */
  actions = {
    play: (/** @type {number} */ column) => this.play(column),
    refuse: (/** @type {string} */ reason) => notify(reason),
    takeBack: () => this.takeBack(),
    giveUp: () => this.giveUp(),
    showReason: (/** @type {boolean} */ isEscape) => this.showReason(isEscape),
    walk: (/** @type {number} */ by) => this.walking.step(by),
    escape: () => this.walking.escape(),
    endWalk: () => this.endWalk(),
  };

  /** The view's key actions. */
  keys = {
    play: (/** @type {number} */ column) => {
      if (this.drill && column < latest(this.drill).size.width) this.play(column);
    },
    back: () => this.walking.step(-1) || this.takeBack(),
    forward: () => this.walking.step(1),
  };

  /** @param {number} column */
  play(column) {
    if (!this.walking.walk || this.walking.isRefusal) this.takeBack();
    if (!this.walking.play(column)) this.attempt(column);
  }

  /** The line of the reason, or an attempt to escape it. @param {boolean} isEscape */
  showReason(isEscape) {
    const { drill, why } = this;
    if (drill && why) this.walking.begin(why, latest(drill).size, isEscape, sideToMove(drill.positions[0]));
  }

  /** Returns from a walk; takes back the wrong disc that the walk was about. */
  endWalk() {
    this.takeBack();
    this.walking.close();
  }

  async giveUp() {
    const { drill } = this;
    if (!drill) return;
    const { signal } = this.abort;
    const task = { ...drill, positions: drill.positions.slice(0, 1) };
    try {
      const column = this.onlyDisc(task) ?? (await this.keeping(task, signal))[0];
      this.walking.end();
      this.finish(givenUp(drill, column));
    } catch (error) {
      this.fail(error, signal, () => this.giveUp());
    }
  }

  /** @param {number} column */
  async attempt(column) {
    const { drill } = this;
    if (drill?.state !== "open") return;
    if (!hasRoom(latest(drill), column)) {
      notify("That column is full.");
      return;
    }
    const { signal } = this.abort;
    const { course } = this.known;
    const only = this.onlyDisc(drill);
    knock();
    this.change(dropped(drill, column));
    try {
      const isAsked = only === null || (course && column !== only);
      const keeping = isAsked ? await this.keeping(drill, signal) : [only];
      if (course && only !== null && column !== only && keeping.includes(column)) {
        course.other(column);
        // The way goes on in the plan.
        this.change(dropped(drill, only));
        this.judge(true);
      } else this.judge(keeping.includes(column));
    } catch (error) {
      this.fail(error, signal, () => this.attempt(column));
    }
  }

  /** The only right disc now, null if it must be requested. @param {Drill} drill */
  onlyDisc(drill) {
    const { course, first } = this.known;
    if (course) return course.disc(latest(drill));
    return drill.positions.length === 1 ? first : null;
  }

  /** @param {boolean} isRight */
  judge(isRight) {
    if (!this.drill) return;
    const nRight = this.drill.tries.filter(Boolean).length + 1;
    const drill = judged(this.drill, isRight, nRight >= this.known.most);
    this.events.judged(drill);
    if (drill.state === "solved") {
      this.finish(drill);
      return;
    }
    this.change(drill);
    if (drill.state === "answering") this.answer();
    else this.refute(drill);
  }

  /** Tells what a wrong disc has missed; in a course, the whole reason. @param {Drill} drill */
  refute(drill) {
    const { course, missed = missedBy } = this.known;
    const { moves } = shown(drill);
    if (course) {
      this.walking.explain(shown(drill), sideToMove(latest(drill)));
      return;
    }
    this.said = missed(latest(drill), moves[moves.length - 1]);
    announce(this.said.words);
    this.events.change();
  }

  async answer() {
    const { drill } = this;
    if (!drill) return;
    const { signal } = this.abort;
    try {
      const [reply] = await Promise.all([this.reply(drill, signal), api.pause(ANSWER_MS, signal)]);
      knock();
      const next = answered(drill, reply);
      if (next.state === "solved") {
        this.finish(next);
        return;
      }
      this.change(next);
      if (this.known.course) return;
      // Asked ahead of the next disc.
      const keeping = await this.keeping(next, signal).catch(() => null);
      if (keeping && isSettled(next, keeping) && this.drill === next) this.finish(solved(next));
    } catch (error) {
      this.fail(error, signal, () => this.answer());
    }
  }

  /** The other side's disc. @param {Drill} drill @param {AbortSignal} signal */
  async reply(drill, signal) {
    const position = latest(drill);
    const { course } = this.known;
    if (course?.reply) return course.reply(position, signal);
    const { moves } = await this.ask(position, signal);
    const reply = bestReply(moves, position);
    if (reply === null) throw new api.ApiError("this position is not solved yet");
    return reply;
  }

  /** @param {Drill} drill */
  async finish(drill) {
    const { signal } = this.abort;
    this.change(drill);
    if (drill.state === "solved") fanfare(true);
    this.events.over(drill);
    // A walk has told its reasons on the way.
    if (this.known.course?.reply) return;
    const { course, isStopping, told, ending } = this.known;
    if (drill.state === "solved" && !course) {
      if (drill.goal === "win" || ending?.length) this.playOut(drill, ending);
      else if (isStopping && told !== null) this.playOut(without(drill, told));
    }
    const { size, moves } = drill.positions[0];
    try {
      this.why = await api.persistently(
        () => api.why({ size, moves }, this.known.told, youIn(drill), signal),
        signal,
      );
      this.events.change();
    } catch (error) {
      if (!signal.aborted) notify(inWords(error));
    }
  }

  /**
   * Plays on until a line stands: with these discs, or with the best ones of both sides.
   *
   * @param {Drill} drill
   * @param {readonly number[]} [discs]
   */
  async playOut(drill, discs = []) {
    const { signal } = this.abort;
    const ending = discs.values();
    try {
      if (drill.stopped) {
        await api.pause(SEEN_MS, signal);
        this.change(drill);
        announce(drillInWords(drill));
      }
      for (let now = drill; !latest(now).outcome; this.change(now)) {
        const disc = ending.next().value ?? this.reply(now, signal);
        const [column] = await Promise.all([disc, api.pause(ANSWER_MS, signal)]);
        knock();
        now = solved(answered(now, column));
      }
    } catch (error) {
      if (!signal.aborted) notify(inWords(error));
    }
  }

  /** The columns that keep the result. @param {Drill} drill @param {AbortSignal} signal */
  async keeping(drill, signal) {
    const { moves } = await this.ask(latest(drill), signal);
    const keeping = keepingColumns(moves, drill.goal);
    if (!keeping) throw new api.ApiError("this position is not solved yet");
    return keeping;
  }

  /** @type {{ position: Position, answer: Promise<api.Analysis> } | null} */
  asked = null;

  /** The analysis of a position, requested only once. @param {Position} position @param {AbortSignal} signal */
  ask(position, signal) {
    if (this.asked?.position !== position) {
      const { size, moves } = position;
      const answer = api.ask("analyze", { size, moves }, signal);
      this.asked = { position, answer };
      answer.catch(() => (this.asked = null));
    }
    return this.asked.answer;
  }

  /** @param {unknown} error @param {AbortSignal} signal @param {() => void} act */
  fail(error, signal, act) {
    if (signal.aborted) return;
    if (this.drill?.state === "checking") this.change(takenBack(this.drill));
    notify(inWords(error), { label: "Try again", act });
  }

  takeBack() {
    // The refutation may still be on its way.
    this.walking.end();
    if (this.drill?.state === "wrong") this.change(takenBack(this.drill));
  }
}

/** The side of the person who answers. @param {Drill} drill */
const youIn = ({ positions }) => sideToMove(positions[0]);
