//! Counts how often a short reason is found in games between the levels, and plays explanations literally; `cargo xtask
//! reasons` writes the figures into docs/why.md.

mod lessons;
mod maps;
mod processes;
mod reader;
mod reading;
#[cfg(test)]
mod tests;

use std::mem;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use fastrand::Rng;
use foursight::reason::{Answers, Claim, Proof, Start, Turn};
use foursight::{AnySize, Player, Position, STANDARD, Size, Verdict};
use foursight_engine::why::prove;
use foursight_engine::{
    BookSolver, Control, Goal, Level, LevelPlayer, MoveScores, OpeningBooks, Solve, Solver,
};

use crate::{processor_time, program};
use maps::Maps;

const N_GAMES: u64 = 300;

/// The number of these games in which maps of replies are counted, which takes longest.
const N_MAPPED_GAMES: u64 = 100;

/// Number of random plies at the start of each game, as in docs/levels.md.
const N_RANDOM: usize = 4;

/// The plies at which positions are explained.
const PLIES: [usize; 8] = [8, 12, 16, 20, 24, 28, 32, 36];

/// The ply from which nearly all positions have a reason.
const LATE: usize = 20;

/// Number of mistakes to explain, and the highest level that makes them.
const N_MISTAKES: usize = 300;
const MISTAKEN_LEVEL: u8 = 6;

/// The plies at which the rows of the mistakes table start.
const PHASES: [usize; 4] = [0, 8, 16, 24];

type AnyProof = Proof<AnySize>;

/// The number of positions, and how many of them have a reason.
#[derive(Clone, Copy, Default)]
struct Count {
    found: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, is_found: bool) {
        self.found += usize::from(is_found);
        self.all += 1;
    }

    fn with(self, other: Self) -> Self {
        Self { found: self.found + other.found, all: self.all + other.all }
    }

    fn text(self) -> String {
        match self.all {
            0 => "-".to_owned(),
            all => format!("{:.0} % of {all}", 100.0 * self.found as f64 / all as f64),
        }
    }
}

/// The number of mistakes with a reason: for what they allowed, for what the better move kept, and for either; and for
/// either without branches.
#[derive(Clone, Copy, Default)]
struct Mistakes {
    allowed: Count,
    kept: Count,
    either: Count,
    plain: Count,
}

/// A position before a move, with the scores of its moves and its result.
type Before = (Position, MoveScores, Verdict);

#[derive(Default)]
struct Figures {
    /// For each ply, the positions that are won by the side to move, lost and drawn.
    counts: [[Count; 3]; PLIES.len()],
    mistakes: [Mistakes; PHASES.len()],
    maps: Maps,
    times: Vec<Duration>,
    /// The moves that lead to the positions that are counted.
    asked: Vec<String>,
}

/// The results to print.
#[derive(Args, Debug)]
pub(crate) struct ReasonsArgs {
    /// Print the results instead of writing them into the repository.
    #[arg(long)]
    pub(crate) print: bool,
    /// Only simulate this many lost games, and print what their lessons show.
    #[arg(long, value_name = "N")]
    pub(crate) lessons: Option<usize>,
}

pub(crate) fn run(args: &ReasonsArgs) -> Result<()> {
    if let Some(n_games) = args.lessons {
        return lessons::run(n_games);
    }
    let program = program()?;
    let mut solver = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
    let mut random = Rng::with_seed(1);
    let mut figures = Figures::default();
    for game in 0..N_GAMES {
        figures.add_game(game, &mut random, &mut solver);
        if game % 50 == 49 {
            eprintln!("tools: {} of {N_GAMES} games", game + 1);
        }
    }
    let asked = mem::take(&mut figures.asked);
    figures.print();
    let are_true = reading::run().and(lessons::run(lessons::N_GAMES));
    processes::run(&program, &asked)?;
    are_true
}

