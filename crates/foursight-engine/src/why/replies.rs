//! A map of replies: where no single strategy is short, one against each disc of the other side.

use foursight::reason::{Claim, Proof};
use foursight::{AnySize, Cell, Column, Player, Position};

use super::Highlights;
use super::sentence::Sentence;
use super::story::Story;
use super::told::Scene;
use super::{facts, told};

/// The hero's strategies, one against each reply of the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replies {
    /// The position in which the other side replies.
    pub position: Position<AnySize>,
    /// The side with the strategies.
    pub hero: Player,
    /// The result that each of them achieves.
    pub claim: Claim,
    /// The hero's disc before that position, if it was to move.
    pub first: Option<Column>,
    /// All discs of the other side, from the left.
    pub replies: Vec<(Column, Reply)>,
}

/// The hero's answer to a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A strategy.
    Proved(Box<Proof<AnySize>>),
    /// One more disc, and then a strategy against most replies to it.
    Followed(Box<Replies>),
    /// Nothing short.
    Open,
}

impl Reply {
    /// Whether there is a strategy against every line of play after the reply.
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Proved(_) => true,
            Self::Followed(replies) => replies.n_open() == 0,
            Self::Open => false,
        }
    }
}

impl Replies {
    /// The number of replies with no strategy, or with none against some of the discs that follow.
    pub fn n_open(&self) -> usize {
        self.replies.iter().filter(|(_, reply)| !reply.is_closed()).count()
    }

    /// All strategies, each after the moves of both sides to where it begins, which start with `after`.
    pub(super) fn strategies(&self, after: &[Column]) -> Vec<(Vec<Column>, &Proof<AnySize>)> {
        let mut found = Vec::new();
        for (column, reply) in &self.replies {
            let after: Vec<Column> =
                after.iter().copied().chain(self.first).chain([*column]).collect();
            match reply {
                Reply::Proved(proof) => found.push((after, &**proof)),
                Reply::Followed(replies) => found.extend(replies.strategies(&after)),
                Reply::Open => {}
            }
        }
        found
    }

    /// The hero's move after `moves` of both sides from the explained position on; `None` if it is not its turn, or it
    /// would not have played these moves, or has no strategy against them.
    pub(super) fn answer(&self, moves: &[Column]) -> Option<Cell> {
        let moves = match (self.first, moves) {
            (Some(first), []) => return Some(self.top(first)),
            (Some(first), [column, rest @ ..]) => (*column == first).then_some(rest)?,
            (None, moves) => moves,
        };
        let (reply, rest) = moves.split_first()?;
        match &self.replies.iter().find(|(column, _)| column == reply)?.1 {
            Reply::Proved(proof) => proof.answer(rest),
            Reply::Followed(replies) => replies.answer(rest),
            Reply::Open => None,
        }
    }

    /// The cell of the hero's last disc in a column.
    fn top(&self, column: Column) -> Cell {
        let mut cells = self.position.discs_of(self.hero).in_column(column).cells();
        cells.next_back().expect("the hero's disc is there")
    }

    /// The map, with a ring in each reply that is closed.
    pub(super) fn story(&self, is_complete: bool) -> Story {
        let map = self.told(is_complete);
        let closed = map.replies.iter().zip(&self.replies);
        let closed = closed.filter(|(_, (_, reply))| reply.is_closed());
        let highlights = Highlights {
            cells: closed.map(|((cell, _), _)| *cell).collect(),
            steps: map.first.map(|cell| (cell, self.hero)).into_iter().collect(),
            ..Highlights::default()
        };
        Story { idea: None, sentences: vec![Sentence::Replies(map)], highlights }
    }

    fn told(&self, is_complete: bool) -> Map {
        let met = |reply: &Reply| match reply {
            Reply::Proved(proof) => told::story(proof)?.sentences.into_iter().next(),
            Reply::Followed(replies) => Some(Sentence::Replies(replies.told(is_complete))),
            Reply::Open => None,
        };
        let of_reply = |(column, reply): &(Column, Reply)| {
            (self.position.landing(*column).expect("a disc lands there"), met(reply))
        };
        Map {
            hero: self.hero,
            claim: self.claim,
            first: self.first.map(|column| self.top(column)),
            replies: self.replies.iter().map(of_reply).collect(),
            is_complete,
        }
    }
}

