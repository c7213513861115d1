// What the page and the server send each other: written by `npm run types` in `e2e` from the server's
// OpenAPI description. Do not edit.

export type Accuracies = {
  red: AccuracyBody;
  yellow: AccuracyBody;
};

export type AccuracyBody = {
  best: number;
  best_share: number | null;
  blunders: number;
  good: number;
  inaccuracies: number;
  kept_share: number | null;
  missed_blocks: number;
  missed_wins: number;
  mistakes: number;
  n_graded: number;
};

export type Action = "resign" | "offer_takeback" | "accept_takeback" | "decline_takeback" | "offer_draw" | "accept_draw" | "decline_draw" | "offer_rematch" | "offer_rematch_with_same_colors" | "accept_rematch" | "swap" | "claim_time" | "say_good_luck" | "say_nice_move" | "say_good_game" | "say_thanks";

export type ActionBody = {
  action: Action;
};

export type AdviceBody = {
  columns: number[];
  recommended: number[];
  words: string;
};

export type AnalysisBody = {
  advice: AdviceBody | null;
  guess: number | null;
  lower: number;
  moves: MoveBody[];
  pos: string;
  score: number | null;
  upper: number;
  words: string;
};

export type AttemptBody = {
  column?: number | null;
  give_up?: boolean;
};

export type AttemptResult = {
  correct: boolean;
  line: string | null;
  refutation: string | null;
  score: number;
  solution: number | null;
  words: string;
};

export type BitsBody = {
  packed: LayoutBody;
  sentinel: LayoutBody;
};

export type Change = "joined" | "move" | "takeback" | "swapped" | "resigned" | "time" | "drawn" | "offer" | "declined" | "rematch" | "said" | "presence" | "state";

export type Chapter = {
  exercises: Exercise[];
  lesson: string;
  title: string;
};

export type ClaimBody = {
  secret: string;
};

export type ClockBody = {
  increment_s?: number;
  initial_s: number;
};

export type ClockState = {
  increment_s: number;
  initial_s: number;
  red_ms: number;
  running: Color | null;
  yellow_ms: number;
};

export type Color = "red" | "yellow";

export type ColorChoice = "red" | "yellow" | "random";

export type EndingName = "line" | "draw" | "agreed" | "resigned" | "time";

export type ErrorBody = {
  error: ErrorDetail;
  game: Record<string, unknown> | null;
};

export type ErrorDetail = {
  code: string;
  field: string | null;
  message: string;
};

export type EventBody = {
  game: State;
  seq: number;
  type: Change;
};

export type Exercise = {
  goal: ExerciseGoal;
  id: number;
  idea: string;
  pos: string;
  solution: number;
  to_move: Color;
  trap: number | null;
  words: string;
};

export type ExerciseGoal = "win" | "hold";

export type GameBody = State & {
  seat: Color | null;
};

export type GameResult = "red" | "yellow" | "draw";

export type GradedMove = {
  best: number;
  best_columns: number[];
  column: number;
  mark: MarkName;
  player: Color;
  ply: number;
  remark: string | null;
  remedy: string | null;
  score: number;
  scores: (number | null)[];
  symbol: string;
  why: Why | null;
};

export type Health = {
  status: string;
  version: string;
};

export type JoinBody = {
  name?: string | null;
  secret?: string | null;
};

export type LayoutBody = {
  line_tests: LineTestBody[];
  words: Record<string, string>;
};

export type LevelBody = {
  description: string;
  level: number;
  name: string;
};

export type LineTestBody = {
  direction: string;
  steps: StepBody[];
  stride: number;
};

export type MachineMove = {
  column: number;
  pos: string;
};

export type MarkName = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed_block" | "missed_win";

export type MoveBody = {
  best: boolean;
  column: number;
  line: string;
  lower: number;
  score: number | null;
  upper: number;
  words: string;
};

export type NewGameBody = {
  clock?: ClockBody | null;
  color?: ColorChoice;
  connect?: number | null;
  name?: string | null;
  pie?: boolean;
  pos?: string;
  size?: string | null;
};

export type Offers = {
  draw: Color | null;
  rematch: Color | null;
  same_colors: boolean;
  takeback: Color | null;
};

export type OwnGameBody = {
  game: State;
  seat: Color;
};

export type Phrase = "good_luck" | "nice_move" | "good_game" | "thanks";

export type PlayBody = {
  column: number;
  ply: number;
  seq?: number | null;
};

export type PositionBody = {
  connect: number;
  legal: number[];
  lines: number[][][];
  outcome: GameResult | null;
  ply: number;
  pos: string;
  rows: string[];
  size: string;
  to_move: Color | null;
  words: string;
};

