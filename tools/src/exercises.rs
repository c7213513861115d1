//! Finds the path of exercises in games of the levels, for `cargo xtask exercises`.
//!
//! A chapter is a list of wishes. Each wish receives the unused position that is easiest to follow.

use std::ops::RangeInclusive;

use fastrand::Rng;
use foursight::reason::Overlay;
use foursight::{AnySize, Cell, Game, Position, Verdict};
use foursight_engine::exercise::{Exercise, Task};
use foursight_engine::why::{Explanation, Idea, Why};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Level, LevelPlayer, OpeningBooks, Solution, Solve,
    TableSize,
};

const N_GAMES: u64 = 2_000;

/// Number of random plies at the start of each game.
const N_RANDOM: usize = 4;

/// Minimum number of discs on the board: with fewer, solving takes long.
const PLIES: RangeInclusive<usize> = 12..=34;

/// The weakest and the strongest level that plays: learners can learn from what these overlook.
const LEVELS: RangeInclusive<u8> = 3..=7;

/// Maximum number of positions in a strategy that a learner can follow.
const MAX_CHECKED: usize = 600;

const HEAD: &str = "\
# Exercises: written by `cargo xtask exercises`. A test proves every line again.
# Below the title of a chapter stands what it teaches, then a line for each exercise: what the one right disc does and,
# if it only holds, the disc that falls into the trap; the idea; the moves that lead there; the right disc; the task.";

struct Chapter {
    title: &'static str,
    lesson: &'static str,
    wishes: &'static [Wish],
}

/// The properties of a wanted exercise.
struct Wish {
    is_win: bool,
    idea: Idea,
    /// Number of discs that the winner needs, counted after the trap if there is one to avoid.
    n_moves: RangeInclusive<usize>,
    shape: Option<Shape>,
    words: &'static str,
}

/// The arrangement of the deciding cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Across,
    Slanted,
}

const fn win(
    idea: Idea,
    n_moves: RangeInclusive<usize>,
    shape: Option<Shape>,
    words: &'static str,
) -> Wish {
    Wish { is_win: true, idea, n_moves, shape, words }
}

const fn hold(
    idea: Idea,
    n_moves: RangeInclusive<usize>,
    shape: Option<Shape>,
    words: &'static str,
) -> Wish {
    Wish { is_win: false, idea, n_moves, shape, words }
}

const ACROSS: Option<Shape> = Some(Shape::Across);
const SLANTED: Option<Shape> = Some(Shape::Slanted);

