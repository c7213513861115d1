//! Plans for whole games: their files are read as docs/plan.md describes them, without the library.

use std::collections::{HashMap, HashSet};

use foursight::plan::SHIPPED;
use foursight::{AnySize, Cell, Column, Player, Position};

use super::board::Board;
use super::grammar::{name, player};
use super::{Checked, Reader, holds};

const MAIN_LINE: &str = "Its main line: ";

/// The hero's disc, and the replies with their own lines, unless all have one.
type Step = (Cell, Option<Vec<Cell>>);

/// Whether a sentence describes a plan.
pub(super) fn is_plan(text: &str) -> bool {
    text.contains(" has a checked plan to win against every reply, with ")
        || text.starts_with(MAIN_LINE)
}

/// The lines of a plan.
struct Lines {
    hero: Player,
    steps: HashMap<Board, Step>,
}

impl Lines {
    fn read(text: &str) -> Self {
        let hero = if text.contains("\nside first\n") { Player::First } else { Player::Second };
        let line = |line: &str| {
            let (moves, step) = line.split_once(' ').expect("moves and a step");
            let moves = moves
                .trim_matches('-')
                .chars()
                .map(|symbol| Column::from_symbol(symbol).expect("a column"));
            let position =
                Position::from_columns(AnySize::default(), moves).expect("they can be played");
            let cell = |text: &str| text.parse::<Cell>().ok();
            let (disc, answers) =
                step.split_once('(').map_or((step, None), |(disc, answers)| (disc, Some(answers)));
            let own =
                |answers: &str| answers.trim_end_matches(')').split(' ').map_while(cell).collect();
            (Board::new(&position), (cell(disc).expect("a disc"), answers.map(own)))
        };
        Self { hero, steps: text.lines().skip(5).map(line).collect() }
    }

    fn step(&self, board: &Board) -> Option<Step> {
        let image = || {
            let (cell, own) = self.steps.get(&board.mirror())?;
            let mirror = |cell: &Cell| cell.mirror(7);
            Some((mirror(cell), own.as_ref().map(|own| own.iter().map(mirror).collect())))
        };
        self.steps.get(board).cloned().or_else(image)
    }

    /// The boards after a hero's disc and each reply to it that needs a line.
    fn next(&self, board: &Board, (cell, own): &Step) -> Vec<(Cell, Board)> {
        let after = board.with(*cell, self.hero);
        let other = self.hero.other();
        let is_own = |reply: &Cell| own.as_ref().is_none_or(|own| own.contains(reply));
        let replies = after.landings().into_iter().filter(is_own);
        let next = replies.map(|reply| (reply, after.with(reply, other)));
        next.filter(|(_, next)| next.finishes(self.hero).is_empty()).collect()
    }

    /// The number of positions that the hero must know after a step.
    fn n_more(&self, board: &Board, step: &Step) -> usize {
        let mut seen: HashSet<Board> = HashSet::new();
        let mut pending: Vec<Board> =
            self.next(board, step).into_iter().map(|(_, next)| next).collect();
        let mut n_lines = 0;
        while let Some(board) = pending.pop() {
            if !seen.contains(&board.mirror()) && seen.insert(board.clone()) {
                n_lines += 1;
                let step = self.step(&board).expect("the position has a line");
                pending.extend(self.next(&board, &step).into_iter().map(|(_, next)| next));
            }
        }
        n_lines
    }

    /// The steps that lead to a board, each with the board before it.
    fn before(&self, board: &Board) -> Vec<(Board, Step)> {
        let leads = |(before, step): &(&Board, &Step)| {
            let after = before.with(step.0, self.hero);
            after == *board || after.mirror() == *board
        };
        let found = self.steps.iter().filter(leads);
        found.map(|(before, step)| (before.clone(), step.clone())).collect()
    }
}

impl Reader<'_> {
    /// Whether a file contains this plan, or this line of play that leads to another position.
    pub(super) fn planned(&mut self, text: &str, position: &mut Position<AnySize>) -> Checked {
        let words = text.strip_suffix('.').ok_or("no full stop")?;
        let plans: Vec<Lines> = SHIPPED.iter().map(|text| Lines::read(text)).collect();
        if let Some(cells) = words.strip_prefix(MAIN_LINE) {
            return holds(plans.iter().any(|plan| plan.goes(cells, position)), "no such line");
        }
        let (start, end) = words
            .split_once(" has a checked plan to win against every reply, with ")
            .ok_or("no plan")?;
        let (side, first) = match start.split_once(" plays ") {
            Some((side, played)) => (side, Some(played.strip_suffix(", then").ok_or("then?")?)),
            None => (start, None),
        };
        let hero = player(side).ok_or("who?")?;
        holds((position.side_to_move() == hero) == first.is_some(), "not that side's turn")?;
        let board = Board::new(position);
        let is_told = |plan: &Lines| {
            let found = if first.is_some() {
                plan.step(&board).into_iter().map(|step| (board.clone(), step)).collect()
            } else {
                plan.before(&board)
            };
            found.iter().any(|(board, step)| {
                let n = plan.n_more(board, step);
                let (more, plural) =
                    (if first.is_some() { " more" } else { "" }, if n == 1 { "" } else { "s" });
                end == format!("{n}{more} position{plural} to know")
                    && first.is_none_or(|first| first == step.0.to_string())
            })
        };
        holds(
            plans.iter().any(|plan| plan.hero == hero && is_told(plan)),
            &format!("no such plan of {}", name(hero)),
        )?;
        self.result_of(hero, true, position)
    }
}

impl Lines {
    /// Whether the plan follows these cells, up to a turn of its side that leaves no position open; moves `position`
    /// there.
    fn goes(&self, cells: &str, position: &mut Position<AnySize>) -> bool {
        let mut end = *position;
        for cell in cells.split(' ') {
            let (board, mover) = (Board::new(&end), end.side_to_move());
            let Ok(cell) = cell.parse::<Cell>() else { return false };
            let is_own = || {
                self.step(&board).is_some_and(|(disc, _)| {
                    disc == cell || board == board.mirror() && disc.mirror(7) == cell
                })
            };
            if !board.can_take(cell) || mover == self.hero && !is_own() {
                return false;
            }
            end = end.play(cell.column).expect("it can be taken");
        }
        let board = Board::new(&end);
        let is_last = self.step(&board).is_some_and(|step| self.next(&board, &step).is_empty());
        if is_last && end.side_to_move() == self.hero {
            *position = end;
        }
        is_last
    }
}
