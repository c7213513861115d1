//! What players can do besides playing a column.

use foursight::Player;
use foursight::record::{Decision, Ending};

use super::{Change, GameClock, NetworkGame, Refusal, Seat, won};

/// What a player can do besides playing a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl NetworkGame {
    /// Does what a player asks for; `None` if that is done already.
    ///
    /// A rematch is only agreed on here: [`NetworkGame::new_rematch`] makes the new game.
    pub(crate) fn act(
        &mut self,
        player: Player,
        action: Action,
        now: i64,
    ) -> Result<Option<Change>, Refusal> {
        match action {
            Action::Resign => self.resign(player, now),
            Action::OfferTakeback => self.offer_takeback(player),
            Action::AcceptTakeback => self.accept_takeback(player, now),
            Action::DeclineTakeback => self.decline_takeback(player),
            Action::OfferRematch => self.offer_rematch(player),
            Action::AcceptRematch => self.accept_rematch(player),
            Action::Swap => self.swap(player, now),
            Action::ClaimTime => self.claim_time(now),
        }
    }

    fn resign(&mut self, player: Player, now: i64) -> Result<Option<Change>, Refusal> {
        let resignation = Some(won(player.other(), Ending::Resignation));
        if self.decision == resignation {
            return Ok(None);
        }
        self.must_be_open()?;
        self.settle(now);
        self.decision = resignation;
        self.takeback = None;
        if let Some(clock) = &mut self.clock {
            clock.running_since = None;
        }
        Ok(Some(Change::Resigned))
    }

    fn offer_takeback(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        self.must_have_two()?;
        if self.takeback == Some(player) {
            return Ok(None);
        }
        self.ply_to_return_to(player)?;
        self.takeback = Some(player);
        Ok(Some(Change::Offer))
    }

    /// Returns to where the player who offered was last to move.
    fn accept_takeback(&mut self, player: Player, now: i64) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        if self.takeback != Some(player.other()) {
            return Err(Refusal::NothingOffered);
        }
        let ply = self.ply_to_return_to(player.other())?;
        self.settle(now);
        while self.ply() > ply {
            self.game.undo().expect("the ply was reached by moves");
        }
        self.takeback = None;
        self.taken_back_at = self.seq + 1;
        self.start_clock(now);
        Ok(Some(Change::Takeback))
    }

    fn decline_takeback(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        if self.takeback != Some(player.other()) {
            return Err(Refusal::NothingOffered);
        }
        self.takeback = None;
        Ok(Some(Change::Declined))
    }

    /// The ply of the last move of `player`; what came before a swap stands.
    fn ply_to_return_to(&self, player: Player) -> Result<usize, Refusal> {
        let n_back = if self.to_move() == Some(player) { 2 } else { 1 };
        let first = self.n_start + usize::from(self.swapped);
        let ply = self.ply().checked_sub(n_back).filter(|&ply| ply >= first);
        ply.ok_or(Refusal::NothingToTakeBack)
    }

    fn offer_rematch(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        self.must_be_over()?;
        self.must_have_two()?;
        if self.rematch_id.is_some() {
            return Err(Refusal::HasRematch);
        }
        match self.rematch {
            None => {
                self.rematch = Some(player);
                Ok(Some(Change::Offer))
            }
            Some(offering) if offering == player => Ok(None),
            // Both want it.
            Some(_) => self.accept_rematch(player),
        }
    }

    fn accept_rematch(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        self.must_be_over()?;
        if self.rematch_id.is_some() {
            return Ok(None);
        }
        if self.rematch != Some(player.other()) {
            return Err(Refusal::NothingOffered);
        }
        self.rematch = None;
        self.rematch_id = Some(super::id::random());
        Ok(Some(Change::Rematch))
    }

    /// The rematch, once agreed: the same game with the players changing sides.
    pub(crate) fn new_rematch(&self, now: i64) -> Option<Self> {
        let [first, second] = self.seats.clone();
        let mut game = self.game.clone();
        while game.moves().len() > self.n_start {
            game.undo();
        }
        Some(Self {
            id: self.rematch_id.clone()?,
            seq: 1,
            game,
            seats: [second, first],
            decision: None,
            clock: self.clock.as_ref().map(|c| GameClock::new(c.initial_ms, c.increment_ms)),
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

    /// The second player takes over the first move: the players change seats, taking names and times along.
    fn swap(&mut self, player: Player, now: i64) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        if !self.can_swap() {
            return Err(Refusal::NoSwap);
        }
        if self.to_move() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        self.settle(now);
        let [first, second] = &mut self.seats;
        std::mem::swap::<Seat>(first, second);
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
        if let Some(Decision { ending: Some(Ending::Time), .. }) = self.decision {
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
