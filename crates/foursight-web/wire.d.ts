// What the page and the server send each other: written by `npm run types` in `e2e` from the server's
// OpenAPI description. Do not edit.

export type Accuracies = {
  red: AccuracyBody;
  yellow: AccuracyBody;
};

/** The number of a player's moves with each mark. */
export type AccuracyBody = {
  best: number;
  /** The share of best moves, from 0 to 1. */
  best_share: number | null;
  blunders: number;
  good: number;
  inaccuracies: number;
  /** The share of moves that kept the result, from 0 to 1. */
  kept_share: number | null;
  missed_blocks: number;
  missed_wins: number;
  mistakes: number;
  n_graded: number;
};

/** A player's action besides playing a column. */
export type Action = "resign" | "offer_takeback" | "accept_takeback" | "decline_takeback" | "offer_draw" | "accept_draw" | "decline_draw" | "offer_rematch" | "offer_rematch_with_same_colors" | "accept_rematch" | "swap" | "say_good_luck" | "say_nice_move" | "say_good_game" | "say_thanks";

export type ActionBody = {
  action: Action;
};

/** Advice for a person who asks for a hint. */
export type AdviceBody = {
  /**
   * The columns to point out, from 1: the best moves, which in a lost position hold out longest; none if one
   * move is as good as another.
   */
  columns: number[];
  /** The columns to praise: those in `columns`, but none if all moves lose. */
  recommended: number[];
  words: string;
};

/** The result of every move of a position. */
export type AnalysisBody = {
  advice: AdviceBody | null;
  connect: number;
  /** The result that level 10 expects of its guess: an estimate; null without a guess. */
  estimate: string | null;
  /** The column, from 1, that level 10 would play where no move is proved to be best; otherwise null. */
  guess: number | null;
  /** The score is at least this. */
  lower: number;
  /** The legal moves, from the left. */
  moves: MoveBody[];
  pos: string;
  /** The score for the side to move, if it is proved. */
  score: number | null;
  size: string;
  /** The score is at most this. */
  upper: number;
  /** The version of this format. */
  version: number;
  /** The result in words, for the side to move. */
  words: string;
};

/** The bitboards of a position, and the win test step by step. */
export type BitsBody = {
  /** Without spare bits; the lower left cell is the leading bit. */
  packed: LayoutBody;
  /** With an empty bit above every column; the lower left cell is bit 0. */
  sentinel: LayoutBody;
  /** The version of this format. */
  version: number;
};

/** The change. */
export type Change = "joined" | "move" | "takeback" | "swapped" | "resigned" | "time" | "drawn" | "offer" | "declined" | "rematch" | "said" | "presence" | "state";

export type ClaimBody = {
  /** The secret of a seat, from its link. */
  secret: string;
};

/** The time of each player. */
export type ClockBody = {
  /** Seconds that each move adds. */
  increment_s?: number;
  /** Seconds for the whole game. */
  initial_s: number;
};

export type ClockState = {
  increment_s: number;
  initial_s: number;
  /** Red's remaining time in milliseconds, at the time of the answer. */
  red_ms: number;
  running: Color | null;
  yellow_ms: number;
};

/** A player, by the color of the discs; red moves first. */
export type Color = "red" | "yellow";

export type ColorChoice = "red" | "yellow" | "random";

/**
 * How most games end that are played on after a move, by players who choose at random among the best moves.
 * It is counted, not proved.
 */
export type Counted = {
  /** The cell of the winner's last disc or, if more games end so, the cells of the line. */
  cells: string[];
  /** The number of games after the move that end so: at least three in five. */
  n_alike: number;
  /** The number of games after the better move that end so. */
  n_alike_after_better: number;
  /** The number of games after the move, and as many after the better one. */
  n_games: number;
  winner: Color;
};

/** The end of a game. */
export type EndingName = "line" | "draw" | "agreed" | "resigned" | "time";

