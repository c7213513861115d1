//! The lesson of a game: the move from which a person can learn most, although a solver may know earlier mistakes.

use std::cmp::Reverse;

use foursight::{AnySize, Cell, Column, Game, Lost, Player, Position, Verdict};

use super::{Counted, Review, ReviewedMove};
use crate::short_sort::sort_short_by_key;
use crate::why::ties::Ties;
use crate::why::{ShortReason, Why};
use crate::{Control, Limits, MoveScores};

/// A move that ends a game this many of the loser's discs earlier than another one is worth a lesson.
const MIN_DELAY: i32 = 4;

/// The move of a game from which a person can learn most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The number of discs before the move.
    pub ply: usize,
    /// The player who made the move.
    pub player: Player,
    /// The cell where its disc landed.
    pub cell: Cell,
    /// Why this move.
    pub kind: LessonKind,
    /// The disc to compare with.
    pub better: Cell,
    /// The short reason, if the kind has one.
    pub why: Option<Why>,
    /// The point from which the game was lost; `None` if too little is proved, and for a game without a loser.
    pub lost: Option<Lost>,
    /// The disc that had lost the game before this move.
    pub since: Option<Cell>,
    /// Whether the result before the move is proved.
    pub is_proved: bool,
    /// The winner's answer, if the reason begins with it.
    pub answer: Option<Cell>,
    /// Without a short reason for a loser's mistake, how most games end that are played on after it. It is counted, not
    /// proved; `None` if too few games end alike, or if that takes too long to find out.
    pub counted: Option<Counted>,
}

/// The subject of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonKind {
    /// After the move, the other side had a short way to win; before it, another move left none.
    Unstoppable,
    /// The move lost sooner than another one: by at least four discs, unless no move did.
    Sooner,
    /// The move gave this result away, without a short reason.
    GaveAway(Verdict),
    /// The move gave away a win that had a short reason.
    MissedWin,
}

impl LessonKind {
    /// The names of all kinds.
    pub const NAMES: [&str; 4] = ["unstoppable", "sooner", "gave_away", "missed_win"];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        let [unstoppable, sooner, gave_away, missed_win] = Self::NAMES;
        match self {
            Self::Unstoppable => unstoppable,
            Self::Sooner => sooner,
            Self::GaveAway(_) => gave_away,
            Self::MissedWin => missed_win,
        }
    }
}

impl Review {
    /// The point from which `loser` lost the reviewed game; moves are counted by the discs before them.
    ///
    /// `None` for a game without moves, and if a move that matters has no grade.
    pub fn lost(&self, loser: Player) -> Option<Lost> {
        // A placed disc is nobody's mistake.
        let chosen = self.moves.iter().skip(self.placed.end);
        Lost::find(chosen.map(|played| match played {
            Some(ReviewedMove { ply, player, grade, .. }) => (*ply, *player == loser, Some(*grade)),
            None => (0, false, None),
        }))
    }

    /// The lesson of the reviewed `game` for its `loser` or, if it has none, for both sides.
    ///
    /// For a loser, it is the last own move after which the other side has a [short](crate::why::Tier::is_short) reason
    /// to win, and before which some other move left none; failing that, the last one that gave the result away, or
    /// where another move delays the loss by at least four discs or, failing that, by fewer. Without a loser, or if the
    /// board did not decide, it is the last move that gave away a win with a short reason or, failing that, any result.
    ///
    /// `None` if there is no such move, or if a limit is reached.
    pub fn lesson(
        &self,
        game: &Game<AnySize>,
        loser: Option<Player>,
        control: &mut Control<'_>,
    ) -> Option<Lesson> {
        let mut go_on = || !control.limits.are_reached(0);
        let moves = Moves { review: self, game, go_on: &mut go_on };
        let lesson = match loser {
            Some(loser) => moves.of_loser(loser),
            None => moves.of_both(),
        };
        let lesson = lesson.filter(|_| !control.limits.are_reached(0))?;
        let counted = loser.and_then(|_| lesson.count(game, control.limits));
        Some(Lesson { counted, ..lesson })
    }
}

impl Lesson {
    /// How most games end that are played on after a loser's move, if there is no short reason. Who was lost from the
    /// start made no mistake.
    fn count(&self, game: &Game<AnySize>, limits: Limits<'_>) -> Option<Counted> {
        let is_mistake = self.why.is_none() && self.lost != Some(Lost::FromTheStart);
        let mut positions = game.positions().iter().filter(|_| is_mistake);
        let before = positions.find(|position| position.ply() == self.ply)?;
        Counted::find(before, [self.cell.column, self.better.column], limits)
    }
}

/// The moves of a game while their lesson is looked for.
struct Moves<'a> {
    review: &'a Review,
    game: &'a Game<AnySize>,
    go_on: &'a mut dyn FnMut() -> bool,
}

/// A move that was played, and what is known about the moves before it.
struct Played<'a> {
    before: &'a Position<AnySize>,
    after: &'a Position<AnySize>,
    column: Column,
    /// The column of the move after it.
    reply: Option<Column>,
    reviewed: Option<&'a ReviewedMove>,
}

