//! The order in which to learn a plan, by the games of levels against it.

use std::cmp::Reverse;

use foursight::plan::{Plan, SHIPPED};
use foursight::{AnySize, Column, Position};

use crate::Level;

/// Games of the levels from 1 to 10 against the first plan of [`SHIPPED`]: for each level, 900 that are counted and 100
/// trials. `cargo xtask beat` writes them.
pub const GAMES: &str = include_str!("games.txt");

/// The first player's plan, and the lines that come up against the levels.
///
/// Lines of the plan are named by their numbers, counted from 0.
///
/// ```
/// use foursight_engine::{Level, trainer::Course};
///
/// let course = Course::new();
/// let order = course.order(Level::new(5)?);
/// assert_eq!(order.len(), course.plan().lines().len());
/// assert_eq!(course.wins_in_hundred(Level::new(5)?, |line| order[..100].contains(&line)), 84);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Course {
    plan: Plan,
    counted: Games,
    trials: Games,
}

/// The games of each level, the first one first.
type Games = [Vec<Played>; 10];

/// A game of a level, up to where the plan needs no further line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The lines that came up, the first one first.
    pub lines: Vec<usize>,
    /// The number of games in which exactly these lines came up.
    pub n: usize,
}

impl Course {
    /// The course of the first plan of [`SHIPPED`].
    pub fn new() -> Self {
        let plan: Plan = SHIPPED[0].parse().expect("a test checks it");
        let games = |name| {
            std::array::from_fn(|index| {
                let head = format!("{name} {}: ", index + 1);
                let list = GAMES.lines().find_map(|line| line.strip_prefix(&head));
                let list = list.expect("there are games of each level").split(' ');
                list.map(|game| Played::read(game, &plan)).collect()
            })
        };
        let (counted, trials) = (games("level"), games("trial"));
        Self { plan, counted, trials }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games of a level that are counted; level 0, which plays at random, has none.
    pub fn games(&self, level: Level) -> &[Played] {
        of_level(&self.counted, level)
    }

    /// The lines that come up against a level, the most frequent ones first; then those that come up against others; then
    /// all others, the shorter ones first.
    pub fn order(&self, level: Level) -> Vec<usize> {
        let lines = self.plan.lines();
        let (own, all) =
            (self.counts(self.games(level)), self.counts(self.counted.iter().flatten()));
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by_key(|&line| {
            (
                Reverse(all[line].min(1)),
                Reverse(own[line]),
                Reverse(all[line]),
                lines[line].moves.len(),
            )
        });
        order
    }

    /// The number of games in which each line comes up.
    fn counts<'a>(&self, games: impl IntoIterator<Item = &'a Played>) -> Vec<usize> {
        let mut counts = vec![0; self.plan.lines().len()];
        for Played { lines, n } in games {
            for &line in lines {
                counts[line] += n;
            }
        }
        counts
    }

    /// The number of a level's 100 trials in which every position that came up is known.
    pub fn wins_in_hundred(&self, level: Level, is_known: impl Fn(usize) -> bool) -> usize {
        let won = |game: &&Played| game.lines.iter().all(|&line| is_known(line));
        of_level(&self.trials, level).iter().filter(won).map(|game| game.n).sum()
    }

    /// A level's game that reaches `line`, or any game if none does; frequent games are chosen more often; `random` is
    /// at least 0 and below 1.
    pub fn game_to(&self, level: Level, line: usize, random: f64) -> &[usize] {
        let all = self.games(level);
        let comes = |game: &&Played| game.lines.contains(&line);
        let some: Vec<&Played> = all.iter().filter(comes).collect();
        let some = if some.is_empty() { all.iter().collect() } else { some };
        let n_games: usize = some.iter().map(|game| game.n).sum();
        let mut chosen = (random * n_games as f64) as usize;
        let is_chosen = |game: &&&Played| match chosen.checked_sub(game.n) {
            None => true,
            Some(rest) => {
                chosen = rest;
                false
            }
        };
        some.iter().find(is_chosen).map_or(&[], |game| &game.lines)
    }

    /// The second player's replies in `position` after which `line` comes up: two if the position is its own mirror
    /// image.
    pub fn replies_to(&self, position: &Position<AnySize>, line: usize) -> Vec<Column> {
        let leads = |column: &Column| {
            let next = position.play(*column).ok().filter(|next| next.outcome().is_none());
            next.and_then(|next| self.plan.number(&next)) == Some(line)
        };
        position.moves().filter(leads).collect()
    }
}

impl Default for Course {
    fn default() -> Self {
        Self::new()
    }
}

fn of_level(games: &Games, level: Level) -> &[Played] {
    usize::from(level.number()).checked_sub(1).map_or(&[], |index| &games[index])
}

impl Played {
    /// `7613*2`: two games with these replies; `-` is one in which the first line was enough.
    fn read(text: &str, plan: &Plan) -> Self {
        let (replies, n) = text.split_once('*').unwrap_or((text, "1"));
        let mut position = *plan.position();
        let line = |position: &_| plan.number(position).expect("a test follows every game");
        let mut lines = vec![line(&position)];
        for symbol in replies.trim_matches('-').chars() {
            let step = plan.step(&position).expect("a test follows every game");
            let reply = Column::from_symbol(symbol).expect("replies are columns");
            for column in [step.cell.column, reply] {
                position = position.play(column).expect("the moves are legal");
            }
            lines.push(line(&position));
        }
        Self { lines, n: n.parse().expect("it is a number") }
    }
}
