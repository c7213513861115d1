//! Searching for the best move within the driver's limits.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::protocol::{BestMove, Go, Info, Reply, Value};
use foursight::{AnySize, Column, Outcome, Position, Score};

use super::Session;
use crate::clock::Instant;
use crate::estimate::{estimate, limits_to_prove};
use crate::lookahead::rate_moves_within;
use crate::solve::sort_from_center;
use crate::{Control, Goal, Level, Limits, MoveScores, Progress, Solution, Solve};

/// Time between two `info` lines while the bounds do not change.
const INFO_INTERVAL: Duration = Duration::from_secs(1);

/// The share of the time that is reserved for the system's other work, and its maximum.
const RESERVE: u32 = 8;
const MAX_RESERVE: Duration = Duration::from_millis(150);

/// The time to search for the line that follows the move.
const LINE_TIME: Duration = Duration::from_millis(20);

impl<W: Write> Session<W> {
    pub(super) fn go(&mut self, go: Go, cancel: &AtomicBool) -> io::Result<()> {
        match self.position.outcome() {
            Some(Outcome::Draw) => return self.say(&Reply::NoMoves),
            Some(over) => return self.say(&Reply::Error(format!("the game is over: {over}"))),
            None => {}
        }
        if go.place > 0 {
            let mut control = Control::limited(limits(go, cancel));
            let column =
                self.player.place(&self.position, go.place, &mut self.solver, &mut control);
            return self.say_best(column.expect("the game is open"), None);
        }
        let start = Instant::now();
        if go.swap {
            let mut control = Control::limited(limits(go, cancel).part(2));
            if self.player.swaps(&self.position, &mut self.solver, &mut control) {
                return self.say(&Reply::Swap);
            }
        }
        let movetime = go.movetime.map(|time| time.saturating_sub(start.elapsed()));
        let go = Go { movetime, swap: false, ..go };
        if self.settings.level != Level::PERFECT {
            return self.go_by_level(go, cancel);
        }
        let wins = self.position.playable_cells() & self.position.winning_cells();
        if let Some(column) = wins.columns().next() {
            return self.say_best(column, Some(Value::WinsNow));
        }
        match go {
            Go { depth: Some(depth), .. } => self.go_to_depth(depth, go, cancel),
            go if go == Go::default() => self.go_through_all(cancel),
            go if self.settings.n_lines > 1 => self.go_for_several(go, cancel),
            go => self.go_for_best(go, cancel),
        }
    }

    fn say_best(&mut self, column: Column, value: Option<Value>) -> io::Result<()> {
        self.say(&Reply::BestMove(BestMove { column, value }))
    }

    fn go_by_level(&mut self, go: Go, cancel: &AtomicBool) -> io::Result<()> {
        let mut control = Control::limited(limits(go, cancel));
        let column = self.player.choose(&self.position, &mut self.solver, &mut control);
        self.say_best(column.expect("the game is open"), None)
    }

    fn go_to_depth(&mut self, depth: usize, go: Go, cancel: &AtomicBool) -> io::Result<()> {
        let depth = depth.clamp(1, self.position.n_empty());
        let (column, rating) = best_at_sight(&self.position, depth, limits(go, cancel));
        // A rating of 0 may be a draw, or a win or loss beyond the depth.
        self.say_best(column, (rating != Score::DRAW).then_some(Value::Exact(rating)))
    }

    /// Scores each move, then states the best one.
    fn go_through_all(&mut self, cancel: &AtomicBool) -> io::Result<()> {
        self.say_text("Analyzing...")?;
        let scores = self.solve_moves(cancel);
        for (column, solution) in scores.moves() {
            self.say(&Reply::Column(column, value(solution)))?;
        }
        let (column, best) = self.ranked(&scores)[0];
        self.say_best(column, Some(value(best)))?;
        self.say(&Reply::Nodes(scores.nodes()))
    }

