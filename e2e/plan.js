// The plan that the page teaches, as the page reads it.

import { readFileSync } from "node:fs";

import { readPlan } from "../crates/foursight-web/page/core/plan.js";

const read = (/** @type {string} */ path) =>
  readFileSync(new URL(`../crates/${path}`, import.meta.url), "utf8");

export const plan = readPlan(
  read("foursight/plans/first.plan"),
  read("foursight-web/page/plans/first.course"),
);
