//! Agreeing on a draw.

use foursight::Player;

use super::{Change, Decision, NetworkGame, Refusal};

impl NetworkGame {
    /// Offers a draw, or accepts the other player's offer.
    pub(super) fn offer_draw(
        &mut self,
        player: Player,
        now: i64,
    ) -> Result<Option<Change>, Refusal> {
        self.must_be_open()?;
        self.must_have_two()?;
        match self.draw {
            None => {
                self.draw = Some(player);
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
        now: i64,
    ) -> Result<Option<Change>, Refusal> {
        if self.decision == Some(Decision::Agreed) {
            return Ok(None);
        }
        self.must_be_open()?;
        self.must_be_offered_draw(player)?;
        self.end(Decision::Agreed, now);
        Ok(Some(Change::Drawn))
    }

    pub(super) fn decline_draw(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        self.must_be_offered_draw(player)?;
        self.draw = None;
        Ok(Some(Change::Declined))
    }

    fn must_be_offered_draw(&self, player: Player) -> Result<(), Refusal> {
        if self.draw == Some(player.other()) { Ok(()) } else { Err(Refusal::NothingOffered) }
    }
}