impl<'a> Moves<'a> {
    /// The chosen moves, the last one first.
    fn backward(&self) -> Vec<Played<'a>> {
        let (positions, moves) = (self.game.positions(), self.game.moves());
        let reviewed = &self.review.moves;
        let chosen = self.review.placed.end.min(moves.len())..moves.len();
        let played = |index: usize| Played {
            before: &positions[index],
            after: &positions[index + 1],
            column: moves[index],
            reply: moves.get(index + 1).copied(),
            reviewed: reviewed[index].as_ref(),
        };
        chosen.rev().map(played).collect()
    }

    fn of_loser(self, loser: Player) -> Option<Lesson> {
        let lost = self.review.lost(loser);
        let first = match lost {
            Some(Lost::ByMove(ply)) => ply,
            Some(Lost::NotOnTheBoard) => return self.of_both(),
            Some(Lost::FromTheStart) | None => 0,
        };
        let mut own = self.backward();
        own.retain(|played| played.before.side_to_move() == loser && played.before.ply() >= first);
        for played in &own {
            let reason = ShortReason::find(played.after, None, self.go_on);
            if reason.is_none() && lost.is_none() && played.reviewed.is_none() {
                // The other side may have let its win go.
                break;
            }
            let Some(better) = reason.and_then(|_| played.harder(self.go_on)) else { continue };
            let reason = ShortReason::find(played.after, played.reply, self.go_on)?;
            let answer = reason.first().filter(|first| Some(*first) == played.reply);
            let answer = answer.and_then(|column| played.after.landing(column));
            let why = Why::of_short(played.before, played.column, &played.scores(), better, reason);
            let lesson = played.lesson(LessonKind::Unstoppable, better, Some(why));
            return Some(Lesson { answer, ..self.lost(lesson, lost) });
        }
        if lost.is_none() {
            // Before a move that is not proved to lose, nothing else was lost for good.
            let n_lost = own.iter().take_while(|played| played.loses()).count();
            own.truncate(n_lost);
        }
        // Without a long delay, a shorter one is better than nothing.
        let mut delays = (1..=MIN_DELAY).rev();
        let sooner = delays.find_map(|delay| own.iter().find_map(|played| played.sooner(delay)))?;
        Some(self.lost(sooner, lost))
    }

    /// The same lesson, in a game that was lost at that point.
    fn lost(&self, lesson: Lesson, lost: Option<Lost>) -> Lesson {
        let earlier = |played: &&Played<'_>| {
            lost == Some(Lost::ByMove(played.before.ply())) && played.before.ply() != lesson.ply
        };
        let since = self.backward().iter().find(earlier).map(Played::cell);
        Lesson { lost, since, ..lesson }
    }

    fn of_both(self) -> Option<Lesson> {
        let chosen = self.backward();
        let missed = chosen.iter().find_map(|played| {
            // Without grades, the last win with a short reason was missed somewhere.
            let is_missed = |ReviewedMove { grade, .. }: &ReviewedMove| {
                grade.changes_result() && grade.best().verdict() == Verdict::Win
            };
            if !played.reviewed.is_none_or(is_missed) {
                return None;
            }
            let reason = ShortReason::find(played.before, None, self.go_on)?;
            let better = reason.first().filter(|better| *better != played.column)?;
            let why = Why::of_missed(played.before, played.column, &played.scores(), reason);
            Some(played.lesson(LessonKind::MissedWin, better, Some(why)))
        });
        missed.or_else(|| {
            let given_away = |played: &&Played<'_>| {
                played.reviewed.is_some_and(|reviewed| reviewed.grade.changes_result())
            };
            chosen.iter().filter(given_away).find_map(|played| played.sooner(MIN_DELAY))
        })
    }
}

impl Played<'_> {
    fn lesson(&self, kind: LessonKind, better: Column, why: Option<Why>) -> Lesson {
        let (ply, player, cell) = (self.before.ply(), self.before.side_to_move(), self.cell());
        let better = self.before.landing(better).expect("better moves are legal");
        Lesson {
            ply,
            player,
            cell,
            kind,
            better,
            why,
            lost: None,
            since: None,
            is_proved: self.reviewed.is_some(),
            answer: None,
            counted: None,
        }
    }

    /// The cell where its disc landed.
    fn cell(&self) -> Cell {
        self.before.landing(self.column).expect("the move was legal")
    }

    fn ties(&self) -> Ties {
        Ties::new(self.before, self.cell())
    }

    fn scores(&self) -> MoveScores {
        let unproved = || MoveScores::unproved(self.before);
        self.reviewed.map_or_else(unproved, |reviewed| reviewed.scores.clone())
    }

    /// The best other move that leaves the other side no short way to win, unless it is proved to be no better; of two
    /// equal ones, the one nearer the center.
    fn harder(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Column> {
        let scores = self.scores();
        let score = |column: &Column| Some(scores.get(*column)?.lower);
        let played = score(&self.column);
        let may_be_better = |column: &Column| {
            scores.get(*column).zip(played).is_none_or(|(other, played)| other.upper > played)
        };
        let others = self.before.moves().filter(|column| *column != self.column);
        let mut others: Vec<Column> = others.filter(may_be_better).collect();
        let ties = self.ties();
        sort_short_by_key(&mut others, |column| (Reverse(score(column)), ties.key(*column)));
        others.into_iter().find(|column| {
            let after = self.before.play(*column).expect("it was generated");
            ShortReason::find(&after, None, go_on).is_none()
        })
    }

    /// Whether the game was proved to be lost after the move.
    fn loses(&self) -> bool {
        self.reviewed.is_some_and(|reviewed| reviewed.grade.score().verdict() == Verdict::Loss)
    }

    /// The lesson if the move made the result worse, or the loss earlier by this many discs.
    fn sooner(&self, min_delay: i32) -> Option<Lesson> {
        let ReviewedMove { scores, grade, .. } = self.reviewed?;
        let kind = if grade.changes_result() {
            LessonKind::GaveAway(grade.best().verdict())
        } else if grade.best().verdict() == Verdict::Loss && grade.n_moves_off() >= min_delay {
            LessonKind::Sooner
        } else {
            return None;
        };
        let ties = self.ties();
        let best = scores.best_columns().into_iter().min_by_key(|column| ties.key(*column))?;
        Some(self.lesson(kind, best, None))
    }
}
