//! A network game: the board, two seats, a clock, and who may do what when.
//!
//! Nothing here waits, stores or knows of HTTP: a change is made to a copy, stored, and only then shown to
//! anybody.

mod action;
mod clock;
mod id;
mod quota;
mod rematch;
mod seat;

use std::ops::Deref;
use std::time::Duration;

use foursight::notation::moves;
use foursight::record::{Ending, GameRecord};
use foursight::{AnySize, Column, Game, OpeningRule, Outcome, Player};
use foursight_files::secrets::SecretHash;

pub use action::{Action, Change, Refusal};
pub use clock::GameClock;
pub use id::{GameId, Version};
pub(crate) use quota::AddressSalt;
pub use quota::{OverQuota, Quota};
pub use rematch::RematchOffer;
pub use seat::{Phrase, Seat};

use crate::wall_clock::Moment;

/// A network game. Anybody may read its state; only its methods change it.
#[derive(Clone, Debug)]
pub struct NetworkGame(GameState);

/// All that is known about a network game.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The game's name.
    pub id: GameId,
    /// The number of changes so far.
    pub seq: Version,
    /// The moves, from the empty board, the opening rule, the names of the players, and how the game ended.
    pub record: GameRecord,
    /// The seats of the first and the second player.
    pub seats: [Seat; 2],
    /// Both players' time, if it is limited.
    pub clock: Option<GameClock>,
    /// The player who offered to take moves back.
    pub takeback: Option<Player>,
    /// The player who offered a draw.
    pub draw: Option<Player>,
    /// The last offer of a rematch, even after it is accepted.
    pub rematch: Option<RematchOffer>,
    /// The game that is the rematch of this one.
    pub rematch_id: Option<GameId>,
    /// The game before this rematch.
    pub rematch_of: Option<GameId>,
    /// The last version that took moves back.
    pub taken_back_at: Version,
    /// A hash of the address that created the game.
    pub owner: Vec<u8>,
    /// The time of its creation.
    pub created_at: Moment,
    /// The time of the last change.
    pub updated_at: Moment,
}

impl Deref for NetworkGame {
    type Target = GameState;

    fn deref(&self) -> &GameState {
        &self.0
    }
}

impl From<GameState> for NetworkGame {
    fn from(state: GameState) -> Self {
        Self(state)
    }
}

impl NetworkGame {
    /// A game with both seats free and without an owner; the moves of `game` count as its opening.
    pub fn new(
        game: Game<AnySize>,
        clock: Option<GameClock>,
        opening_rule: OpeningRule,
        now: Moment,
    ) -> Self {
        Self(GameState {
            id: GameId::random(),
            seq: Version::FIRST,
            record: GameRecord {
                n_opening: game.moves().len(),
                opening_rule,
                ..GameRecord::new(game)
            },
            seats: [Seat::default(), Seat::default()],
            clock,
            takeback: None,
            draw: None,
            rematch: None,
            rematch_id: None,
            rematch_of: None,
            taken_back_at: Version::NONE,
            owner: Vec::new(),
            created_at: now,
            updated_at: now,
        })
    }

    /// The same game, created from the address with this hash.
    #[must_use]
    pub fn owned_by(self, owner: Vec<u8>) -> Self {
        Self(GameState { owner, ..self.0 })
    }

    /// Counts a change made `now`.
    pub fn count_change(&mut self, now: Moment) {
        self.0.seq = self.seq.next();
        self.0.updated_at = now;
        self.settle(now);
    }

    /// Lets a running clock stand still for a time that has passed.
    pub fn stop_clock_for(&mut self, time: Duration) {
        if let Some(GameClock { running_since: Some(since), .. }) = &mut self.0.clock {
            *since = *since + time;
        }
    }

    /// Changes the name of a player, or removes it.
    pub fn rename(&mut self, player: Player, name: Option<String>) {
        self.0.record.names[player] = name;
    }

    /// The size of the board.
    pub fn size(&self) -> AnySize {
        self.record.game.position().size()
    }

    /// The number of discs on the board.
    pub fn ply(&self) -> usize {
        self.record.game.moves().len()
    }

    /// The columns played, from 1.
    pub fn pos(&self) -> String {
        moves::write(self.record.game.moves())
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.record.outcome().is_some()
    }

    /// The side to move; `None` after the end.
    pub fn to_move(&self) -> Option<Player> {
        self.record.to_move()
    }

