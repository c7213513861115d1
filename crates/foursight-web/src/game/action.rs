//! What players can do besides playing a column.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{Change, Ending, Refusal, Seat, Table};
use crate::routes::position::Color;

/// What a player can do besides playing a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Resign,
    OfferTakeback,
    AcceptTakeback,
    DeclineTakeback,
    OfferRematch,
    AcceptRematch,
    Swap,
    ClaimTime,
}

impl Table {
    /// Does what a player asks for; `None` if it has been done already.
    ///
    /// A rematch is only marked as begun: the new game is [`Table::new_rematch`].
    pub(crate) fn act(
        &mut self,
        color: Color,
        action: Action,
        now: i64,
    ) -> Result<Option<Change>, Refusal> {
        match action {
            Action::Resign => self.resign(color, now),
            Action::OfferTakeback => self.offer_takeback(color),
            Action::AcceptTakeback => self.accept_takeback(color, now),
            Action::DeclineTakeback => self.decline_takeback(color),
            Action::OfferRematch => self.offer_rematch(color),
            Action::AcceptRematch => self.accept_rematch(color),
            Action::Swap => self.swap(color, now),
            Action::ClaimTime => self.claim_time(now),
        }
    }

    fn resign(&mut self, color: Color, now: i64) -> Result<Option<Change>, Refusal> {
        let winner = color.other();
        if self.ending == Some(Ending::Resigned { winner }) {
            return Ok(None);
        }
        self.must_be_open()?;
        self.settle(now);
        self.ending = Some(Ending::Resigned { winner });
        self.takeback = None;
        if let Some(clock) = &mut self.clock {
            clock.running_since = None;
        }
        Ok(Some(Change::Resigned))
    }

    fn offer_takeback(&mut self, color: Color) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        self.must_have_two()?;
        if self.takeback == Some(color) {
            return Ok(None);
        }
        self.ply_to_return_to(color)?;
        self.takeback = Some(color);
        Ok(Some(Change::Offer))
    }

    /// Back to where the player who offered is to move again.
    fn accept_takeback(&mut self, color: Color, now: i64) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        if self.takeback != Some(color.other()) {
            return Err(Refusal::NothingOffered);
        }
        let ply = self.ply_to_return_to(color.other())?;
        self.settle(now);
        while self.ply() > ply {
            self.game.undo().expect("the ply was reached by moves");
        }
        self.takeback = None;
        self.taken_back_at = self.seq + 1;
        self.start_clock(now);
        Ok(Some(Change::Takeback))
    }

    fn decline_takeback(&mut self, color: Color) -> Result<Option<Change>, Refusal> {
        if self.takeback != Some(color.other()) {
            return Err(Refusal::NothingOffered);
        }
        self.takeback = None;
        Ok(Some(Change::Declined))
    }

    /// The ply of the last move of `color`; what came before a swap stands.
    fn ply_to_return_to(&self, color: Color) -> Result<usize, Refusal> {
        let n_back = if self.to_move() == Some(color) { 2 } else { 1 };
        let first = self.n_start + usize::from(self.swapped);
        let ply = self.ply().checked_sub(n_back).filter(|&ply| ply >= first);
        ply.ok_or(Refusal::NothingToTakeBack)
    }

    fn offer_rematch(&mut self, color: Color) -> Result<Option<Change>, Refusal> {
        self.must_be_over()?;
        self.must_have_two()?;
        if self.rematch_id.is_some() {
            return Err(Refusal::HasRematch);
        }
        match self.rematch {
            None => {
                self.rematch = Some(color);
                Ok(Some(Change::Offer))
            }
            Some(offering) if offering == color => Ok(None),
            // Both want it.
            Some(_) => self.accept_rematch(color),
        }
    }

    fn accept_rematch(&mut self, color: Color) -> Result<Option<Change>, Refusal> {
        self.must_be_over()?;
        if self.rematch_id.is_some() {
            return Ok(None);
        }
        if self.rematch != Some(color.other()) {
            return Err(Refusal::NothingOffered);
        }
        self.rematch = None;
        self.rematch_id = Some(crate::game::seat::random_id());
        Ok(Some(Change::Rematch))
    }

    /// The same game again with colors swapped, once it is agreed.
    pub(crate) fn new_rematch(&self, now: i64) -> Option<Self> {
        let [red, yellow] = self.seats.clone();
        let mut game = self.game.clone();
        while game.moves().len() > self.n_start {
            game.undo();
        }
        Some(Self {
            id: self.rematch_id.clone()?,
            seq: 1,
            game,
            seats: [yellow, red],
            ending: None,
            clock: self.clock.as_ref().map(|c| super::Clock::new(c.initial_ms, c.increment_ms)),
            swapped: false,
            takeback: None,
            rematch: None,
            rematch_id: None,
            rematch_of: Some(self.id.clone()),
            taken_back_at: 0,
            owner: self.owner.clone(),
            created_at: now,
            updated_at: now,
            n_start: self.n_start,
            pie: self.pie,
        })
    }

    /// The second player takes over the first move: the players change seats, with names and times.
    fn swap(&mut self, color: Color, now: i64) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        if !self.can_swap() {
            return Err(Refusal::NoSwap);
        }
        if self.to_move() != Some(color) {
            return Err(Refusal::NotYourTurn);
        }
        self.settle(now);
        let [red, yellow] = &mut self.seats;
        std::mem::swap::<Seat>(red, yellow);
        if let Some(clock) = &mut self.clock {
            clock.left_ms.swap(0, 1);
        }
        self.swapped = true;
        self.takeback = None;
        Ok(Some(Change::Swapped))
    }

    /// Whether the side to move may swap.
    pub(crate) fn can_swap(&self) -> bool {
        let is_second_move = self.ply() == self.n_start + 1;
        self.pie && !self.swapped && is_second_move && self.free_seat().is_none() && !self.is_over()
    }

    fn claim_time(&mut self, now: i64) -> Result<Option<Change>, Refusal> {
        if matches!(self.ending, Some(Ending::Time { .. })) {
            return Ok(None);
        }
        self.must_be_open()?;
        if self.clock.is_none() {
            return Err(Refusal::NoClock);
        }
        self.check_time(now).ok_or(Refusal::TimeIsLeft).map(Some)
    }

    fn must_be_open(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::Over) } else { Ok(()) }
    }

    fn must_be_over(&self) -> Result<(), Refusal> {
        if self.is_over() { Ok(()) } else { Err(Refusal::NotOver) }
    }

    fn must_have_two(&self) -> Result<(), Refusal> {
        if self.free_seat().is_some() { Err(Refusal::Alone) } else { Ok(()) }
    }
}