/** The body of every answer other than a success. */
export type ErrorBody = {
  error: ErrorDetail;
  /** The game's current state, if the request did not match it. */
  game: Record<string, unknown> | null;
};

/** The error in an answer. */
export type ErrorDetail = {
  /** The error, for programs. */
  code: string;
  /** The parameter or field that is wrong. */
  field: string | null;
  /** The error, for people. */
  message: string;
};

/** A change, with the whole game after it. */
export type EventBody = {
  game: State;
  /** The number of changes so far. */
  seq: number;
  type: Change;
};

/** A game, and the requester's seat. */
export type GameBody = State & {
  seat: Color | null;
};

/** The outcome of a game. */
export type GameResult = "red" | "yellow" | "draw";

export type GradedMove = {
  /** The score of the best move. */
  best: number;
  /** The columns, from 1, of the moves that are proved to have that score. */
  best_columns: number[];
  /** The column, from 1. */
  column: number;
  mark: MarkName;
  player: Color;
  /** The number of discs before the move. */
  ply: number;
  /** The effect of the move, unless it was a best move. It does not reveal which move was better. */
  remark: string | null;
  /** After a missed immediate win or block, the move that had to be played. */
  remedy: string | null;
  /** The score of the move, for the side that played it. */
  score: number;
  /** The score of each column, null where no disc can be played or the score is not proved. */
  scores: (number | null)[];
  /** The mark as a symbol after the move: `???`, `??`, `?`, `?!` or nothing. */
  symbol: string;
  why: Why | null;
};

export type Health = {
  status: string;
  version: string;
};

export type JoinBody = {
  /** The name that the other player sees. */
  name?: string | null;
  /**
   * The secret for the seat: 128 random bits as base64url without padding. Send one to be able to repeat the
   * request if its answer is lost; otherwise the server makes one, which only the answer contains.
   */
  secret?: string | null;
};

export type LayoutBody = {
  /** The win test for the discs of the side that has just moved. */
  line_tests: LineTestBody[];
  /** Words by name, as decimal digits, because they can exceed 53 bits. */
  words: Record<string, string>;
};

/**
 * The move of a game from which a person can learn most: the last one after which the other side had a short
 * way to win, if another move left none. A solver may know earlier mistakes.
 */
export type Lesson = {
  /** The column, from 1, to compare with. */
  better: number;
  counted: Counted | null;
  /** The lesson in one or two sentences. */
  headline: string;
  kind: "unstoppable" | "sooner" | "gave_away" | "missed_win";
  /**
   * The move that lost the game by its exact result, as the number of discs before it; null if there is none,
   * or none is proved yet.
   */
  lost_by: number | null;
  /** The words of the headline that name a pattern, if it names one. */
  pattern: string | null;
  player: Color;
  /** The number of discs before the move. */
  ply: number;
  /**
   * Whether the game was lost before, in a sentence: by an earlier move, or nobody knows; null if the
   * headline tells.
   */
  since: string | null;
  why: Why | null;
};

/** A level that the machine plays at. */
export type LevelBody = {
  description: string;
  level: number;
  name: string;
};

export type LineTestBody = {
  direction: string;
  steps: StepBody[];
  /** The number of bits between neighbors. */
  stride: number;
};

/** The move that a level chooses, or that it swaps sides. */
export type MachineMove = {
  /** The column, from 1; null if the level swaps sides. */
  column: number | null;
  /** The position after the move. */
  pos: string;
  /** Whether the level swaps sides instead of moving, as an opening rule allows it after the placed discs. */
  swap: boolean;
};

/** The quality of a move, from the best to the worst. */
export type MarkName = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed_block" | "missed_win";

export type MoveBody = {
  /** Whether no other move is better, though all may lose. */
  best: boolean;
  /** The column, from 1. */
  column: number;
  /** The move, and best play after it as far as it was found in time. */
  line: string;
  lower: number;
  /** The score of the move, for the side that plays it, if it is proved. */
  score: number | null;
  upper: number;
  words: string;
};

