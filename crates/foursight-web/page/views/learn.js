// Learning: for each idea examples to watch, exercises, and games. The behavior; `learn_screen.js` is the appearance.

import { loadLessons } from "../net/plan.js";
import { reportDone } from "../net/class.js";
import { Duel } from "../behaviors/duel.js";
import {
  hintAfter,
  IDEAS,
  isStopping,
  missed,
  nDiscs,
  positionOf,
  signsAfterMisses,
  signsOfMiss,
} from "../core/lessons.js";
import { newDrill, nMisses } from "../core/drill.js";
import {
  areCards,
  isDone,
  learnedWith,
  nextStep,
  NOTHING,
  stepsOf,
  THREE,
  threeOf,
  triedWith,
} from "../core/learned.js";
import { ownDue, ownPositions, ownTried, stepOf } from "../core/own_positions.js";
import { discInWords, MAX_TIER } from "../core/questions.js";
import { WEAKNESSES } from "../core/rival.js";
import { empty, play, sideToMove, STANDARD } from "../core/rules.js";
import { setting } from "../core/settings.js";
import { colorName } from "../core/status.js";
import { announce, clearNotice, inWords, notify } from "../parts/announcer.js";
import { Drilling, MOST_DISCS } from "../behaviors/drilling.js";
import { LearnScreen } from "./learn_screen.js";

/** @typedef {import("../core/lessons.js").Chapter} Chapter */
/** @typedef {import("../core/lessons.js").Step} Step */
/** @typedef {import("../core/learned.js").Learned} Learned */

const done = setting("learned", NOTHING.done, isDone);
const cards = setting("exercises", NOTHING.cards, areCards);

/** The chapters, once they have arrived. @type {Chapter[]} */
let chapters = [];

/** @returns {Learned} */
const learned = () => ({ done: done.get(), cards: cards.get() });

export class LearnView {
  title = "Learn - Foursight";
  /** @type {Step | null} */
  step = null;
  /** The words shown instead of a task. */
  missing = "Loading the lessons…";
  /** The exercises that follow this one in a practice; null outside of one. @type {readonly Step[] | null} */
  then = null;
  /** How far an example was watched. */
  nWatched = 0;
  /** @type {Duel | null} */
  duel = null;
  abort = new AbortController();
  drilling = new Drilling({
    change: () => this.render(),
    judged: ({ tries, positions }) => {
      const isFirst = tries.length === 1 && positions.length < 3;
      if (isFirst && this.step) this.rate(this.step, tries[0]);
    },
    over: ({ state }) => {
      if (state === "solved") this.finish();
    },
  });

  keys = {
    ...this.drilling.keys,
    play: (/** @type {number} */ column) => this.play(column),
    back: () => (this.step?.kind === "watch" ? this.watch(-1) : this.drilling.keys.back()),
    forward: () => (this.step?.kind === "watch" ? this.watch(1) : this.drilling.keys.forward()),
  };

  /** @param {URL} url */
  constructor(url) {
    this.screen = new LearnScreen({
      ...this.drilling.actions,
      play: (column) => this.play(column),
      again: () => this.begin(),
      reset: () => this.reset(),
    });
    this.root = this.screen.root;
    this.readdress(url);
  }

  /** @param {URL} url */
  async readdress(url) {
    const id = url.pathname.split("/")[2];
    try {
      if (chapters.length === 0) {
        this.render();
        chapters = await loadLessons(this.abort.signal);
      }
    } catch (error) {
      if (this.abort.signal.aborted) return;
      this.missing = "The lessons could not be loaded.";
      notify(inWords(error), { label: "Try again", act: () => this.readdress(url) });
      this.render();
      return;
    }
    const all = stepsOf(chapters);
    const { searchParams } = url;
    const taught = chapters.find((_, n) => IDEAS[n].includes(searchParams.get("idea") ?? ""));
    const three = taught && threeOf(taught, learned());
    const now = Date.now();
    const own =
      ownPositions.get().find(({ pos }) => pos === searchParams.get("own")) ??
      ownDue(ownPositions.get(), now);
    const next = three?.[0] ?? (own && stepOf(own)) ?? nextStep(chapters, learned(), 0, now) ?? all[0];
    this.step = id ? (all.find((step) => String(step.id) === id) ?? null) : next;
    const then = searchParams
      .get("then")
      ?.split("-")
      .slice(0, THREE - 1);
    this.then =
      three?.slice(1) ?? then?.flatMap((id) => all.find((step) => String(step.id) === id) ?? []) ?? null;
    this.missing = `There is no step "${id}".`;
    if (this.step) this.title = `${chapters[this.step.chapter]?.title ?? "Your own game"} - Foursight`;
    document.title = this.title;
    this.begin();
  }

  begin() {
    const { step } = this;
    this.duel?.abort.abort();
    [this.nWatched, this.duel] = [0, null];
    this.drilling.end();
    if (step?.kind === "exercise") {
      this.drilling.begin(newDrill(positionOf(step), step.goal), {
        first: step.isOthers ? null : step.line[0],
        most: nDiscs(step, MOST_DISCS),
        told: step.wrong,
        isStopping: isStopping(step),
        ending: step.line.slice(1),
        missed: (position, column) => missed(step, position, column),
      });
      return;
    }
    if (step?.kind === "play") this.duel = new Duel(step.chapter, positionOf(step), () => this.changed());
    this.render();
  }

  /** @param {number} column */
  play(column) {
    if (this.duel) this.duel.play(column);
    else if (this.step?.kind === "watch") this.watch(1);
    else this.drilling.keys.play(column);
  }

