// The lessons that the page teaches, read from their file.

import { readFileSync } from "node:fs";

import { readLessons } from "../crates/foursight-web/page/core/lessons.js";

const FILE = new URL("../crates/foursight-web/page/plans/path.txt", import.meta.url);

export const chapters = readLessons(readFileSync(FILE, "utf8"));
export const steps = chapters.flatMap(({ steps }) => steps);
export const exercises = steps.filter(({ kind }) => kind === "exercise");