export type NewGameBody = {
  clock?: ClockBody | null;
  /** The side of the player who creates the game; red moves first. */
  color?: ColorChoice;
  /** Discs in a row needed to win, 3 to 6. */
  connect?: number | null;
  /** The name that the other player sees. */
  name?: string | null;
  opening_rule?: OpeningRuleName;
  /** The moves that the game begins with, columns from 1. */
  pos?: string;
  /** Columns x rows, each from 3 to 10. */
  size?: string | null;
};

export type Offers = {
  draw: Color | null;
  rematch: Color | null;
  /** Whether the players would keep their colors in the rematch that is offered. */
  same_colors: boolean;
  takeback: Color | null;
};

/**
 * The opening rule of a game: the player who opens places no disc, one disc, or three for both sides in turn,
 * and then the other player may swap sides.
 */
export type OpeningRuleName = "none" | "pie" | "swap";

/** A game, and the seat of this browser in it. */
export type OwnGameBody = {
  game: State;
  seat: Color;
};

/** A phrase that players can say. */
export type Phrase = "good_luck" | "nice_move" | "good_game" | "thanks";

export type PlayBody = {
  /** The column, from 1. */
  column: number;
  /** The number of discs before the move: the game's `ply`. */
  ply: number;
  /**
   * The `seq` of the last event or answer seen. With it, a move that is repeated after it was taken back is
   * refused instead of being played again.
   */
  seq?: number | null;
};

/** The facts that the rules determine about a position. */
export type PositionBody = {
  connect: number;
  /** The columns where a disc can be played, from 1. */
  legal: number[];
  /** The completed lines, each as its cells: column and row from 1, row 1 at the bottom. */
  lines: number[][][];
  outcome: GameResult | null;
  /** The number of discs. */
  ply: number;
  /** The columns played, from 1. */
  pos: string;
  /** The rows from the top: `R`, `Y`, and `.` for an empty cell. */
  rows: string[];
  size: string;
  to_move: Color | null;
  /** The version of this format. */
  version: number;
  /** The state of the game. */
  words: string;
};

/** A text that describes a position or a game. */
export type PositionText = {
  /** Discs in a row needed to win, 3 to 6, if the text does not say. */
  connect?: number | null;
  /** Columns x rows, each from 3 to 10, if the text does not say. */
  size?: string | null;
  /** Any notation that the program reads, or the contents of a game file. */
  text: string;
};

/** A puzzle without its solution. */
export type PuzzleBody = {
  connect: number;
  /** From 1 to 5. */
  difficulty: number;
  goal: PuzzleGoal;
  id: number;
  /** The position, as columns from 1. */
  pos: string;
  size: string;
  to_move: Color;
  words: string;
};

/** The goal that only one move achieves. */
export type PuzzleGoal = "win";

/** The graded moves of a game. */
export type ReviewBody = {
  accuracy: Accuracies;
  /**
   * Whether every move is graded, except placed discs, and every score known; if not, asking again may grade
   * more. On boards that take too long to solve, it remains false.
   */
  complete: boolean;
  /** The score before each move and at the end, from red's point of view; null while unknown. */
  evaluation: (number | null)[];
  lesson: Lesson | null;
  /** The moves with `?` or worse, each as the number of discs before it, the worst first. */
  mistakes: number[];
  /** The moves in order; null for those not graded in time, and for discs placed by the opening rule. */
  moves: (GradedMove | null)[];
  pos: string;
  /** The version of this format. */
  version: number;
};

/** The proved bounds of a position. */
export type ScoreBody = {
  /** The score is at least this. */
  lower: number;
  /**
   * The number of moves that the winner still has to play, including the last; null for a draw, or if it is
   * not proved.
   */
  moves_to_end: number | null;
  pos: string;
  /** The score for the side to move, if it is proved. */
  score: number | null;
  /** The score is at most this. */
  upper: number;
  /** The version of this format. */
  version: number;
  /** The result in words, for the side to move. */
  words: string;
};

