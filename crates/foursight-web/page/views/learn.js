// Learning: exercises with one idea each. The behavior; `learn_screen.js` is the appearance.

import * as api from "../net/api.js";
import { reportDone } from "../net/class.js";
import { hintAfter, cellsToSee, missedInWords } from "../core/exercise.js";
import { newDrill, nMisses } from "../core/drill.js";
import { exercisesOf, isLearned, learnedWith, nextExercise, NOTHING } from "../core/learned.js";
import { after, empty, readMoves, STANDARD } from "../core/rules.js";
import { setting } from "../core/settings.js";
import { colorName } from "../core/status.js";
import { clearNotice, inWords, notify } from "../parts/announcer.js";
import { Drilling, MOST_DISCS } from "../behaviors/drilling.js";
import { LearnScreen } from "./learn_screen.js";

/** @typedef {import("../../wire").Chapter} Chapter */
/** @typedef {import("../../wire").Exercise} Exercise */

const kept = setting("learned", NOTHING, isLearned);

/** The path, once it has arrived. @type {Chapter[]} */
let path = [];

/** The disc whose reason is taught, null if it is the position's. @param {Exercise} exercise */
function told({ trap }) {
  return trap === null ? null : trap - 1;
}

export class LearnView {
  title = "Learn - Foursight";
  /** @type {Exercise | null} */
  exercise = null;
  /** The words shown instead of a task. */
  missing = "Loading the exercises…";
  /** The signs of where to look. @type {ReturnType<typeof cellsToSee> | undefined} */
  signs;
  abort = new AbortController();
  drilling = new Drilling({
    change: () => this.render(),
    judged: (drill) => this.mark(drill),
    over: (drill) => {
      const { exercise } = this;
      if (!exercise || drill.state !== "solved") return;
      reportDone("exercise", exercise.id);
      kept.set(learnedWith(kept.get(), exercise.pos));
      this.render();
    },
  });

  keys = this.drilling.keys;

  /** @param {URL} url */
  constructor(url) {
    this.screen = new LearnScreen({
      ...this.drilling.actions,
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
      if (path.length === 0) {
        this.render();
        path = await api.exercises(this.abort.signal);
      }
    } catch (error) {
      if (this.abort.signal.aborted) return;
      this.missing = "The exercises could not be loaded.";
      notify(inWords(error), { label: "Try again", act: () => this.readdress(url) });
      this.render();
      return;
    }
    const all = exercisesOf(path);
    const idea = url.searchParams.get("idea");
    this.exercise = id
      ? (all.find((exercise) => String(exercise.id) === id) ?? null)
      : (all.find((exercise) => exercise.idea === idea) ?? nextExercise(path, kept.get(), 0) ?? all[0]);
    this.missing = `There is no exercise "${id}".`;
    if (this.exercise) this.title = `Exercise ${this.exercise.id} - Foursight`;
    document.title = this.title;
    this.begin();
  }

  begin() {
    const { exercise } = this;
    if (!exercise) {
      this.render();
      return;
    }
    const position = after(STANDARD, readMoves(exercise.pos, STANDARD));
    this.drilling.begin(newDrill(position, exercise.goal), {
      first: exercise.solution - 1,
      most: exercise.goal === "hold" ? 1 : MOST_DISCS,
      told: told(exercise),
      missed: missedInWords(exercise),
    });
    this.signs = undefined;
  }

  /** After a second wrong disc, marks the cells where to look. @param {import("../core/drill.js").Drill} drill */
  async mark(drill) {
    const { exercise } = this;
    if (!exercise || nMisses(drill) !== 2) return;
    const { size, moves } = drill.positions[0];
    const { signal } = this.drilling.abort;
    try {
      const why = await api.why({ size, moves }, told(exercise), exercise.to_move, signal);
      this.signs = cellsToSee(why, exercise);
      this.render();
    } catch (error) {
      if (!signal.aborted) notify(inWords(error));
    }
  }

  /** What is said of the last disc, or before the next one; empty if the drill has its own words. */
  said() {
    const { exercise } = this;
    const { drill, said } = this.drilling;
    return said || (exercise && drill?.state === "open" && hintAfter(exercise, nMisses(drill))) || "";
  }

  reset() {
    const before = kept.get();
    kept.set(NOTHING);
    const undo = () => {
      kept.set(before);
      this.render();
    };
    notify("The exercises start over.", { label: "Undo", act: undo });
    this.render();
  }

  leave() {
    this.abort.abort();
    this.drilling.end();
    clearNotice();
  }

  render() {
    const { drilling, exercise } = this;
    const learned = kept.get();
    const next = nextExercise(path, learned, exercise?.id ?? 0);
    const side = exercise?.to_move ?? null;
    this.screen.show({
      chapters: path,
      exercise,
      learned,
      task: exercise ? `${colorName(exercise.to_move)} to move` : this.missing,
      side,
      hint: "",
      words: exercise?.words ?? "",
      said: this.said(),
      signs: drilling.drill && nMisses(drilling.drill) > 1 ? this.signs : undefined,
      drill: drilling.drill,
      position: drilling.position() ?? empty(STANDARD),
      closed: drilling.closed(),
      walk: drilling.walking.walk,
      why: drilling.why,
      more: next && next !== exercise ? [{ label: "Next exercise", href: `/learn/${next.id}` }] : [],
    });
  }
}
