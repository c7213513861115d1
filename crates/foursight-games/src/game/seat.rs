//! A place in a network game, held by anyone who knows its secret, and what its holder says: a few fixed phrases, each
//! once in a game.

use foursight::Player;
use foursight_files::secrets::SecretHash;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::{Change, NetworkGame, Refusal};

/// A place in a network game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The holder's secret; none if the seat is free.
    pub secret: Option<SecretHash>,
    /// The phrases said, in order.
    pub said: Vec<Phrase>,
}

impl Seat {
    /// A seat that this secret opens.
    pub fn new(secret: SecretHash) -> Self {
        Self { secret: Some(secret), said: Vec::new() }
    }

    /// Whether nobody has the seat.
    pub fn is_free(&self) -> bool {
        self.secret.is_none()
    }
}

/// A phrase that players can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Phrase {
    GoodLuck,
    NiceMove,
    GoodGame,
    Thanks,
}

impl NetworkGame {
    /// Says a phrase; saying it again changes nothing, so nobody can pester the other player.
    pub(super) fn say(
        &mut self,
        player: Player,
        phrase: Phrase,
    ) -> Result<Option<Change>, Refusal> {
        self.must_have_two()?;
        let said = &mut self.seat_mut(player).said;
        if said.contains(&phrase) {
            return Ok(None);
        }
        said.push(phrase);
        Ok(Some(Change::Said))
    }
}
