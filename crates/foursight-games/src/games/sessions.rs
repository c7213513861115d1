//! The seats of each browser.

use foursight_files::secrets::SecretHash;

use super::Games;
use crate::game::{GameId, NetworkGame};
use crate::store::StoreFault;

impl Games {
    /// Records that a session has a seat, by the seat's secret.
    pub async fn note_seat(
        &self,
        session: SecretHash,
        id: &GameId,
        secret: SecretHash,
    ) -> Result<(), StoreFault> {
        self.store.note_seat(session, id, secret, self.now()).await
    }

    /// Whether a session has a seat in some game.
    pub async fn has_session(&self, session: SecretHash) -> Result<bool, StoreFault> {
        self.store.has_session(session).await
    }

    /// The latest games in which a session has a seat, each with the seat's secret.
    pub async fn of_session(
        &self,
        session: SecretHash,
    ) -> Result<Vec<(NetworkGame, SecretHash)>, StoreFault> {
        let mut found = self.store.games_of_session(session).await?;
        for (game, _) in &mut found {
            self.hide_names(game);
        }
        Ok(found)
    }

    /// Forgets the seats of a session.
    pub async fn forget_session(&self, session: SecretHash) -> Result<(), StoreFault> {
        self.store.forget_session(session).await
    }

    /// The secret of the seat that a session has in a game; the secret is the same in a rematch.
    pub async fn seat_of_session(
        &self,
        session: SecretHash,
        game: &NetworkGame,
    ) -> Result<Option<SecretHash>, StoreFault> {
        let opens = |secret: &SecretHash| game.player_with(secret).is_some();
        let seat = self.store.seat_of_session(session, &game.id).await?;
        if let Some(secret) = seat.filter(opens) {
            return Ok(Some(secret));
        }
        let Some(before) = &game.rematch_of else { return Ok(None) };
        let seat = self.store.seat_of_session(session, before).await?.filter(opens);
        if let Some(secret) = seat {
            self.note_seat(session, &game.id, secret).await?;
        }
        Ok(seat)
    }
}
