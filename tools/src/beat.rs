//! The course of the trainer, for `cargo xtask beat`: in which order it teaches the first player's plan, and what
//! somebody wins who has learned the beginning of it.
//!
//! A card is a position of the plan, by its moves, or, with a star, the answers that its line has to all replies without
//! lines of their own.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use anyhow::{Context, Result};
use foursight::plan::{Plan, SHIPPED};
use foursight::{Column, Outcome, Player, Position, STANDARD};
use foursight_engine::{
    BookSolver, Control, Level, LevelPlayer, Limits, OpeningBooks, Solver, Ties, rate_moves,
};

/// The games of each level, by their seeds, in which cards are counted.
const COUNTED: Range<u64> = 100..250;

/// The games that the pupil plays.
const TRIALS: Range<u64> = 0..100;

/// The nodes that a level may search for a move.
const NODES: u64 = 50_000;

/// The cards of the course came up in as many of the counted games.
const LEAST: usize = 2;

/// The levels that the pupil plays, and the numbers of cards that it knows.
const OPPONENTS: [u8; 4] = [3, 5, 7, 10];
const KNOWN: [usize; 6] = [0, 10, 30, 60, 120, 240];

/// The plies that the pupil looks ahead on its own: enough to win, to block and to see forks, its own and the other's.
const DEPTH: usize = 4;

const HEAD: &str = "\
# The course of first.plan: its cards, those first that came up most in 150 games of each level, chapter by chapter.
# Then, after so many cards, the games of 100 won against levels 3, 5, 7 and 10. Written by `cargo xtask beat`.";

type Books = BookSolver<Solver>;

pub(crate) fn run() -> Result<()> {
    let plan: Plan = SHIPPED[0].parse().context("the first player's plan")?;
    let mut solver = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
    let trainer = Trainer::new(&plan);
    let mut counts: HashMap<String, usize> = HashMap::new();
    for level in Level::all().skip(1) {
        for seed in COUNTED {
            let mut player = LevelPlayer::new(level, seed).with_ties(Ties::Random);
            let all = |_: &str| true;
            let (_, cards) = trainer.play(&mut player, &mut solver, all);
            for card in HashSet::<String>::from_iter(cards) {
                *counts.entry(card).or_default() += 1;
            }
        }
        eprintln!("tools: level {level}");
    }
    let course = course(counts);
    println!("{HEAD}");
    for chapter in course.chunk_by(|one, other| chapter(one) == chapter(other)) {
        let names: Vec<&str> =
            chapter.iter().map(|card| if card.is_empty() { "-" } else { card }).collect();
        println!("chapter: {}", names.join(" "));
    }
    for n in KNOWN.into_iter().filter(|&n| n < course.len()).chain([course.len()]) {
        let known: HashSet<&str> = course[..n].iter().map(String::as_str).collect();
        print!("{n}:");
        for level in OPPONENTS {
            let level = Level::new(level).context("levels go up to 10")?;
            let mut wins = |seed| {
                let mut player = LevelPlayer::new(level, seed).with_ties(Ties::Random);
                let is_known = |card: &str| known.contains(card);
                trainer.play(&mut player, &mut solver, is_known).0
            };
            print!(" {}", TRIALS.filter(|&seed| wins(seed)).count());
        }
        println!();
    }
    Ok(())
}

/// The cards in the order of learning: chapter by chapter, the most frequent first.
fn course(counts: HashMap<String, usize>) -> Vec<String> {
    let mut of_chapter: HashMap<Option<char>, usize> = HashMap::new();
    for (card, n) in &counts {
        *of_chapter.entry(chapter(card)).or_default() += n;
    }
    let mut cards: Vec<_> = counts.into_iter().filter(|&(_, n)| n >= LEAST).collect();
    let rank = |(card, n): &(String, usize)| {
        let chapter = chapter(card);
        (chapter.map(|_| usize::MAX - of_chapter[&chapter]), chapter, usize::MAX - n, card.len())
    };
    cards.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| one.0.cmp(&other.0)));
    cards.into_iter().map(|(card, _)| card).collect()
}

/// The second player's first reply, on the left half; `None` for the first disc.
fn chapter(card: &str) -> Option<char> {
    card.chars().nth(1)
}

/// The plan, and the moves that name its positions.
struct Trainer<'a> {
    plan: &'a Plan,
    names: HashMap<u64, String>,
}

impl<'a> Trainer<'a> {
    fn new(plan: &'a Plan) -> Self {
        let name = |columns: &[Column]| columns.iter().map(|column| column.symbol()).collect();
        let key = |columns: &[Column]| {
            let start = Position::new();
            let after = columns.iter().try_fold(start, |position, &column| position.play(column));
            after.expect("the plan is legal").canonical_key()
        };
        let lines = plan.lines().iter();
        Self { plan, names: lines.map(|line| (key(&line.moves), name(&line.moves))).collect() }
    }

    /// Plays a game of somebody who has learned cards; returns whether they win, and the cards they needed.
    fn play(
        &self,
        player: &mut LevelPlayer,
        solver: &mut Books,
        is_known: impl Fn(&str) -> bool,
    ) -> (bool, Vec<String>) {
        let (mut position, mut moves, mut cards) = (Position::new(), Vec::new(), Vec::new());
        // The last line's card.
        let mut last = String::new();
        while position.outcome().is_none() {
            let column = if position.side_to_move() == Player::Second {
                let last = moves.last().copied();
                let limits = Limits { nodes: Some(NODES), ..Limits::default() };
                let choice =
                    player.look_at(last).choose(&position, solver, &mut Control::limited(limits));
                choice.expect("the game is open")
            } else {
                let answer = self.plan.answer(&moves).map(|cell| cell.column);
                let step = self.plan.step(&position.to_any()).map(|step| step.cell.column);
                // Where the answers of a line lead to the position of another line, they go on.
                let line = if answer.is_some() && answer != step { None } else { step };
                if line.is_some() {
                    last.clone_from(&self.names[&position.canonical_key()]);
                }
                let card = if line.is_some() { last.clone() } else { format!("{last}*") };
                let taught = line.or(answer).filter(|_| is_known(&card));
                let urgent = urgent(&position);
                if urgent.is_none() {
                    cards.push(card);
                }
                urgent.or(taught).unwrap_or_else(|| by_sight(&position))
            };
            position = position.play(column).expect("it is legal");
            moves.push(column);
        }
        (position.outcome() == Some(Outcome::Win(Player::First)), cards)
    }
}

/// The column of a win, or else of a block.
fn urgent(position: &Position) -> Option<Column> {
    let cells = [position.winning_cells(), position.opponent_winning_cells()];
    cells.into_iter().find_map(|cells| (cells & position.playable_cells()).columns().next())
}

/// The best column at sight, nearest the center.
fn by_sight(position: &Position) -> Column {
    let ratings = rate_moves(position, DEPTH);
    let from_center = |column: Column| column.index().abs_diff(3);
    let moves = position.moves();
    moves
        .max_by_key(|&column| (ratings[column.index()], Reverse(from_center(column))))
        .expect("the game is open")
}