const CHAPTERS: [Chapter; 12] = [
    Chapter {
        title: "Complete your four",
        lesson: "Three of your discs in a line, and the fourth cell can be played: play there and win. Lines run across, up and diagonally.",
        wishes: &[
            win(Idea::Four, 1..=1, ACROSS, "Complete a line across."),
            win(Idea::Four, 1..=1, SLANTED, "Complete a diagonal."),
        ],
    },
    Chapter {
        title: "Block",
        lesson: "Before each move, look for the cell where the other side completes a line. Take it first.",
        wishes: &[
            hold(Idea::Four, 1..=1, ACROSS, "Stop the line across."),
            hold(Idea::Four, 1..=1, SLANTED, "Stop the diagonal."),
        ],
    },
    Chapter {
        title: "Make two threats",
        lesson: "A threat can be blocked. Two threats at once cannot: one disc takes one cell.",
        wishes: &[
            win(Idea::DoubleThreat, 2..=2, ACROSS, "Threaten twice in one row."),
            win(Idea::DoubleThreat, 2..=2, SLANTED, "Threaten two lines with one disc."),
            win(Idea::DoubleThreat, 2..=2, SLANTED, "Find the disc that threatens twice."),
        ],
    },
    Chapter {
        title: "Stop two threats",
        lesson: "Once two threats stand, it is too late. Stop them one disc before.",
        wishes: &[
            hold(
                Idea::DoubleThreat,
                2..=2,
                ACROSS,
                "One disc would threaten twice in a row. Stop it.",
            ),
            hold(Idea::DoubleThreat, 2..=2, SLANTED, "One disc would threaten twice. Stop it."),
        ],
    },
    Chapter {
        title: "Stepping stones",
        lesson: "A disc right below a winning cell of the other side is a step: the other side plays on top of it and wins.",
        wishes: &[
            hold(Idea::SteppingStone, 1..=1, ACROSS, "Do not build the step. One disc is safe."),
            hold(Idea::SteppingStone, 1..=1, SLANTED, "One disc is safe. Which?"),
        ],
    },
    Chapter {
        title: "One threat above another",
        lesson: "With two winning cells on top of each other, the block of the lower one is the step to the upper one.",
        wishes: &[
            win(
                Idea::ThreatAboveThreat,
                2..=2,
                None,
                "Threaten a cell below another one of yours.",
            ),
            win(Idea::ThreatAboveThreat, 2..=2, None, "Win although your threat will be blocked."),
        ],
    },
    Chapter {
        title: "Threaten with every disc",
        lesson: "Whoever must block has no time for plans. Threat after threat leads to one that cannot be blocked.",
        wishes: &[
            win(Idea::ForcedSequence, 3..=3, None, "Threaten first. Then make two threats."),
            win(Idea::ForcedSequence, 4..=4, None, "Win with a threat each time."),
            win(Idea::ForcedSequence, 5..=9, None, "Look further: one threat leads to the next."),
        ],
    },
    Chapter {
        title: "Answer on top",
        lesson: "Answer each disc with one right above it, and the other side never gets the cells it needs.",
        wishes: &[
            win(Idea::FollowUp, 3..=5, None, "One quiet disc, then answer on top."),
            win(Idea::FollowUp, 3..=8, None, "Leave yourself an answer to everything."),
        ],
    },
    Chapter {
        title: "Odd threats",
        lesson: "When the other columns are full, somebody must play below a winning cell. A winning cell in row 3 or 5 is often good for Red, who has the first disc.",
        wishes: &[
            win(
                Idea::OddThreat,
                3..=5,
                None,
                "Wait. In the end the cell below the threat is all that is left.",
            ),
            win(Idea::OddThreat, 4..=7, None, "Make a threat in an odd row, and wait."),
            win(Idea::OddThreat, 5..=9, None, "Count the free cells, and keep the odd threat."),
        ],
    },
    Chapter {
        title: "Even threats",
        lesson: "Yellow answers on top of every disc and gets the cells in rows 2, 4 and 6. A winning cell there comes to Yellow by itself.",
        wishes: &[
            win(
                Idea::EvenThreat,
                3..=5,
                None,
                "Wait. The cell below the threat is left for the other side.",
            ),
            win(Idea::EvenThreat, 4..=9, None, "Make a threat in an even row, and wait."),
        ],
    },
    Chapter {
        title: "Zugzwang",
        lesson: "Sometimes every move is bad, but one must be made. Take the safe ones away, and the other side must give way.",
        wishes: &[
            win(Idea::Zugzwang, 2..=4, None, "Leave the other side only bad moves."),
            win(Idea::Zugzwang, 4..=9, None, "Count who runs out of safe moves first."),
        ],
    },
    Chapter {
        title: "A plan for each reply",
        lesson: "Not every reply has the same answer. Find the one disc after which you have an answer to each.",
        wishes: &[
            win(Idea::Branches, 3..=4, None, "Two replies need an answer of their own."),
            win(Idea::Branches, 4..=7, None, "Put everything together."),
        ],
    },
];

/// A candidate for an exercise.
struct Candidate {
    exercise: Exercise,
    /// The game it comes from; no two exercises share one.
    game: u64,
    n_moves: usize,
    /// `None` if one lies above the other.
    shape: Option<Shape>,
    n_checked: usize,
}

impl Candidate {
    fn fits(&self, wish: &Wish) -> bool {
        (self.exercise.task == Task::Win) == wish.is_win
            && self.exercise.idea == wish.idea
            && wish.n_moves.contains(&self.n_moves)
            && wish.shape.is_none_or(|shape| Some(shape) == self.shape)
    }

    /// Whether it comes from the same game as another one, or shows the same idea in the same cell or its mirror image.
    fn resembles(&self, other: &Self) -> bool {
        let (one, two) = (&self.exercise, &other.exercise);
        let is_same_cell = [two.solution, two.solution.mirror(7)].contains(&one.solution);
        self.game == other.game || (one.idea == two.idea && is_same_cell)
    }
}

pub(crate) fn run() {
    let solver = AnySolver::new(AnySize::default(), TableSize::default());
    let mut search =
        Search { solver: BookSolver::new(OpeningBooks::embedded(), solver), found: Vec::new() };
    for game in 0..N_GAMES {
        search.add_game(game);
    }
    search.print();
}

struct Search {
    solver: BookSolver<AnySolver>,
    found: Vec<Candidate>,
}

