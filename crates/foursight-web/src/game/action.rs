//! What players can do besides playing a column.

use foursight::Player;

use super::{Change, Decision, NetworkGame, Phrase, Refusal, Seat};

/// What a player can do besides playing a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Resign,
    OfferTakeback,
    AcceptTakeback,
    DeclineTakeback,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Whether each player would keep their color.
    OfferRematch {
        same_colors: bool,
    },
    AcceptRematch,
    Say(Phrase),
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
            Action::OfferDraw => self.offer_draw(player, now),
            Action::AcceptDraw => self.accept_draw(player, now),
            Action::DeclineDraw => self.decline_draw(player),
            Action::OfferRematch { same_colors } => self.offer_rematch(player, same_colors),
            Action::AcceptRematch => self.accept_rematch(player),
            Action::Say(phrase) => self.say(player, phrase),
            Action::Swap => self.swap(player, now),
            Action::ClaimTime => self.claim_time(now),
        }
    }

    fn resign(&mut self, player: Player, now: i64) -> Result<Option<Change>, Refusal> {
        let resignation = Decision::Resigned { winner: player.other() };
        if self.decision == Some(resignation) {
            return Ok(None);
        }
        self.must_be_open()?;
        self.end(resignation, now);
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
        (self.takeback, self.draw) = (None, None);
        Ok(Some(Change::Swapped))
    }

    /// Whether the side to move may swap.
    pub(crate) fn can_swap(&self) -> bool {
        let is_second_move = self.ply() == self.n_start + 1;
        self.pie && !self.swapped && is_second_move && self.free_seat().is_none() && !self.is_over()
    }

    fn claim_time(&mut self, now: i64) -> Result<Option<Change>, Refusal> {
        if let Some(Decision::Time { .. }) = self.decision {
            return Ok(None);
        }
        self.must_be_open()?;
        if self.clock.is_none() {
            return Err(Refusal::NoClock);
        }
        self.check_time(now).ok_or(Refusal::TimeIsLeft).map(Some)
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
