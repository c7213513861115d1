// The plan that the page teaches, fetched once.

import { readGames, readLines } from "../core/plan.js";
import { ApiError, pause } from "./api.js";

/** @import { Plan } from "../core/plan.js" */

const ADDRESS = new URL("../plans/first.plan", import.meta.url);

/** @type {Plan | null} */
let plan = null;

/** @param {AbortSignal} signal */
export async function loadPlan(signal) {
  if (plan) return plan;
  const response = await fetch(ADDRESS, { signal }).catch((error) => {
    throw signal.aborted ? error : new ApiError("the plan could not be loaded");
  });
  if (!response.ok) throw new ApiError("the plan could not be loaded", { status: response.status });
  const text = await response.text();
  const { lines, index } = readLines(text);
  // Each part is a task of its own, so that none is long.
  await pause(0, signal);
  plan = { lines, index, ...readGames(text, index) };
  await pause(0, signal);
  return plan;
}