impl Search {
    fn add_game(&mut self, number: u64) {
        let mut random = Rng::with_seed(number);
        let mut players = [0, 1].map(|side| {
            let level = Level::new(random.u8(LEVELS)).expect("levels go up to 10");
            LevelPlayer::new(level, 2 * number + side)
        });
        let mut game = Game::new(Position::empty(AnySize::default()));
        while game.outcome().is_none() && game.moves().len() < *PLIES.end() {
            let position = *game.position();
            if PLIES.contains(&position.ply()) {
                self.add_position(number, &game);
            }
            let column = if position.ply() < N_RANDOM {
                random.choice(position.moves().collect::<Vec<_>>())
            } else {
                let player = &mut players[position.ply() % 2];
                player.choose(&position, &mut self.solver, &mut Control::default())
            };
            game.play(column.expect("the game is open")).expect("it is legal");
        }
    }

    fn add_position(&mut self, number: u64, game: &Game<AnySize>) {
        let (position, control) = (game.position(), &mut Control::default());
        let verdicts = self.solver.solve_moves(position, Goal::Verdict, control);
        let with = |verdict: Verdict| -> Vec<Cell> {
            let moves = verdicts.moves().filter(|(_, move_)| move_.verdict() == Some(verdict));
            moves.filter_map(|(column, _)| position.landing(column)).collect()
        };
        let (wins, draws, losses) = (with(Verdict::Win), with(Verdict::Draw), with(Verdict::Loss));
        let holds = [&*wins, &*draws].concat();
        if (wins.len() != 1 && holds.len() != 1) || wins.len() + draws.len() + losses.len() < 3 {
            return;
        }
        let scores = self.solver.solve_moves(position, Goal::Score, control);
        let game = (number, game);
        if let [solution] = wins[..] {
            let why = Why::of_position(position, &scores, &mut self.solver, control);
            self.add(game, solution, Task::Win, &why, scores.get(solution.column));
        }
        if let [solution] = holds[..] {
            for trap in losses {
                let why = Why::of_move(position, trap.column, &scores, &mut self.solver, control);
                self.add(game, solution, Task::Hold { trap }, &why, scores.get(trap.column));
            }
        }
    }

    fn add(
        &mut self,
        (number, game): (u64, &Game<AnySize>),
        solution: Cell,
        task: Task,
        why: &Why,
        result: Option<&Solution>,
    ) {
        let position = game.position();
        let Explanation::Certain(proof) = &why.explanation else { return };
        let Some(idea) = why.idea else { return };
        let n_checked = proof.n_positions();
        let score = result.and_then(Solution::score);
        let n_moves = score.and_then(|score| score.moves_to_end(position));
        // Where a line can be completed at once, there is nothing else to learn.
        let four = position.winning_cells() | position.opponent_winning_cells();
        let is_urgent = !(four & position.playable_cells()).is_empty();
        if is_urgent != (idea == Idea::Four) || n_checked > MAX_CHECKED {
            return;
        }
        // Two threats are stopped by taking a cell that they need; a counter-threat is another lesson.
        let Overlay { rings, steps, .. } = &why.overlay;
        let mut needed = rings.iter().chain(steps.iter().map(|(cell, _)| cell));
        if matches!(task, Task::Hold { .. })
            && idea == Idea::DoubleThreat
            && !needed.any(|&cell| cell == solution)
        {
            return;
        }
        let exercise = Exercise { moves: game.moves().to_vec(), task, solution, idea, words: "" };
        self.found.push(Candidate {
            exercise,
            game: number,
            n_moves: n_moves.expect("a reason to win has an end"),
            shape: shape_of(&why.overlay.rings),
            n_checked,
        });
    }

    /// Prints the easiest candidate for each wish.
    fn print(mut self) {
        println!("{HEAD}");
        let mut taken: Vec<Candidate> = Vec::new();
        self.found.sort_by_key(|candidate| (candidate.n_checked, candidate.exercise.moves.len()));
        for Chapter { title, lesson, wishes } in CHAPTERS {
            println!("\n## {title}\n{lesson}");
            for wish in wishes {
                let is_new = |candidate: &Candidate| {
                    candidate.fits(wish) && !taken.iter().any(|other| candidate.resembles(other))
                };
                let Some(index) = self.found.iter().position(is_new) else {
                    eprintln!("nothing for {:?}", wish.words);
                    continue;
                };
                let mut candidate = self.found.remove(index);
                candidate.exercise.words = wish.words;
                println!("{}", candidate.exercise);
                taken.push(candidate);
            }
        }
    }
}

fn shape_of(cells: &[Cell]) -> Option<Shape> {
    let is_same =
        |line: fn(&Cell) -> usize| cells.windows(2).all(|pair| line(&pair[0]) == line(&pair[1]));
    match (is_same(|cell| cell.row), is_same(|cell| cell.column.index())) {
        (true, _) => Some(Shape::Across),
        (false, false) => Some(Shape::Slanted),
        (false, true) => None,
    }
}
