// The panel of a review: a mistake with its reason, step by step, the question of what was better, and the answer.
// Hints show the same four questions.

import { button, h, putIfNew } from "../browser/dom.js";
import { areFiles } from "../browser/page_address.js";
import {
  answer,
  checkedInWords,
  headline,
  insteadOf,
  isAnswered,
  LONG,
  practiced,
  shortStory,
  task,
} from "../core/review.js";
import { MAX_TIER, questionOf, QUESTIONS } from "../core/questions.js";
import { cellsInWords, landing } from "../core/overlay.js";
import { play } from "../core/rules.js";
import { endOfMove } from "../core/score.js";
import { colorName } from "../core/status.js";
import { withoutBetter } from "../core/walk.js";
import { icon } from "./icons.js";
import { listOf, sentences as inFull, withCells } from "./walk.js";

/** @typedef {import("../core/review.js").Lesson} Lesson */
/** @typedef {import("../net/api.js").GradedMove} GradedMove */
/** @typedef {import("../core/review.js").Task} Task */
/** @typedef {import("../core/rules.js").Position} Position */
/** @typedef {import("../../wire").Why} Why */

/**
 * @typedef {object} LessonActions
 * @property {(by: number) => void} tell the next sentence, or the one before
 * @property {() => void} better asks what was better
 * @property {(by: number) => void} nextTask
 * @property {() => void} giveUp
 * @property {() => void} endLesson
 * @property {(why: Why, isEscape: boolean) => void} walkThrough
 */

export class LessonPanel {
  /** @param {LessonActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.root = h("section", { class: "lesson", "aria-label": "Review of the game", hidden: true });
  }

  /**
   * @param {Lesson | null} lesson
   * @param {readonly Position[]} positions of the game
   * @param {Why | null} why the reason of the mistake, once it is known
   */
  show(lesson, positions, why) {
    this.root.hidden = lesson === null;
    if (lesson) putIfNew(this.root, [lesson, why], () => this.parts(lesson, positions, why));
  }

  /** The button that continues a reason or an answer. @returns {HTMLElement | null} */
  get next() {
    return this.root.hidden ? null : this.root.querySelector(".primary");
  }

  /** The sentence being read. */
  get sentence() {
    return this.root.querySelector(".story [aria-current]")?.textContent ?? "";
  }

  /** @param {Lesson} lesson @param {readonly Position[]} positions @param {Why | null} why */
  parts(lesson, positions, why) {
    const { actions } = this;
    this.root.classList.remove("is-open");
    const move = task(lesson);
    const before = (move && positions[move.ply]) ?? null;
    const isAsked = lesson.state === "open";
    const words = lessonInWords(lesson, before);
    const head = h(
      "div",
      { class: "walk-head" },
      h("h2", {}, move && isAsked ? "What was better?" : words),
      button(icon("close"), actions.endLesson, { class: "plain", "aria-label": "Close" }),
    );
    if (!move || !before) return [head];
    if (!isAsked) return [head, ...this.story(lesson, before, why)];
    const shown = button("Show the answer", actions.giveUp);
    return [head, h("p", { class: "lesson-words" }, words), this.steps(shown), this.others(lesson, [])];
  }

  /** The way on, and on a phone the way to the other choices. @param {...(Node | false)} buttons */
  steps(...buttons) {
    const others = button(
      icon("more"),
      () => {
        const isOpen = this.root.classList.toggle("is-open");
        others.setAttribute("aria-expanded", String(isOpen));
      },
      { class: "in-sheet", "aria-label": "Other choices", "aria-expanded": "false" },
    );
    return h("div", { class: "walk-steps" }, ...buttons, others);
  }

  /** The other choices, after the way to other mistakes. @param {Lesson} lesson @param {import("../browser/dom.js").Child[]} choices */
  others({ index, moves }, choices) {
    const turn = (
      /** @type {import("./icons.js").Icon} */ name,
      /** @type {string} */ label,
      /** @type {number} */ by,
    ) => button(icon(name), () => this.actions.nextTask(by), { class: "plain", "aria-label": label });
    const place = h(
      "div",
      { class: "lesson-place" },
      index > 0 && turn("previous", "Previous mistake", -1),
      h("p", {}, `Mistake ${index + 1} of ${moves.length}`),
      index + 1 < moves.length && turn("next", "Next mistake", 1),
    );
    return h("div", { class: "actions story-more" }, moves.length > 1 && place, ...choices);
  }

