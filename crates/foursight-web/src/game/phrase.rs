//! Phrases that players can say to each other: a few fixed ones, each once in a game.

use foursight::Player;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::{Change, NetworkGame, Refusal};

/// A phrase that players can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Phrase {
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