    /// The moves from the best bounds to the worst; of equal ones, those nearest the center first.
    fn ranked<'a>(&self, scores: &'a MoveScores) -> Vec<(Column, &'a Solution)> {
        let mut columns: Vec<Column> = self.position.moves().collect();
        sort_from_center(&mut columns, self.position.size());
        let moves = columns.into_iter().filter_map(|column| Some((column, scores.get(column)?)));
        let mut moves: Vec<_> = moves.collect();
        moves.sort_by_key(|(_, solution)| (-solution.lower, -solution.upper));
        moves
    }

    /// Finds the best moves and reports each with its line.
    fn go_for_several(&mut self, go: Go, cancel: &AtomicBool) -> io::Result<()> {
        let start = Instant::now();
        let limits = limits(go, cancel);
        let mut control = Control::limited(limits_to_prove(&self.position, limits));
        let scores = self.solver.solve_moves(&self.position, Goal::Score, &mut control);
        let nodes = scores.nodes();
        let ranked = self.ranked(&scores);
        for (index, (column, solution)) in ranked.iter().take(self.settings.n_lines).enumerate() {
            let principal_variation = self.line_from(*column, limits);
            let (lower, upper, time) = (solution.lower, solution.upper, start.elapsed());
            let rank = Some(index + 1);
            self.say(&Reply::Info(Info { rank, lower, upper, nodes, time, principal_variation }))?;
        }
        let (column, best) = ranked[0];
        if best.score().is_some() {
            return self.say_best(column, Some(value(best)));
        }
        let rest = Limits { nodes: go.nodes.map(|most| most.saturating_sub(nodes)), ..limits };
        let (column, _) = estimate(&self.position, rest).expect("the game is open");
        self.say_best(column, None)
    }

    pub(super) fn score_all(&mut self, cancel: &AtomicBool) -> io::Result<()> {
        let scores = self.solve_moves(cancel);
        let values = scores.columns().iter().map(|solution| solution.as_ref().map(value));
        self.say(&Reply::Scores(values.collect()))
    }

    fn solve_moves(&mut self, cancel: &AtomicBool) -> MoveScores {
        let mut control = Control::limited(limits(Go::default(), cancel));
        self.solver.solve_moves(&self.position, Goal::Score, &mut control)
    }

    /// Finds the best move and reports the progress.
    fn go_for_best(&mut self, go: Go, cancel: &AtomicBool) -> io::Result<()> {
        let start = Instant::now();
        let limits = limits(go, cancel);
        let output = &mut self.output;
        let mut reporter = Reporter { start, last: None };
        let mut report = |progress: &Progress| {
            if let Some(info) = reporter.news(progress) {
                // The next reply finds out if the output is broken.
                let _ = writeln!(output, "{}", Reply::Info(info)).and_then(|()| output.flush());
            }
        };
        let mut control = Control {
            limits: limits_to_prove(&self.position, limits),
            progress: Some(&mut report),
        };
        let solution = self.solver.solve(&self.position, Goal::Score, &mut control);
        let Solution { lower, upper, nodes, .. } = solution;
        let rest = Limits { nodes: go.nodes.map(|most| most.saturating_sub(nodes)), ..limits };
        // Without the score, searching for a move that keeps it would only waste time.
        let proved = solution
            .score()
            .and_then(|_| self.solver.best_move(&self.position, &mut Control::limited(rest)));
        let (column, principal_variation) = if let Some((column, _)) = proved {
            (column, self.line_from(column, rest))
        } else {
            let (column, _) = estimate(&self.position, rest).expect("the game is open");
            (column, vec![column])
        };
        let time = start.elapsed();
        let info = Info { rank: None, lower, upper, nodes, time, principal_variation };
        self.say(&Reply::Info(info))?;
        // The score of the position need not be that of a move that is only estimated.
        self.say_best(column, proved.map(|(_, score)| Value::Exact(score)))
    }

    /// Best play from a move on, as far as a short search finds it.
    fn line_from(&mut self, column: Column, limits: Limits<'_>) -> Vec<Column> {
        let line_end = Instant::now() + LINE_TIME;
        let deadline = limits.deadline.map_or(line_end, |deadline| deadline.min(line_end));
        let mut control = Control::limited(Limits { deadline: Some(deadline), ..limits });
        let next = self.position.play(column).expect("the move is legal");
        let rest = self.solver.principal_variation(&next, &mut control);
        [vec![column], rest].concat()
    }
}

fn limits(go: Go, cancel: &AtomicBool) -> Limits<'_> {
    let time = go.movetime.map(|time| time.saturating_sub((time / RESERVE).min(MAX_RESERVE)));
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    Limits { deadline, cancel: Some(cancel), nodes: go.nodes }
}

fn value(solution: &Solution) -> Value {
    Value::between(solution.lower, solution.upper)
}

/// The best move when looking `depth` plies ahead, and its rating; at equal rating, the move nearest the center.
fn best_at_sight(
    position: &Position<AnySize>,
    depth: usize,
    limits: Limits<'_>,
) -> (Column, Score) {
    let ratings = rate_moves_within(position, depth, limits);
    let mut columns: Vec<Column> = position.moves().collect();
    sort_from_center(&mut columns, position.size());
    let rated = columns.into_iter().filter_map(|column| Some((column, ratings[column.index()]?)));
    // The first of the best: `max_by_key` would take the last.
    rated.rev().max_by_key(|&(_, rating)| rating).expect("the game is open")
}

/// Decides when there is news to report.
struct Reporter {
    start: Instant,
    /// The bounds reported last, and when.
    last: Option<(Score, Score, Duration)>,
}

impl Reporter {
    fn news(&mut self, progress: &Progress) -> Option<Info> {
        let Progress { lower, upper, nodes, .. } = *progress;
        let time = self.start.elapsed();
        let is_news = self.last.is_none_or(|(old_lower, old_upper, then)| {
            (old_lower, old_upper) != (lower, upper) || time >= then + INFO_INTERVAL
        });
        is_news.then(|| {
            self.last = Some((lower, upper, time));
            Info { rank: None, lower, upper, nodes, time, principal_variation: Vec::new() }
        })
    }
}
