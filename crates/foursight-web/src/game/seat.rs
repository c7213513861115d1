//! A place in a network game, held by anyone who knows its secret.

use foursight_files::secrets::SecretHash;

use super::Phrase;

/// A place in a network game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    /// The holder's secret; none if the seat is free.
    pub(crate) secret: Option<SecretHash>,
    /// The phrases said, in order.
    pub(crate) said: Vec<Phrase>,
}

impl Seat {
    pub(crate) fn new(secret: SecretHash) -> Self {
        Self { secret: Some(secret), said: Vec::new() }
    }

    pub(crate) fn is_free(&self) -> bool {
        self.secret.is_none()
    }
}