  /** After a disc of a game. */
  changed() {
    if (this.duel?.isWon) this.finish();
    this.render();
  }

  /** Shows the next disc of an example, or the one before. @param {number} by */
  watch(by) {
    const { step } = this;
    if (!step) return;
    this.nWatched = Math.max(0, Math.min(this.nWatched + by, step.line.length));
    announce(this.said());
    if (this.nWatched === step.line.length) this.finish();
    this.render();
  }

  finish() {
    const { step } = this;
    // One's own position is not a step of the lessons.
    if (!step?.id) return;
    reportDone("exercise", step.id);
    this.keep(learnedWith(learned(), step.pos));
    this.render();
  }

  /** Counts the first try at an exercise. @param {Step} step @param {boolean} isRight */
  rate({ id, pos }, isRight) {
    const now = Date.now();
    if (id > 0) this.keep(triedWith(learned(), pos, isRight, now));
    else ownPositions.set(ownTried(ownPositions.get(), pos, isRight, now));
  }

  /** @param {Learned} now */
  keep(now) {
    done.set(now.done);
    cards.set(now.cards);
  }

  /** What is said of the last disc, or before the next one; empty if the drill has its own words. */
  said() {
    const { step, drilling, duel, nWatched } = this;
    if (step?.kind === "watch") {
      if (nWatched === 0) return "Watch: one disc at a time.";
      return discInWords(this.watched(nWatched - 1), step.line[nWatched - 1]);
    }
    if (duel) return duel.inWords();
    const { drill, said } = drilling;
    if (step && step.line.length > 1 && drill?.state === "solved") {
      return `Solved. It can go on like this against somebody who ${WEAKNESSES[step.chapter]}.`;
    }
    return said.words || (step && drill?.state === "open" && hintAfter(step, nMisses(drill))) || "";
  }

  /** The position of an example after so many discs. @param {number} n */
  watched(n) {
    const { step } = this;
    return step ? step.line.slice(0, n).reduce(play, positionOf(step)) : empty(STANDARD);
  }

  /** The position on the board. */
  position() {
    if (this.duel) return this.duel.position;
    return this.drilling.position() ?? this.watched(this.nWatched);
  }

  /** The signs over the board: the cells of the sentence about a wrong disc, or where to look before the next one. */
  signs() {
    const { step, drilling } = this;
    const { words } = drilling.said;
    if (words) return signsOfMiss(words, this.position());
    return step && drilling.drill ? signsAfterMisses(step, nMisses(drilling.drill)) : undefined;
  }

  reset() {
    const before = learned();
    this.keep(NOTHING);
    const undo = () => {
      this.keep(before);
      this.render();
    };
    notify("The lessons start over.", { label: "Undo", act: undo });
    this.render();
  }

  leave() {
    this.abort.abort();
    this.duel?.abort.abort();
    this.drilling.end();
    clearNotice();
  }

  /** The address of the next step: of the practice, of one's own games, or of the lessons; empty if all is done. */
  next() {
    const [first, ...rest] = this.then ?? [];
    if (first) return `/learn/${first.id}?then=${rest.map(({ id }) => id).join("-")}`;
    const now = Date.now();
    const own = ownDue(ownPositions.get(), now);
    if (own && own.pos !== this.step?.pos) return `/learn?own=${own.pos}`;
    // After a practice, the lessons go on where they were.
    const next = nextStep(chapters, learned(), this.then ? 0 : (this.step?.id ?? 0), now);
    return next ? `/learn/${next.id}` : "";
  }

  /** What else to do. @returns {import("../parts/drill.js").Choice[]} */
  more() {
    const { step, duel, nWatched } = this;
    const onward = [this.next()].flatMap((href) => (href ? [{ label: "Next", href }] : []));
    const again = (/** @type {string} */ label) => ({ label, act: () => this.begin() });
    if (step?.kind === "watch") {
      const forward = { label: "Next disc", act: () => this.watch(1) };
      const back = { label: "Back", act: () => this.watch(-1) };
      if (nWatched === step.line.length) return [...onward, again("Watch again")];
      return nWatched > 0 ? [forward, back] : [forward];
    }
    if (duel) return duel.isWon ? [...onward, again("Play again")] : [again("Start again"), ...onward];
    return onward;
  }

  /** The task of the step. */
  task() {
    const { step } = this;
    if (!step) return "";
    if (step.kind === "watch") return "";
    const side = colorName(sideToMove(positionOf(step)));
    if (step.kind === "play") return `You are ${side}. Win against somebody who ${WEAKNESSES[step.chapter]}.`;
    return step.words;
  }

  render() {
    const { drilling, step, duel } = this;
    const position = this.position();
    const { drill, why } = drilling;
    const side = step ? sideToMove(drill ? positionOf(step) : position) : null;
    const isPlaying = duel !== null && !position.outcome;
    const turn =
      side && (drill?.state === "wrong" ? `You are ${colorName(side)}` : `${colorName(side)} to move`);
    this.screen.show({
      chapters,
      step,
      place: this.then && `Practice ${THREE - this.then.length} of ${THREE}`,
      nOwn: ownPositions.get().length,
      learned: learned(),
      task: !step ? this.missing : turn && (drill || isPlaying) ? turn : "",
      side,
      hint: "",
      words: this.task(),
      said: this.said(),
      asked: drilling.said.question,
      signs: this.signs(),
      isOpen: isPlaying,
      drill,
      position,
      closed: step?.kind === "watch" ? "" : duel ? duel.closed() : drilling.closed(),
      walk: drilling.walking.walk,
      why: why && why.tier <= MAX_TIER ? why : null,
      more: this.more(),
    });
  }
}
