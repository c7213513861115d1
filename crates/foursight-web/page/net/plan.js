// What the page teaches, fetched once: the lessons and the plan.

import { readLessons } from "../core/lessons.js";
import { readPlan } from "../core/plan.js";
import { ApiError, pause } from "./api.js";

/** @import { Plan } from "../core/plan.js" */

const PLAN = new URL("../plans/first.plan", import.meta.url);
const COURSE = new URL("../plans/first.course", import.meta.url);
const LESSONS = new URL("../plans/path.txt", import.meta.url);

/** @type {Plan | null} */
let plan = null;

/** @param {AbortSignal} signal */
export async function loadLessons(signal) {
  return readLessons(await load(LESSONS, signal, "the lessons"));
}

/** @param {AbortSignal} signal */
export async function loadPlan(signal) {
  if (plan) return plan;
  const [text, course] = await Promise.all([load(PLAN, signal), load(COURSE, signal)]);
  plan = readPlan(text, course);
  // Reading is a task of its own, so that none is long.
  await pause(0, signal);
  return plan;
}

/** @param {URL} address @param {AbortSignal} signal */
async function load(address, signal, what = "the plan") {
  const response = await fetch(address, { signal }).catch((error) => {
    throw signal.aborted ? error : new ApiError(`${what} could not be loaded`);
  });
  if (!response.ok) throw new ApiError(`${what} could not be loaded`, { status: response.status });
  return response.text();
}