/// A map as the words describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    pub(super) hero: Player,
    pub(super) claim: Claim,
    /// The hero's disc before the replies, if it is to move.
    pub(super) first: Option<Cell>,
    /// All discs of the other side, each with the strategy against it, or with a map of what follows.
    pub(super) replies: Vec<(Cell, Option<Sentence>)>,
    /// Whether the strategies that are missing were looked for to the end.
    pub(super) is_complete: bool,
}

impl Map {
    /// The replies that no strategy answers at once.
    pub(super) fn exceptions(&self) -> Vec<Cell> {
        let is_exception =
            |(_, met): &&(Cell, Option<Sentence>)| matches!(met, None | Some(Sentence::Replies(_)));
        self.replies.iter().filter(is_exception).map(|(cell, _)| *cell).collect()
    }

    /// Whether each reply is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.replies.iter().all(|(_, met)| match met {
            Some(Sentence::Replies(map)) => map.is_closed(),
            met => met.is_some(),
        })
    }

    /// Whether these are all replies in `position`, and the sentence about each is true after it.
    pub(super) fn is_true(&self, position: &Position<AnySize>) -> bool {
        let is_heros_turn = position.side_to_move() == self.hero;
        let start = match self.first {
            Some(cell) => facts::play(position, cell),
            None => Some(*position),
        };
        let Some(start) = start.filter(|_| is_heros_turn == self.first.is_some()) else {
            return false;
        };
        let cells = self.replies.iter().map(|(cell, _)| *cell);
        start.playable_cells().cells().eq(cells)
            && self.replies.iter().all(|(cell, met)| {
                let after = facts::play(&start, *cell);
                let is_so = |sentence: &Sentence, after: Position<AnySize>| {
                    let scene = Scene { position: &after, last: None };
                    self.is_promised(sentence) && scene.is_true(sentence, &after, &[])
                };
                met.as_ref().is_none_or(|met| after.is_some_and(|after| is_so(met, after)))
            })
    }

    /// Whether a sentence describes a strategy of the same side that achieves as much.
    fn is_promised(&self, sentence: &Sentence) -> bool {
        let (hero, claim) = match sentence {
            Sentence::Plan(plan) => (plan.hero, plan.claim),
            Sentence::Replies(map) => (map.hero, map.claim),
            Sentence::Completes { hero, .. } => (*hero, self.claim),
            _ => return false,
        };
        (hero, claim) == (self.hero, self.claim)
    }
}

#[cfg(test)]
mod tests {
    use foursight::notation::moves;

    use super::*;
    use crate::why::{Explanation, Why};
    use crate::{AnySolver, BookSolver, Control, Goal, OpeningBooks, Solve, TableSize};

    #[test]
    fn a_map_with_a_false_part_is_not_told() {
        let position = moves::position("541", AnySize::default()).unwrap();
        let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(4));
        let mut solver = BookSolver::new(OpeningBooks::embedded(), solver);
        let control = &mut Control::default();
        let scores = solver.solve_moves(&position, Goal::Score, control);
        let why = Why::of_position(&position, &scores, &mut solver, control);
        let Explanation::Replies { map, .. } = why.explanation else { panic!("{why:?}") };
        let map = map.told(true);
        assert!(map.is_true(&position));
        assert!(!map.is_true(&position.mirror()));
        let check = |mutate: fn(&mut Map)| {
            let mut mutated = map.clone();
            mutate(&mut mutated);
            assert_ne!(mutated, map);
            assert!(!mutated.is_true(&position), "{mutated:?}");
        };
        check(|map| map.hero = map.hero.other());
        check(|map| map.claim = Claim::Holds);
        check(|map| map.first = None);
        check(|map| map.first = Some(Cell::new(3, 2)));
        check(|map| map.replies.truncate(6));
        check(|map| map.replies[0].0 = Cell::new(0, 2));
        check(|map| {
            let [(_, one), (_, two), ..] = &mut *map.replies else { panic!() };
            std::mem::swap(one, two);
        });
        check(|map| {
            let inner = map.clone();
            map.replies[0].1 = Some(Sentence::Replies(inner));
        });
    }
}