export type PositionText = {
  connect?: number | null;
  size?: string | null;
  text: string;
};

export type PuzzleBody = {
  connect: number;
  difficulty: number;
  goal: string;
  id: number;
  pos: string;
  size: string;
  to_move: Color;
  words: string;
};

export type ReviewBody = {
  accuracy: Accuracies;
  complete: boolean;
  evaluation: (number | null)[];
  mistakes: number[];
  moves: (GradedMove | null)[];
  pos: string;
};

export type ScoreBody = {
  lower: number;
  moves_to_end: number | null;
  pos: string;
  score: number | null;
  upper: number;
  words: string;
};

export type Scores = {
  pos: string;
  score: number[];
};

export type SeatBody = {
  game: State;
  link: string;
  seat: Color;
  seat_link: string | null;
  secret: string | null;
};

export type SeatState = {
  connected: boolean;
  name: string | null;
  said: Phrase[];
  taken: boolean;
};

export type Seats = {
  red: SeatState;
  yellow: SeatState;
};

export type SessionBody = {
  games: OwnGameBody[];
};

export type State = {
  can_swap: boolean;
  clock: ClockState | null;
  connect: number;
  created_at: number;
  ending: EndingName | null;
  id: string;
  last_move: number | null;
  lines: number[][][];
  offers: Offers;
  outcome: GameResult | null;
  pie: boolean;
  ply: number;
  pos: string;
  rematch_id: string | null;
  seats: Seats;
  seq: number;
  size: string;
  spectators: number;
  start: string;
  swapped: boolean;
  to_move: Color | null;
  updated_at: number;
};

export type StepBody = {
  before: string;
  remaining: string;
  shift: number;
  shifted: string;
  wrapped: string;
};

export type StrategyMove = {
  cell: string;
  column: number;
  pos: string;
};

export type Why = {
  better: number | null;
  better_question: WhyQuestion | null;
  claim: WhyClaim | null;
  hero: Color | null;
  idea: string | null;
  kind: WhyKind;
  line: string;
  line_cells: string[];
  n_positions: number;
  overlay: WhyOverlay;
  parts: WhyPart[];
  pos: string;
  sentences: string[];
};

export type WhyClaim = "wins" | "holds";

export type WhyItem = {
  cells: string[];
  kind: WhyItemKind;
  text: string;
};

export type WhyItemKind = "step" | "branch" | "rule";

export type WhyKind = "certain" | "draw" | "kept" | "example" | "bare";

export type WhyOverlay = {
  arrows: string[][];
  links: string[][];
  rings: string[];
  steps: WhyStep[];
};

export type WhyPart = {
  items: WhyItem[];
  kind: WhyPartKind;
  text: string;
};

export type WhyPartKind = "reason" | "result" | "example" | "missed" | "better" | "alike";

export type WhyQuestion = {
  column: number;
  pos: string;
};

export type WhyStep = {
  cell: string;
  player: Color;
};

export type Requests = {
  "POST /api/games": NewGameBody;
  "POST /api/games/{id}/actions": ActionBody;
  "POST /api/games/{id}/claim": ClaimBody;
  "POST /api/games/{id}/join": JoinBody;
  "POST /api/games/{id}/moves": PlayBody;
  "POST /api/position": PositionText;
  "POST /api/puzzles/{id}/attempt": AttemptBody;
};

export type Answers = {
  "GET /api/analyze": AnalysisBody;
  "GET /api/bits": BitsBody;
  "GET /api/exercises": Chapter[];
  "POST /api/games": SeatBody;
  "GET /api/games/{id}": GameBody;
  "POST /api/games/{id}/actions": GameBody;
  "POST /api/games/{id}/claim": SeatBody;
  "GET /api/games/{id}/events": EventBody;
  "POST /api/games/{id}/join": SeatBody;
  "POST /api/games/{id}/moves": GameBody;
  "GET /api/health": Health;
  "GET /api/levels": LevelBody[];
  "GET /api/move": MachineMove;
  "GET /api/openapi.json": Record<string, unknown>;
  "GET /api/position": PositionBody;
  "POST /api/position": PositionBody;
  "GET /api/puzzles": PuzzleBody;
  "GET /api/puzzles/daily": PuzzleBody;
  "GET /api/puzzles/{id}": PuzzleBody;
  "POST /api/puzzles/{id}/attempt": AttemptResult;
  "GET /api/review": ReviewBody;
  "GET /api/score": ScoreBody;
  "GET /api/session": SessionBody;
  "POST /api/session/delete": SessionBody;
  "POST /api/session/sign_out": SessionBody;
  "GET /api/why": Why;
  "GET /api/why/answer": StrategyMove;
  "GET /solve": Scores;
};
