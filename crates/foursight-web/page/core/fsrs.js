// The times to repeat a question: FSRS-6, the Free Spaced Repetition Scheduler of the Open Spaced Repetition project.
//
// The formulas and weights are the published ones (https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm),
// without what the weights could learn from a person's own answers. The page has no packages, so this is not `ts-fsrs`.

/** @typedef {1 | 2 | 3 | 4} Grade again, hard, good, easy */
/** @typedef {{ stability: number, difficulty: number }} Memory days until nine of ten are remembered; from 1 to 10 */

/** The weights that fit most people, from w0 to w20. */
const W = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
  1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const FACTOR = 0.9 ** (-1 / W[20]) - 1;
const EASY = 4;
const [LEAST_STABILITY, MOST_DAYS] = [0.001, 36_500];

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** The probability of remembering something after `days`, from 0 to 1. @param {number} days @param {number} stability */
export function retrievability(days, stability) {
  return (1 + (FACTOR * days) / stability) ** -W[20];
}

/** The whole number of days after which nine of ten are remembered, at least one. @param {Memory} memory */
export function interval({ stability }) {
  return clamp(Math.round(stability), 1, MOST_DAYS);
}

/** @param {Grade} grade */
function firstDifficulty(grade) {
  return W[4] - Math.exp(W[5] * (grade - 1)) + 1;
}

/**
 * The memory after an answer.
 *
 * @param {Memory | null} memory null at the first one
 * @param {number} days since the last one
 * @param {Grade} grade
 * @returns {Memory}
 */
export function remembered(memory, days, grade) {
  if (!memory) return { stability: W[grade - 1], difficulty: clamp(firstDifficulty(grade), 1, 10) };
  const { difficulty } = memory;
  const step = -W[6] * (grade - 3) * ((10 - difficulty) / 9);
  const next = W[7] * firstDifficulty(EASY) + (1 - W[7]) * (difficulty + step);
  return {
    stability: Math.max(nextStability(memory, days, grade), LEAST_STABILITY),
    difficulty: clamp(next, 1, 10),
  };
}

/** @param {Memory} memory @param {number} days @param {Grade} grade */
function nextStability({ stability: s, difficulty: d }, days, grade) {
  if (days < 1) {
    const growth = Math.exp(W[17] * (grade - 3 + W[18])) * s ** -W[19];
    return s * (grade >= 3 ? Math.max(growth, 1) : growth);
  }
  const forgotten = 1 - retrievability(days, s);
  if (grade === 1) {
    const long = W[11] * d ** -W[12] * ((s + 1) ** W[13] - 1) * Math.exp(W[14] * forgotten);
    return Math.min(long, s / Math.exp(W[17] * W[18]));
  }
  const bonus = grade === 2 ? W[15] : grade === EASY ? W[16] : 1;
  const growth = Math.exp(W[8]) * (11 - d) * s ** -W[9] * (Math.exp(W[10] * forgotten) - 1);
  return s * (1 + growth * bonus);
}