impl Figures {
    fn add_game(&mut self, game: u64, random: &mut Rng, solver: &mut BookSolver<Solver>) {
        let levels = [random.u8(1..=10), random.u8(1..=10)];
        let mut players = [0, 1].map(|index| {
            let level = Level::new(levels[index]).expect("levels go up to 10");
            LevelPlayer::new(level, 2 * game + index as u64)
        });
        let (mut position, mut played) = (Position::new(), String::new());
        // The position before the last move, if that move could be a mistake that counts.
        let mut before: Option<Before> = None;
        while position.outcome().is_none() {
            let is_early = position.ply() < N_RANDOM;
            let side = position.ply() % 2;
            let is_watched = !is_early && levels[side] <= MISTAKEN_LEVEL;
            let last = before.take();
            if game < N_MAPPED_GAMES {
                self.maps.add_position(&position);
            }
            if PLIES.contains(&position.ply()) || is_watched || last.is_some() {
                let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
                let result = scores.best().and_then(|best| best.verdict());
                let result = result.expect("nothing limits the solver");
                self.add_position(&position, &scores, result);
                self.asked.extend(PLIES.contains(&position.ply()).then(|| played.clone()));
                if let Some(before) = last.filter(|(.., before)| is_worse(result, *before)) {
                    let after = (position, scores.clone(), result);
                    self.add_mistake(&before, &after);
                    if game < N_MAPPED_GAMES {
                        self.maps.add_mistake(&before.0, &position);
                    }
                }
                before = is_watched.then_some((position, scores, result));
            }
            let column = if is_early {
                random.choice(position.moves().collect::<Vec<_>>())
            } else {
                players[side].choose(&position, solver, &mut Control::default())
            };
            let column = column.expect("the game is open");
            position = position.play(column).expect("it is legal");
            played.push(column.symbol());
        }
    }

    fn add_position(&mut self, position: &Position, scores: &MoveScores, result: Verdict) {
        let Some(row) = PLIES.iter().position(|&ply| ply == position.ply()) else { return };
        let mover = position.side_to_move();
        let is_found = match result {
            Verdict::Win => self.prove(position, scores, mover, Claim::Wins).is_some(),
            Verdict::Loss => self.prove(position, scores, mover.other(), Claim::Wins).is_some(),
            Verdict::Draw => [mover, mover.other()]
                .map(|hero| self.prove(position, scores, hero, Claim::Holds))
                .iter()
                .all(Option::is_some),
        };
        self.counts[row][result_index(result)].add(is_found);
    }

    /// After the mistake, the side to move has what the mistake gave away; before it, the other side had it.
    fn add_mistake(&mut self, before: &Before, after: &Before) {
        if self.mistakes.iter().map(|phase| phase.either.all).sum::<usize>() == N_MISTAKES {
            return;
        }
        let ply = before.0.ply();
        let mut proofs = [after, before].map(|(position, scores, result)| {
            let claim = if *result == Verdict::Win { Claim::Wins } else { Claim::Holds };
            self.prove(position, scores, position.side_to_move(), claim)
        });
        // A win that became a loss: a strategy to hold says why the win is gone.
        let was_turned = (before.2, after.2) == (Verdict::Win, Verdict::Win);
        if was_turned && proofs.iter().all(Option::is_none) {
            let (position, scores, _) = after;
            proofs[0] = self.prove(position, scores, position.side_to_move(), Claim::Holds);
        }
        let phase = PHASES.iter().rposition(|&first| first <= ply).expect("the first is 0");
        let phase = &mut self.mistakes[phase];
        let [allowed, kept] = &proofs;
        phase.allowed.add(allowed.is_some());
        phase.kept.add(kept.is_some());
        phase.either.add(allowed.is_some() || kept.is_some());
        let is_plain = |proof: &AnyProof| match &proof.reason().start {
            Start::Hero(turn) => is_plain_turn(turn),
            Start::Other(answers) => is_plain(answers),
        };
        phase.plain.add(proofs.iter().flatten().any(is_plain));
    }