    /// The seat of a player.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player]
    }

    fn seat_mut(&mut self, player: Player) -> &mut Seat {
        &mut self.0.seats[player]
    }

    /// The side whose seat this secret opens.
    pub fn player_with(&self, secret: &SecretHash) -> Option<Player> {
        let holds = |&player: &Player| self.seat(player).secret.as_ref() == Some(secret);
        [Player::First, Player::Second].into_iter().find(holds)
    }

    /// The side of a holder who was recognized earlier; a swap may have changed it since.
    pub fn side_now(&self, holder: &SecretHash) -> Player {
        self.player_with(holder).expect("whoever has a seat keeps one")
    }

    /// The side that nobody plays yet; the first if both are free.
    pub fn free_seat(&self) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|&player| self.seat(player).is_free())
    }

    /// Gives a seat to a player with this name.
    pub fn take(&mut self, player: Player, secret: SecretHash, name: Option<String>) {
        *self.seat_mut(player) = Seat::new(secret);
        self.rename(player, name);
    }

    /// Takes the free seat.
    pub fn join(
        &mut self,
        secret: SecretHash,
        name: Option<String>,
        now: Moment,
    ) -> Result<Player, Refusal> {
        let player = self.free_seat().ok_or(Refusal::NoFreeSeat)?;
        if self.is_over() {
            return Err(Refusal::Over);
        }
        self.take(player, secret, name);
        self.start_clock(now);
        Ok(player)
    }

    /// Plays a column at a ply; `None` if that move has been made already.
    ///
    /// `seen` is the last version that the player knew of: a move sent before a takeback and repeated after
    /// it is not played again.
    pub fn play(
        &mut self,
        player: Player,
        (column, ply): (Column, usize),
        seen: Option<Version>,
        now: Moment,
    ) -> Result<Option<Change>, Refusal> {
        if ply < self.ply() {
            let is_same = ply >= self.record.n_opening
                && self.record.mover(ply) == player
                && self.record.game.moves()[ply] == column;
            return if is_same { Ok(None) } else { Err(Refusal::Played { ply, now: self.ply() }) };
        }
        if seen.is_some_and(|seen| seen < self.taken_back_at) {
            return Err(Refusal::TakenBack);
        }
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if ply > self.ply() {
            return Err(Refusal::Ahead { ply, now: self.ply() });
        }
        if self.to_move() != Some(player) {
            return Err(Refusal::NotYourTurn);
        }
        self.0.record.game.play(column).map_err(Refusal::Illegal)?;
        self.0.takeback = None;
        // An offer of the mover's stands until the other player answers or moves.
        self.0.draw = self.draw.filter(|&offering| offering == player && !self.is_over());
        if let Some(clock) = &mut self.0.clock {
            clock.stop(player, now);
        }
        self.start_clock(now);
        Ok(Some(Change::Move))
    }

    /// Starts the clock of the side to move, once both players have joined and the first move is made.
    fn start_clock(&mut self, now: Moment) {
        let is_running =
            self.free_seat().is_none() && self.ply() > self.record.n_opening && !self.is_over();
        if let Some(clock) = &mut self.0.clock {
            clock.running_since = is_running.then_some(now);
        }
    }

    /// Whether the side to move has run out of time.
    pub fn is_time_up(&self, now: Moment) -> bool {
        let (Some(mover), Some(clock)) = (self.to_move(), &self.clock) else { return false };
        clock.running_since.is_some() && clock.left(mover, Some(mover), now).is_zero()
    }

    /// Ends the game if the side to move has run out of time.
    pub fn check_time(&mut self, now: Moment) -> Option<Change> {
        if !self.is_time_up(now) {
            return None;
        }
        let loser = self.to_move()?;
        self.end(Outcome::Win(loser.other()), Ending::Time, now);
        Some(Change::Time)
    }

    /// Ends the game by something that the board does not show.
    fn end(&mut self, outcome: Outcome, ending: Ending, now: Moment) {
        self.settle(now);
        self.0.record.end(Some(outcome).into(), ending);
        (self.0.takeback, self.0.draw) = (None, None);
        if let Some(clock) = &mut self.0.clock {
            clock.running_since = None;
        }
    }

    /// Subtracts the time used so far, so that the stored game is right whenever it is read.
    fn settle(&mut self, now: Moment) {
        if let (Some(mover), Some(clock)) = (self.to_move(), &mut self.0.clock) {
            clock.settle(mover, now);
        }
    }
}
