//! The players' actions other than playing a column: what they change, and why they are refused.

use foursight::record::Ending;
use foursight::{Outcome, PlayError, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{NetworkGame, Phrase};
use crate::wall_clock::Moment;

/// A player's action besides playing a column.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Action {
    Resign,
    OfferTakeback,
    AcceptTakeback,
    DeclineTakeback,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    OfferRematch,
    OfferRematchWithSameColors,
    AcceptRematch,
    Swap,
    SayGoodLuck,
    SayNiceMove,
    SayGoodGame,
    SayThanks,
}

impl NetworkGame {
    /// Carries out a player's action; `None` if it is already done.
    ///
    /// A rematch is only agreed here: [`NetworkGame::new_rematch`] makes the new game.
    pub fn act(
        &mut self,
        player: Player,
        action: Action,
        now: Moment,
    ) -> Result<Option<Change>, Refusal> {
        match action {
            Action::Resign => self.resign(player, now),
            Action::OfferTakeback => self.offer_takeback(player),
            Action::AcceptTakeback => self.accept_takeback(player, now),
            Action::DeclineTakeback => self.decline_takeback(player),
            Action::OfferDraw => self.offer_draw(player, now),
            Action::AcceptDraw => self.accept_draw(player, now),
            Action::DeclineDraw => self.decline_draw(player),
            Action::OfferRematch => self.offer_rematch(player, false),
            Action::OfferRematchWithSameColors => self.offer_rematch(player, true),
            Action::AcceptRematch => self.accept_rematch(player),
            Action::Swap => self.swap(player, now),
            Action::SayGoodLuck => self.say(player, Phrase::GoodLuck),
            Action::SayNiceMove => self.say(player, Phrase::NiceMove),
            Action::SayGoodGame => self.say(player, Phrase::GoodGame),
            Action::SayThanks => self.say(player, Phrase::Thanks),
        }
    }

    fn resign(&mut self, player: Player, now: Moment) -> Result<Option<Change>, Refusal> {
        let outcome = Outcome::Win(player.other());
        if (self.record.outcome(), self.record.ending())
            == (Some(outcome), Some(Ending::Resignation))
        {
            return Ok(None);
        }
        self.must_be_open()?;
        self.end(outcome, Ending::Resignation, now);
        Ok(Some(Change::Resigned))
    }

    fn offer_takeback(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        self.must_have_two()?;
        if self.takeback == Some(player) {
            return Ok(None);
        }
        self.ply_to_return_to(player)?;
        self.0.takeback = Some(player);
        Ok(Some(Change::Offer))
    }

    /// Returns to the position in which the player who offered was last to move.
    fn accept_takeback(&mut self, player: Player, now: Moment) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        if self.takeback != Some(player.other()) {
            return Err(Refusal::NothingOffered);
        }
        let ply = self.ply_to_return_to(player.other())?;
        self.settle(now);
        while self.ply() > ply {
            self.0.record.game.undo().expect("the ply was reached by moves");
        }
        self.0.takeback = None;
        self.0.taken_back_at = self.seq.next();
        self.start_clock(now);
        Ok(Some(Change::Takeback))
    }

    fn decline_takeback(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        if self.takeback != Some(player.other()) {
            return Err(Refusal::NothingOffered);
        }
        self.0.takeback = None;
        Ok(Some(Change::Declined))
    }

    /// The ply of the last move of `player`; moves before a swap stand.
    fn ply_to_return_to(&self, player: Player) -> Result<usize, Refusal> {
        let record = &self.record;
        let n_standing = if record.is_swapped { record.n_before_play() } else { record.n_opening };
        let ply = (n_standing..self.ply()).rev().find(|&ply| record.mover(ply) == player);
        ply.ok_or(Refusal::NothingToTakeBack)
    }

    /// The player who did not open chooses the other side: the players change seats, with their names and times.
    fn swap(&mut self, player: Player, now: Moment) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        if !self.can_swap() {
            return Err(Refusal::NoSwap);
        }
        if self.to_move() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        self.settle(now);
        self.0.seats.swap(0, 1);
        self.0.record.names.swap(0, 1);
        if let Some(clock) = &mut self.0.clock {
            clock.left.swap(0, 1);
        }
        self.0.record.is_swapped = true;
        (self.0.takeback, self.0.draw) = (None, None);
        Ok(Some(Change::Swapped))
    }

    /// Whether the side to move may swap.
    pub fn can_swap(&self) -> bool {
        self.record.opening().may_swap && self.free_seat().is_none()
    }

    pub(super) fn must_be_open(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::Over) } else { Ok(()) }
    }

    pub(super) fn must_be_over(&self) -> Result<(), Refusal> {
        if self.is_over() { Ok(()) } else { Err(Refusal::NotOver) }
    }

    pub(super) fn must_have_two(&self) -> Result<(), Refusal> {
        if self.free_seat().is_some() { Err(Refusal::Alone) } else { Ok(()) }
    }
}

/// The change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Change {
    Joined,
    Move,
    Takeback,
    Swapped,
    Resigned,
    Time,
    Drawn,
    Offer,
    Declined,
    Rematch,
    Said,
    /// A client connected or disconnected; nothing in the game changed.
    Presence,
    /// No change: the state of the game, for a client that has just connected.
    State,
}

/// The reason why a player's action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum Refusal {
    #[error("the game is over")]
    Over,
    #[error("the game is not over")]
    NotOver,
    #[error("both seats are taken")]
    NoFreeSeat,
    #[error("it is the other player's turn")]
    NotYourTurn,
    #[error(transparent)]
    Illegal(PlayError),
    #[error("another move was made at ply {ply}; the game is at ply {now}")]
    Played { ply: usize, now: usize },
    #[error("the game is at ply {now}, not yet at {ply}")]
    Ahead { ply: usize, now: usize },
    #[error("moves were taken back after you chose this one")]
    TakenBack,
    #[error("you have no move to take back")]
    NothingToTakeBack,
    #[error("the other player has not offered that")]
    NothingOffered,
    #[error(
        "sides can be swapped only once, right after the opening, in games with an opening rule"
    )]
    NoSwap,
    #[error("the other seat is free")]
    Alone,
    #[error("the rematch has begun")]
    HasRematch,
}

impl NetworkGame {
    /// Offers a draw, or accepts the other player's offer.
    pub(super) fn offer_draw(
        &mut self,
        player: Player,
        now: Moment,
    ) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        self.must_have_two()?;
        match self.draw {
            None => {
                self.0.draw = Some(player);
                Ok(Some(Change::Offer))
            }
            Some(offering) if offering == player => Ok(None),
            // Both want it.
            Some(_) => self.accept_draw(player, now),
        }
    }

    pub(super) fn accept_draw(
        &mut self,
        player: Player,
        now: Moment,
    ) -> Result<Option<Change>, Refusal> {
        if self.record.ending() == Some(Ending::Agreement) {
            return Ok(None);
        }
        self.must_be_open()?;
        self.must_be_offered_draw(player)?;
        self.end(Outcome::Draw, Ending::Agreement, now);
        Ok(Some(Change::Drawn))
    }

    pub(super) fn decline_draw(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        self.must_be_offered_draw(player)?;
        self.0.draw = None;
        Ok(Some(Change::Declined))
    }

    fn must_be_offered_draw(&self, player: Player) -> Result<(), Refusal> {
        if self.draw == Some(player.other()) { Ok(()) } else { Err(Refusal::NothingOffered) }
    }
}
