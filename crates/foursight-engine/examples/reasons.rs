//! Counts how often a short reason is found in games of the levels; `cargo xtask reasons` puts the table into docs/why.md.

use std::time::{Duration, Instant};

use fastrand::Rng;
use foursight::reason::{Answers, Claim, Proof, Start, Turn};
use foursight::{AnySize, Player, Position, STANDARD, Verdict};
use foursight_engine::why::prove;
use foursight_engine::{
    BookSolver, Control, Goal, Level, LevelPlayer, MoveScores, OpeningBooks, Solve, Solver,
};

const N_GAMES: u64 = 300;

/// Each game starts with so many random plies, as those of docs/levels.md do.
const N_RANDOM: usize = 4;

/// The plies at which positions are explained.
const PLIES: [usize; 8] = [8, 12, 16, 20, 24, 28, 32, 36];

/// How many mistakes are explained, and the highest level that makes them.
const N_MISTAKES: usize = 300;
const MISTAKEN_LEVEL: u8 = 6;

type AnyProof = Proof<AnySize>;

/// How many positions there are, and how many of them have a reason.
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

    fn text(self) -> String {
        match self.all {
            0 => "-".to_owned(),
            all => format!("{:.0} % of {all}", 100.0 * self.found as f64 / all as f64),
        }
    }
}

#[derive(Default)]
struct Figures {
    /// For each ply: won by the side to move, lost, drawn.
    counts: [[Count; 3]; PLIES.len()],
    mistakes: Count,
    mistakes_without_branches: Count,
    times: Vec<Duration>,
}

fn main() {
    let mut solver = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
    let mut random = Rng::with_seed(1);
    let mut figures = Figures::default();
    for game in 0..N_GAMES {
        figures.add_game(game, &mut random, &mut solver);
    }
    figures.print();
}

impl Figures {
    fn add_game(&mut self, game: u64, random: &mut Rng, solver: &mut BookSolver<Solver>) {
        let levels = [random.u8(1..=10), random.u8(1..=10)];
        let mut players = [0, 1].map(|index| {
            let level = Level::new(levels[index]).expect("levels go up to 10");
            LevelPlayer::new(level, 2 * game + index as u64)
        });
        let mut position = Position::new();
        // The scores that the last mover chose from, where it can have made a mistake that counts.
        let mut before: Option<Verdict> = None;
        while position.outcome().is_none() {
            let is_early = position.ply() < N_RANDOM;
            let side = position.ply() % 2;
            let is_watched = !is_early && levels[side] <= MISTAKEN_LEVEL;
            let mut verdict = None;
            if PLIES.contains(&position.ply()) || is_watched || before.is_some() {
                let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
                verdict = scores.best().and_then(|best| best.verdict());
                let result = verdict.expect("nothing limits the solver");
                self.add_position(&position, &scores, result);
                if before.is_some_and(|before| is_worse(result, before)) {
                    self.add_mistake(&position, &scores, result);
                }
            }
            before = verdict.filter(|_| is_watched);
            let column = if is_early {
                random.choice(position.moves().collect::<Vec<_>>())
            } else {
                players[side].choose(&position, solver, &mut Control::default())
            };
            position = position.play(column.expect("the game is open")).expect("it is legal");
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

    /// The side to move has what the mistake gave away.
    fn add_mistake(&mut self, position: &Position, scores: &MoveScores, result: Verdict) {
        if self.mistakes.all == N_MISTAKES {
            return;
        }
        let claim = if result == Verdict::Win { Claim::Wins } else { Claim::Holds };
        let proof = self.prove(position, scores, position.side_to_move(), claim);
        self.mistakes.add(proof.is_some());
        let is_plain = proof.is_some_and(|proof| match &proof.reason().start {
            Start::Hero(turn) => is_plain_turn(turn),
            Start::Other(answers) => is_plain(answers),
        });
        self.mistakes_without_branches.add(is_plain);
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
        let start = Instant::now();
        let proof = prove(&position, hero, claim, &first);
        self.times.push(start.elapsed());
        proof
    }

    fn print(mut self) {
        println!(
            "{N_GAMES} games between levels from 1 to 10, drawn at random, after {N_RANDOM} random plies. \
             The table has the share of positions at each ply whose result has a reason at once, without an example.\n"
        );
        println!("| ply | all | won by the side to move | lost | drawn |\n|---|---|---|---|---|");
        for (ply, counts) in PLIES.into_iter().zip(self.counts) {
            let all = counts.into_iter().fold(Count::default(), |sum, count| Count {
                found: sum.found + count.found,
                all: sum.all + count.all,
            });
            let [won, drawn, lost] = counts.map(Count::text);
            println!("| {ply} | {} | {won} | {lost} | {drawn} |", all.text());
        }
        self.times.sort();
        let time =
            |share: usize| 1e3 * self.times[(self.times.len() - 1) * share / 100].as_secs_f64();
        println!(
            "\nOf {} mistakes of levels 1 to {MISTAKEN_LEVEL}, each a move that changed the result, {:.0} % have a reason, \
             {:.0} % one without branches; for the others there is an example. Finding and checking took {:.2} ms in \
             half of the cases, and at most {:.0} ms in 99 % of them.",
            self.mistakes.all,
            100.0 * self.mistakes.found as f64 / self.mistakes.all as f64,
            100.0 * self.mistakes_without_branches.found as f64 / self.mistakes.all as f64,
            time(50),
            time(99)
        );
    }
}

/// Whether the move to a position with `result` for the next side gave away what it had `before`.
fn is_worse(result: Verdict, before: Verdict) -> bool {
    result_index(result) + result_index(before) < 2
}

/// Better results first.
fn result_index(result: Verdict) -> usize {
    match result {
        Verdict::Win => 0,
        Verdict::Draw => 1,
        Verdict::Loss => 2,
    }
}

/// Whether there are no branches but forced lines.
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