  /** @param {Lesson} lesson @param {Position} before @param {Why | null} why */
  story(lesson, before, why) {
    const { actions } = this;
    const move = /** @type {Task} */ (task(lesson));
    const told = isAnswered(lesson);
    /** @type {{ kind: string, text: string, items: Why["parts"][number]["items"] }[]} */
    const sentences = why
      ? [...(told ? why.parts.filter(isBetter) : []), ...shortStory(why)]
      : [{ kind: "", text: "Looking for the reason…", items: [] }];
    const [, count] = headline(move, before).split(COUNTED);
    if (count && why && !told)
      sentences.push({ kind: "counted", text: COUNTED.trimStart() + count, items: [] });
    const last = sentences.length - 1;
    const first = sentences.findIndex(({ kind }) => kind !== "better");
    const step = told ? last : Math.max(0, Math.min(lesson.step, last));
    const checked = why && !told && checkedInWords(why, play(before, move.column - 1));
    const instead = h("small", { class: "instead" }, insteadOf(move, before));
    // The board shows the position before the mistake, about which these sentences are not.
    const replied = h("small", { class: "instead" }, `After ${landing(before, move.column - 1)}`);
    const items = sentences.map(({ kind, text, items }, i) =>
      h(
        "li",
        { "aria-current": !told && i === step && "step", "data-kind": kind, "data-step": i + 1 },
        h("span", {}, kind === "better" ? instead : told && i === first && replied, ...withCells(text)),
        !told && folded(items),
        why && i === first && isUncounted(move, why) && h("small", { class: "instead" }, UNCOUNTED),
        why &&
          !told &&
          text === LONG &&
          h("details", {}, h("summary", {}, "Read the long one"), ...inFull(withoutBetter(why))),
      ),
    );
    const back = button(icon("previous"), () => actions.tell(-1), {
      "aria-label": "Back",
      disabled: step === 0,
    });
    const isLast = lesson.index + 1 === lesson.moves.length;
    const [label, act] = told
      ? isLast
        ? ["Done", actions.endLesson]
        : ["Next mistake", () => actions.nextTask(1)]
      : step < last
        ? ["Next step", () => actions.tell(1)]
        : ["What was better?", actions.better];
    const next = button(label, act, { class: "primary", "data-name": told ? null : "next" });
    const earlier = lesson.moves.findIndex(({ ply }) => ply === move.lost_by);
    const toEarlier = () => actions.nextTask(earlier - lesson.index);
    const since = move.since && (earlier < 0 ? move.since : button(move.since, toEarlier));
    return [
      items.length > 0 && h("ol", { class: `story${told ? " whole" : ""}` }, ...items),
      h("p", { class: "checked" }, checked && icon("allow"), checked || null),
      since && h("p", { class: "since" }, since),
      this.steps(!told && back, next),
      this.others(lesson, [
        why?.idea &&
          h(
            "a",
            { class: "button plain", href: `/learn?idea=${practiced(why, move, before)}` },
            `Practice: ${move.pattern ?? NAMES[practiced(why, move, before)] ?? why.idea}`,
          ),
        why?.line &&
          button([icon("play"), "Play it out"], () => actions.walkThrough(why, false), { class: "plain" }),
        why?.kind === "certain" &&
          button([icon("leave"), "Try to escape"], () => actions.walkThrough(why, true), { class: "plain" }),
        lesson.kept === move.ply &&
          h("small", { class: "instead" }, "Learn asks you this position again after 1, 3 and 7 days."),
        told && why?.idea && questionList(questionOf(why.idea)),
      ]),
    ];
  }
}

/** Names of ideas, where others are clearer. @type {Readonly<Record<string, string>>} */
const NAMES = {
  "missed four": "four in a row",
  "four in a row": "a block",
  diagonal: "up and diagonal",
  "follow-up": "answer on top",
};

