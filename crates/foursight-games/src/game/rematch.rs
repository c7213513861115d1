//! Agreeing on a rematch and on the colors in it.

use foursight::Player;

use super::{Change, GameClock, GameId, GameState, NetworkGame, Refusal, Seat};
use crate::wall_clock::Moment;

/// An offer to play the same game again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RematchOffer {
    /// The player who offers it.
    pub by: Player,
    /// Whether each player would keep their color.
    pub same_colors: bool,
}

impl NetworkGame {
    /// The offer of a rematch that nobody has accepted yet.
    pub fn open_rematch(&self) -> Option<RematchOffer> {
        self.rematch.filter(|_| self.rematch_id.is_none())
    }

    /// Offers a rematch, or accepts the other player's offer if both want the same colors.
    pub(super) fn offer_rematch(
        &mut self,
        player: Player,
        same_colors: bool,
    ) -> Result<Option<Change>, Refusal> {
        self.must_be_over()?;
        self.must_have_two()?;
        if self.rematch_id.is_some() {
            return Err(Refusal::HasRematch);
        }
        let offer = RematchOffer { by: player, same_colors };
        match self.rematch {
            Some(same) if same == offer => Ok(None),
            Some(other) if other.by != player && other.same_colors == same_colors => {
                self.accept_rematch(player)
            }
            _ => {
                self.0.rematch = Some(offer);
                Ok(Some(Change::Offer))
            }
        }
    }

    pub(super) fn accept_rematch(&mut self, player: Player) -> Result<Option<Change>, Refusal> {
        self.must_be_over()?;
        if self.rematch_id.is_some() {
            return Ok(None);
        }
        if self.rematch.is_none_or(|offer| offer.by == player) {
            return Err(Refusal::NothingOffered);
        }
        self.0.rematch_id = Some(GameId::random());
        Ok(Some(Change::Rematch))
    }

    /// The rematch, once agreed: the same game, in which the players change colors or keep them.
    pub fn new_rematch(&self, now: Moment) -> Option<Self> {
        let mut seats = self.seats.clone().map(|seat| Seat { said: Vec::new(), ..seat });
        let mut names = self.record.names.clone();
        if !self.rematch?.same_colors {
            seats.reverse();
            names.reverse();
        }
        let mut game = self.record.game.clone();
        while game.moves().len() > self.record.n_opening {
            game.undo();
        }
        let clock = self.clock.as_ref().map(|c| GameClock::new(c.initial, c.increment));
        let mut next = GameState {
            id: self.rematch_id.clone()?,
            seats,
            rematch_of: Some(self.id.clone()),
            owner: self.owner.clone(),
            ..Self::new(game, clock, self.record.opening_rule, now).0
        };
        next.record.names = names;
        Some(Self(next))
    }
}