/** The answer. */
export type Scores = {
  /** The position as requested. */
  pos: string;
  /** A score for each column from the left, for the side to move; 100 where no disc can be played. */
  score: number[];
};

/** A game, and the seat in it that was just taken or recognized. */
export type SeatBody = {
  game: State;
  /** The address for the opponent and for spectators. */
  link: string;
  seat: Color;
  /** The address that opens the seat in a browser. */
  seat_link: string | null;
  /** Opens the seat wherever the session's cookie is missing. Keep it: it is not sent again. */
  secret: string | null;
};

export type SeatState = {
  connected: boolean;
  name: string | null;
  /** The player's phrases, each once, the last one at the end. */
  said: Phrase[];
  taken: boolean;
};

export type Seats = {
  red: SeatState;
  yellow: SeatState;
};

/** Everything that the server keeps about a browser. */
export type SessionBody = {
  /** The games in which this browser has a seat, the latest first. */
  games: OwnGameBody[];
};

/** The public view of a network game. */
export type State = {
  /** Whether the player to move may swap sides now. */
  can_swap: boolean;
  clock: ClockState | null;
  connect: number;
  /** In milliseconds since 1970, like `updated_at`. */
  created_at: number;
  ending: EndingName | null;
  id: string;
  /** The column of the last move, from 1. */
  last_move: number | null;
  /** The completed lines, each as its cells: column and row from 1, row 1 at the bottom. */
  lines: number[][][];
  offers: Offers;
  opening_rule: OpeningRuleName;
  outcome: GameResult | null;
  /** Whether the opening rule is `pie`. */
  pie: boolean;
  /** The number of discs, which a move must state. */
  ply: number;
  /** All moves, columns from 1. */
  pos: string;
  /** The rematch of this game. */
  rematch_id: string | null;
  seats: Seats;
  /** The number of changes so far. */
  seq: number;
  size: string;
  spectators: number;
  /** The moves at the start of the game. */
  start: string;
  swapped: boolean;
  to_move: Color | null;
  /** The number of discs that the player to move still places for both sides in turn. */
  to_place: number;
  updated_at: number;
};

/** `remaining = before & (before >> shift) & !wrapped`. */
export type StepBody = {
  before: string;
  remaining: string;
  shift: number;
  shifted: string;
  wrapped: string;
};

/** A strategy that the checker has played against every reply. */
export type Strategy = {
  /**
   * The columns, from 1, played by both sides between `pos` of the answer and the position where the strategy
   * begins.
   */
  after: string;
  answers: StrategyAnswers | null;
  claim: WhyClaim;
  /** The side with the strategy. */
  hero: Color;
  /**
   * The number of positions, with the other side to move, in which it was checked; counted as for the whole
   * answer.
   */
  n_positions: number;
  turn: StrategyTurn | null;
};

/** The hero's answers to the other side's next disc, unless the hero can complete a line. */
export type StrategyAnswers = {
  /** Discs of the other side that have an answer of their own. */
  named: StrategyNamed[];
  rule: StrategyRule | null;
};

/** The move of a strategy. */
export type StrategyMove = {
  cell: string;
  /** The column, from 1. */
  column: number;
  /** The position after the answer. */
  pos: string;
};

/** A disc of the other side and the answer to it. */
export type StrategyNamed = {
  reply: string;
  turn: StrategyTurn;
};

/** A rule that answers every disc of the other side. */
export type StrategyRule = {
  /** Whether the rule makes a double threat wherever it can. */
  double_threats: boolean;
  /** Cells that answer each other. */
  pairs: string[][];
  /** Columns, from 1, for a disc where there is no other answer, in this order. */
  spare: number[];
};

