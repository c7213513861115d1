// From foursight-answers: `UPDATE_EXPECT=1 cargo test -p foursight-web --test it vectors` writes this file.

/** The paths of all questions that the engine answers. */
export const PATHS = [
  "/solve",
  "/api/position",
  "/api/score",
  "/api/analyze",
  "/api/review",
  "/api/why",
  "/api/why/answer",
  "/api/move",
  "/api/levels",
  "/api/bits",
  "/render.svg",
  "/api/text",
  "/api/game_file",
  "/api/exercises",
  "/api/puzzles/daily",
  "/api/puzzles",
  "/api/puzzles/{id}",
  "/api/puzzles/{id}/attempt",
];