/** Begins the sentence of a headline that is a step of its own. */
const COUNTED = " Counted: ";

/** Where the engine in the browser answers. */
const UNCOUNTED = "Without a server, no games are counted.";

/** Whether the server might have counted games. @param {Task} move @param {Why} why */
const isUncounted = ({ counted, kind }, { tier }) =>
  kind !== undefined && tier > MAX_TIER && !counted && (areFiles || !navigator.onLine);

const isBetter = (/** @type {{ kind: string }} */ { kind }) => kind === "better";

/** The list of a sentence: its moves, and whatever else is long behind a word. @param {Why["parts"][number]["items"]} items */
function folded(items) {
  const isMove = (/** @type {{ kind: string }} */ { kind }) => kind === "step";
  const rest = items.filter((item) => !isMove(item));
  const moves = listOf(items.filter(isMove));
  // The board shows them with their numbers; a phone has no room for both.
  const open = !matchMedia("(max-width: 899px)").matches;
  return h(
    "div",
    { class: "actions" },
    moves[0] && h("details", { open }, h("summary", {}, "Move by move"), ...moves),
    rest[0] && h("details", {}, h("summary", {}, "All answers"), ...listOf(rest)),
  );
}

/**
 * The lesson's current words.
 *
 * @param {Lesson} lesson
 * @param {Position | null} before the mistake; null if there is none
 */
export function lessonInWords(lesson, before) {
  const move = task(lesson);
  if (lesson.state === "waiting") return "Grading the moves…";
  if (!move || !before) {
    if (lesson.moves.length > 0) return "That was the last mistake.";
    return lesson.isPartial
      ? "No mistake is proved, but some moves could not be graded."
      : "No mistakes: every move kept the result.";
  }
  const { you, state } = lesson;
  const { kind } = move;
  const [told] = headline(move, before, you).split(COUNTED);
  if (state === "told") return told;
  const [column] = move.best_columns;
  const best = `${cellsInWords(before, move.best_columns)} ${does(move, column - 1, before)}`;
  const played = kind === "sooner" ? `; ${triedInWords(move, move.column - 1, before)}` : "";
  if (state === "shown") return `${best}${played}.`;
  const last = lesson.tried.at(-1);
  if (last === undefined) {
    const isAnswer = told.includes(landing(before, column - 1));
    const asked = isAnswer ? headline({ ...move, headline: "" }, before, you) : told;
    const whose = you && you !== move.player ? ` for ${colorName(move.player)}` : "";
    return `${asked} Find a better move${whose}.`;
  }
  const words = triedInWords(move, last, before);
  const rated = answer(move, last);
  if (rated === "best") return `Right: ${words}.`;
  return rated === "good" ? `Good: ${words}; ${best}.` : `${words}. Try another column.`;
}

/** A disc instead of a mistake: `b1 holds`. @param {Task} move @param {number} column @param {Position} before */
export function triedInWords(move, column, before) {
  return `${landing(before, column)} ${does(move, column, before)}`;
}

/** The effect of a disc instead of a mistake: `wins in 2 moves`, `holds`. @param {Task} move @param {number} column @param {Position} before */
function does({ best, ply, scores, kind, best_columns }, column, { size }) {
  const score = scores[column] ?? null;
  // The lesson knows a better disc without scores.
  if (score === null && best_columns.includes(column + 1))
    return kind === "missed_win" ? "wins" : "was harder to beat";
  if (score === null) return "is not proved to be as good";
  const end = endOfMove(score, size, ply);
  if (!end) return "holds";
  const moves = `${end.n} ${end.n === 1 ? "move" : "moves"}`;
  if (score > 0) return `wins in ${moves}`;
  return score === best ? `lasts longest, ${moves}` : `loses in ${moves}`;
}

/** @param {number} asked the one that matters here, from 0; -1 for none */
export function questionList(asked) {
  const item = (/** @type {string} */ question, /** @type {number} */ i) =>
    h("li", { "aria-current": i === asked && "true" }, question);
  return h("ol", { class: "questions", "aria-label": "Before each disc" }, ...QUESTIONS.map(item));
}