/** A disc of the hero's. */
export type StrategyTurn = {
  answers: StrategyAnswers | null;
  cell: string;
};

/**
 * The reason for the result of a position or a move. Cells are named by column and row: `a1` is at the bottom
 * left.
 */
export type Why = {
  /** After a mistake, the column, from 1, that would have kept the result. */
  better: number | null;
  better_question: WhyQuestion | null;
  claim: WhyClaim | null;
  /**
   * False if time ran out before everything was tried: with more time there may be a reason, or strategies
   * against more replies.
   */
  complete: boolean;
  hero: Color | null;
  /** The deciding idea, in one term of the game. */
  idea: string | null;
  kind: WhyKind;
  /** Moves of both sides after `pos` that show the reason. */
  line: string;
  /** The cells where the discs of `line` land. */
  line_cells: string[];
  /**
   * The number of positions, with the other side to move, in which the strategies were checked; a position
   * counts again for each part of a strategy that meets it. 0 if there is no strategy, or if it is a single
   * disc that completes a line.
   */
  n_positions: number;
  /** The signs to draw over the board of `pos`. */
  overlay: WhyOverlay;
  /** The sentences with their subjects and lists. */
  parts: WhyPart[];
  /**
   * For a plan, the number of positions that its side must know after its next disc or, if the other side is
   * to move, after its last disc; otherwise null.
   */
  plan_positions: number | null;
  /**
   * The position where the reason begins, and the board of `overlay` and `line`: the position that was asked
   * about or, for a move, the position after it; if `kind` is `kept`, the position before it, where the
   * better move begins.
   */
  pos: string;
  /** The reason in at most three sentences: the texts of `parts`. */
  sentences: string[];
  /** The strategies, if requested; otherwise null. For a plan, the strategy at the end of its main line. */
  strategies: Strategy[] | null;
  /**
   * What a reader has to hold in mind: 0 a line or a stepping stone, 1 two threats, 2 at most three forced
   * answers, 3 one square and one rule, 4 rules, pairs or answers to single discs, 5 a map of replies, 6 a
   * plan, 7 an example or nothing.
   */
  tier: number;
};

/** The result that a strategy guarantees. */
export type WhyClaim = "wins" | "holds";

/** An item of a list. */
export type WhyItem = {
  /** The cells that it names, in that order. */
  cells: string[];
  /** The list of the strategy against a reply. */
  items: WhyItem[];
  kind: "step" | "branch" | "rule" | "reply" | "open";
  text: string;
};

/** The strength of the reason. */
export type WhyKind = "certain" | "draw" | "kept" | "replies" | "example" | "bare";

/** Signs over a board. */
export type WhyOverlay = {
  /** From one cell to the cell that it leads to. */
  arrows: string[][];
  /** Cells that answer each other. */
  links: string[][];
  /** Cells that matter. */
  rings: string[];
  /** The discs of a line of play in order. */
  steps: WhyStep[];
};

/** A sentence, and the list that belongs to it. */
export type WhyPart = {
  /**
   * Forced answers in order, then answers to single discs, then rules: the first that can be played and is
   * safe applies. For a map, all replies from the left.
   */
  items: WhyItem[];
  kind: "reason" | "result" | "example" | "missed" | "better" | "alike";
  text: string;
};

/** Parameters of `GET /api/why`. */
export type WhyQuestion = {
  /** From 1. */
  column: number;
  pos: string;
};

/** A disc of a line of play. */
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
};

export type Answers = {
  "GET /api/analyze": AnalysisBody;
  "GET /api/bits": BitsBody;
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
  "GET /api/review": ReviewBody;
  "GET /api/score": ScoreBody;
  "GET /api/session": SessionBody;
  "POST /api/session/delete": SessionBody;
  "POST /api/session/sign_out": SessionBody;
  "GET /api/why": Why;
  "GET /api/why/answer": StrategyMove;
  "GET /solve": Scores;
};
