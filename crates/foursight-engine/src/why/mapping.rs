//! Finds a map of replies. Its attempts are counted, as in the finder.

use foursight::reason::Claim;
use foursight::{AnySize, Column, Player, Position, Verdict};

use super::explanation::{going_on, prove_within, resists};
use super::replies::{Replies, Reply};
use super::ties::{Ties, is_mirrored};
use crate::short_sort::sort_short_by_key;
use crate::solve::sort_from_center;
use crate::{Control, Goal, MoveScores, Solve};

/// The maximum number of the hero's discs that are compared.
const MAX_FIRST: usize = 4;

/// The number of times that the hero may need one more disc.
const MAX_DEPTH: usize = 2;

/// The maximum number of positions to look at while playing out rules for one reply.
const MAX_PLAYED_OF_REPLY: usize = 15_000;

/// The maximum number of such positions for all replies together; beyond it, no further list of replies is begun.
const MAX_PLAYED: usize = 200_000;

/// The finder of a map.
pub(super) struct Mapping<'a, 'b, V> {
    solver: &'a mut V,
    control: &'a mut Control<'b>,
    /// The number of further positions that may be looked at.
    n_left: usize,
}

/// A side, and the result that it must achieve.
type Aim = (Player, Claim);

impl<'a, 'b, V: Solve<AnySize>> Mapping<'a, 'b, V> {
    pub(super) fn new(solver: &'a mut V, control: &'a mut Control<'b>) -> Self {
        Self { solver, control, n_left: MAX_PLAYED }
    }

    /// The map of the side that wins the open `position`; `None` for a draw, which needs strategies of both sides.
    pub(super) fn winner(
        &mut self,
        position: &Position<AnySize>,
        scores: &MoveScores,
    ) -> Option<Replies> {
        let mover = position.side_to_move();
        match scores.best()?.verdict()? {
            Verdict::Win => self.find(position, mover, scores),
            Verdict::Loss => self.find(position, mover.other(), scores),
            Verdict::Draw => None,
        }
    }

    /// The map of `hero`, which wins or at least holds the open `position`.
    ///
    /// The mirror image of a position has the mirror image of its map.
    pub(super) fn find(
        &mut self,
        position: &Position<AnySize>,
        hero: Player,
        scores: &MoveScores,
    ) -> Option<Replies> {
        let is_mover = position.side_to_move() == hero;
        let claim = match scores.best()?.verdict()? {
            Verdict::Draw => Claim::Holds,
            Verdict::Win if is_mover => Claim::Wins,
            Verdict::Loss if !is_mover => Claim::Wins,
            Verdict::Win | Verdict::Loss => return None,
        };
        self.map(position, (hero, claim), scores, MAX_DEPTH)
    }

    fn map(
        &mut self,
        position: &Position<AnySize>,
        aim: Aim,
        scores: &MoveScores,
        depth: usize,
    ) -> Option<Replies> {
        let mut map = if position.side_to_move() == aim.0 {
            let mut fewest: Option<Replies> = None;
            for column in first_columns(position, scores) {
                let most = fewest.as_ref().map_or(usize::MAX, Replies::n_open);
                let next = position.play(column).expect("it has a score");
                if most > 0 && next.outcome().is_none() {
                    fewest = self.replies(&next, aim, Some(column), most, depth).or(fewest);
                }
            }
            fewest?
        } else {
            self.replies(position, aim, None, usize::MAX, depth)?
        };
        if depth > 0 {
            self.follow_exceptions(&mut map, depth);
        }
        Some(map)
    }

    /// A strategy against each reply of the other side, if fewer than `most` replies have none, and less than half of
    /// those that do not lose at once.
    fn replies(
        &mut self,
        position: &Position<AnySize>,
        aim: Aim,
        first: Option<Column>,
        most: usize,
        depth: usize,
    ) -> Option<Replies> {
        if self.n_left == 0 {
            return None;
        }
        let mut columns: Vec<Column> = position.moves().collect();
        let n_serious = columns.iter().filter(|column| resists(position, **column)).count();
        let most = most.min(n_serious.div_ceil(2));
        let is_mirrored = is_mirrored(position);
        if is_mirrored {
            columns.reverse();
        }
        let (mut replies, mut n_open) = (Vec::new(), 0);
        for column in columns {
            let next = position.play(column).expect("it was generated");
            let mut reply = self.reply(&next, aim);
            if n_serious == 1 && reply == Reply::Open {
                // The reply is forced, and a map that left it open would say no more than that.
                reply = self.follow(&next, aim, depth)?;
            }
            n_open += usize::from(reply == Reply::Open);
            if n_open >= most {
                return None;
            }
            replies.push((column, reply));
        }
        if is_mirrored {
            replies.reverse();
        }
        let (hero, claim) = aim;
        Some(Replies { position: *position, hero, claim, first, replies })
    }

    /// The answer that the hero, who is to move in `position`, has there.
    fn reply(&mut self, position: &Position<AnySize>, (hero, claim): Aim) -> Reply {
        if position.outcome().is_some() {
            return Reply::Open;
        }
        let mut first: Vec<Column> = position.moves().collect();
        sort_from_center(&mut first, position.size());
        let mut n_left = MAX_PLAYED_OF_REPLY;
        let mut go_on = going_on(self.control, None);
        let proof = prove_within(position, hero, claim, &first, &mut n_left, &mut go_on);
        drop(go_on);
        self.n_left = self.n_left.saturating_sub(MAX_PLAYED_OF_REPLY - n_left);
        proof.map_or(Reply::Open, |proof| Reply::Proved(Box::new(proof)))
    }

    /// For open replies, looks for strategies after one more disc.
    fn follow_exceptions(&mut self, map: &mut Replies, depth: usize) {
        let (position, aim) = (map.position, (map.hero, map.claim));
        let mut open: Vec<&mut (Column, Reply)> =
            map.replies.iter_mut().filter(|(_, reply)| *reply == Reply::Open).collect();
        if is_mirrored(&position) {
            open.reverse();
        }
        for (column, reply) in open {
            let next = position.play(*column).expect("the other side can reply there");
            if self.n_left == 0 || next.outcome().is_some() {
                return;
            }
            if let Some(followed) = self.follow(&next, aim, depth - 1) {
                *reply = followed;
            }
        }
    }

    /// A map after one more disc of the hero's, who is to move in `position`.
    fn follow(&mut self, position: &Position<AnySize>, aim: Aim, depth: usize) -> Option<Reply> {
        let scores = self.solver.solve_moves(position, Goal::Verdict, self.control);
        scores.best()?.verdict()?;
        self.map(position, aim, &scores, depth).map(|map| Reply::Followed(Box::new(map)))
    }
}

/// The hero's discs that keep its result, those near the center first.
fn first_columns(position: &Position<AnySize>, scores: &MoveScores) -> Vec<Column> {
    let (mut columns, ties) = (scores.keeping_columns(), Ties::of(position));
    sort_short_by_key(&mut columns, |&column| ties.key(column));
    columns.truncate(MAX_FIRST);
    columns
}