    fn prove(
        &mut self,
        position: &Position,
        scores: &MoveScores,
        hero: Player,
        claim: Claim,
    ) -> Option<AnyProof> {
        let position = position.to_any();
        let first = scores.keeping_columns();
        let start = processor_time();
        let proof = prove(&position, hero, claim, &first);
        if position.ply() >= PLIES[0] {
            self.times.push(processor_time().saturating_sub(start));
        }
        proof
    }

    fn print(self) {
        println!(
            "The sample is {N_GAMES} games between randomly chosen levels from 1 to 10, each starting with {N_RANDOM} random \
             plies. For each ply, the table shows the share of positions whose result has a reason at once, without an \
             example.\n"
        );
        println!("| ply | all | won by the side to move | lost | drawn |\n|---|---|---|---|---|");
        for (ply, counts) in PLIES.into_iter().zip(self.counts) {
            let all = counts.into_iter().fold(Count::default(), Count::with);
            let [won, drawn, lost] = counts.map(Count::text);
            println!("| {ply} | {} | {won} | {lost} | {drawn} |", all.text());
        }
        let late = PLIES.into_iter().zip(self.counts).filter(|(ply, _)| *ply >= LATE);
        let late = late.flat_map(|(_, counts)| counts).fold(Count::default(), Count::with);
        println!("\nFrom ply {LATE} on, {} results have a reason.", late.text());
        println!(
            "\n{N_MISTAKES} mistakes by levels 1 to {MISTAKEN_LEVEL} in these games, each a move that changed the result:\n"
        );
        println!(
            "| ply | a reason | without branches | of what it allowed | of what it missed |\n|---|---|---|---|---|"
        );
        let mut all = Mistakes::default();
        for (index, &Mistakes { allowed, kept, either, plain }) in self.mistakes.iter().enumerate()
        {
            let end = PHASES.get(index + 1).map_or(STANDARD.n_cells(), |end| *end);
            println!(
                "| {} to {} | {} | {} | {} | {} |",
                PHASES[index],
                end - 1,
                either.text(),
                plain.text(),
                allowed.text(),
                kept.text()
            );
            all = Mistakes {
                allowed: all.allowed.with(allowed),
                kept: all.kept.with(kept),
                either: all.either.with(either),
                plain: all.plain.with(plain),
            };
        }
        println!(
            "| all | {} | {} | {} | {} |",
            all.either.text(),
            all.plain.text(),
            all.allowed.text(),
            all.kept.text()
        );
        self.maps.print();
        let [half, most] = shares(self.times);
        println!(
            "\nFinding and checking took at most {half:.2} ms of processor time in half of the cases from ply 8 on, and at most {most:.0} ms in 99 % of them."
        );
    }
}

/// The milliseconds that half of the times do not exceed, and those that 99 % do not exceed.
fn shares(mut times: Vec<Duration>) -> [f64; 2] {
    times.sort();
    [50, 99].map(|share| 1e3 * times[(times.len() - 1) * share / 100].as_secs_f64())
}

/// Whether the move to a position with `result` for the next side gave away the result `before`.
fn is_worse(result: Verdict, before: Verdict) -> bool {
    result_index(result) + result_index(before) < 2
}

/// The rank of a result, from 0 for the best to 2.
fn result_index(result: Verdict) -> usize {
    match result {
        Verdict::Win => 0,
        Verdict::Draw => 1,
        Verdict::Loss => 2,
    }
}

/// Whether only forced lines branch off.
fn is_plain(answers: &Answers) -> bool {
    match (&*answers.named, &answers.follow) {
        ([], _) => true,
        ([(_, turn)], None) => is_plain_turn(turn),
        _ => false,
    }
}

fn is_plain_turn(turn: &Turn) -> bool {
    match turn {
        Turn::Finish(_) => true,
        Turn::Play(_, answers) => is_plain(answers),
    }
}
