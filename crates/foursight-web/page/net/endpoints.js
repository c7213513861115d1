// From foursight-answers: `UPDATE_EXPECT=1 cargo test -p foursight-web --test it vectors` writes this file.

/** The paths of all questions that the engine answers, and of all below them. */
export const PATHS = [
  "/api/analyze",
  "/api/bits",
  "/api/game_file",
  "/api/levels",
  "/api/move",
  "/api/position",
  "/api/puzzles",
  "/api/review",
  "/api/score",
  "/api/text",
  "/api/why",
  "/render.svg",
  "/solve",
];
