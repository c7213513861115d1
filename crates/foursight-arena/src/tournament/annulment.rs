//! Annulment: a benched player's games do not count for anybody.
//!
//! Some opponents met a benched player before it was benched; the others can no longer play it. This must neither help
//! nor hurt anybody, so no game of that player counts, played or not.

use std::collections::HashSet;

use foursight::Player;

use crate::referee::ending::Ending;
use crate::tournament::stored_game::StoredGame;

/// The benched players of a tournament, whose games are annulled.
///
/// A player is benched once a game could not be played because of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annulment(HashSet<usize>);

impl Annulment {
    /// The annulment that follows from all games of a tournament.
    pub fn of(games: &[StoredGame]) -> Self {
        Self(games.iter().flat_map(absent).collect())
    }

    /// Whether this player is benched.
    pub fn is_benched(&self, player: usize) -> bool {
        self.0.contains(&player)
    }

    /// Whether this game is annulled.
    pub fn covers(&self, game: &StoredGame) -> bool {
        game.players.iter().any(|&player| self.is_benched(player))
    }

    /// The games that count.
    pub fn counting<'a>(&self, games: &'a [StoredGame]) -> impl Iterator<Item = &'a StoredGame> {
        games.iter().filter(|game| !self.covers(game))
    }
}

/// The players whose absence prevented a game.
pub(super) fn absent(game: &StoredGame) -> impl Iterator<Item = usize> {
    let is_absent = |side: Player| {
        game.ending == Ending::Benched && game.result.winner().is_none_or(|winner| winner != side)
    };
    [Player::First, Player::Second]
        .into_iter()
        .filter(move |&side| is_absent(side))
        .map(|side| game.player(side))
}
