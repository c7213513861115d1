// The views for learners. They come in a script of their own, because most visitors play.

import { BeatView } from "./beat.js";
import { LearnView } from "./learn.js";
import { PuzzlesView } from "./puzzles.js";

export const VIEWS = { beat: BeatView, learn: LearnView, puzzles: PuzzlesView };
