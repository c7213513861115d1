//! A network game: the board, two seats, a clock, and who may do what when.
//!
//! Nothing here waits or stores: a change is made to a copy, stored, and only then seen by anybody. Times
//! are milliseconds since 1970.

mod action;
mod clock;
mod refusal;
pub(crate) mod seat;
mod state;

use foursight::notation::moves;
use foursight::{AnySize, Column, Game};

use crate::game::seat::SecretHash;
use crate::routes::position::{Color, GameResult};

pub(crate) use action::Action;
pub(crate) use clock::Clock;
pub(crate) use refusal::Refusal;
pub(crate) use state::{Connected, State};

/// A network game.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    /// The number of changes so far.
    pub(crate) seq: u64,
    /// From the empty board.
    pub(crate) game: Game<AnySize>,
    /// How many moves of the game nobody chose.
    pub(crate) n_start: usize,
    /// Of red and of yellow.
    pub(crate) seats: [Seat; 2],
    /// How the game ended, if the board does not say so.
    pub(crate) ending: Option<Ending>,
    pub(crate) clock: Option<Clock>,
    /// Whether the second player may take over the first move.
    pub(crate) pie: bool,
    pub(crate) swapped: bool,
    /// Who has offered what.
    pub(crate) takeback: Option<Color>,
    pub(crate) rematch: Option<Color>,
    pub(crate) rematch_id: Option<String>,
    /// The game that this one is the rematch of.
    pub(crate) rematch_of: Option<String>,
    /// The `seq` of the last change that took moves back; 0 without one.
    pub(crate) taken_back_at: u64,
    /// A hash of the address of the client that made the game.
    pub(crate) owner: Vec<u8>,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
}

/// A place at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    /// Free without one.
    pub(crate) secret: Option<SecretHash>,
    pub(crate) name: Option<String>,
}

/// An end that the board does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Resigned { winner: Color },
    Time { winner: Color },
}

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    Joined,
    Move,
    Takeback,
    Swapped,
    Resigned,
    Time,
    Offer,
    Declined,
    Rematch,
    /// Somebody has come or gone; nothing of the game has changed.
    Presence,
    /// How the game stands, for somebody who has just come.
    State,
}

impl Color {
    pub(crate) fn index(self) -> usize {
        match self {
            Self::Red => 0,
            Self::Yellow => 1,
        }
    }
}

impl Table {
    pub(crate) fn size(&self) -> AnySize {
        self.game.position().size()
    }

    pub(crate) fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The columns played, from 1.
    pub(crate) fn pos(&self) -> String {
        moves::write(self.game.moves())
    }

    pub(crate) fn outcome(&self) -> Option<GameResult> {
        match self.ending {
            Some(Ending::Resigned { winner } | Ending::Time { winner }) => Some(winner.into()),
            None => self.game.outcome().map(GameResult::from),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Nobody after the end.
    pub(crate) fn to_move(&self) -> Option<Color> {
        (!self.is_over()).then(|| self.game.side_to_move().into())
    }

    /// Whose seat this secret opens.
    pub(crate) fn color_of(&self, secret: &SecretHash) -> Option<Color> {
        let has = |color: &Color| self.seats[color.index()].secret.as_ref() == Some(secret);
        [Color::Red, Color::Yellow].into_iter().find(has)
    }

    /// The color of a player who has been recognized; a swap may have changed it since.
    pub(crate) fn color_now(&self, player: &SecretHash) -> Color {
        self.color_of(player).expect("whoever has a seat keeps one")
    }

    pub(crate) fn free_seat(&self) -> Option<Color> {
        let is_free = |color: &Color| self.seats[color.index()].secret.is_none();
        [Color::Red, Color::Yellow].into_iter().find(is_free)
    }

    /// Takes the free seat.
    pub(crate) fn join(&mut self, seat: Seat, now: i64) -> Result<Color, Refusal> {
        let color = self.free_seat().ok_or(Refusal::NoFreeSeat)?;
        if self.is_over() {
            return Err(Refusal::Over);
        }
        self.seats[color.index()] = seat;
        self.start_clock(now);
        Ok(color)
    }

    /// Plays a column at a ply; `None` if just this has been done already.
    ///
    /// `seen` is the last change that the player knew of: a move that was sent before a takeback and comes
    /// again after it is not played once more.
    pub(crate) fn play(
        &mut self,
        color: Color,
        (column, ply): (Column, usize),
        seen: Option<u64>,
        now: i64,
    ) -> Result<Option<Change>, Refusal> {
        if ply < self.ply() {
            let is_same = self.player_of(ply) == Some(color) && self.game.moves()[ply] == column;
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
        if self.to_move() != Some(color) {
            return Err(Refusal::NotYourTurn);
        }
        self.game.play(column).map_err(Refusal::Illegal)?;
        self.takeback = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(color, now);
        }
        self.start_clock(now);
        Ok(Some(Change::Move))
    }

    /// Who has made the move at a ply that is past, as the seats are now.
    fn player_of(&self, ply: usize) -> Option<Color> {
        let color = if ply.is_multiple_of(2) { Color::Red } else { Color::Yellow };
        let is_taken_over = self.swapped && ply == self.n_start;
        let player = if is_taken_over { color.other() } else { color };
        (ply >= self.n_start).then_some(player)
    }

    /// Lets the time of the side to move run, once both players are there and the first move is made.
    fn start_clock(&mut self, now: i64) {
        let is_running = self.free_seat().is_none() && self.ply() > self.n_start && !self.is_over();
        if let Some(clock) = &mut self.clock {
            clock.running_since = is_running.then_some(now);
        }
    }

    /// Whether the time of the side to move is up.
    pub(crate) fn is_time_up(&self, now: i64) -> bool {
        let (Some(mover), Some(clock)) = (self.to_move(), &self.clock) else { return false };
        clock.running_since.is_some() && clock.left(mover, Some(mover), now) <= 0
    }

    /// Ends the game if the time of the side to move is up.
    pub(crate) fn check_time(&mut self, now: i64) -> Option<Change> {
        if !self.is_time_up(now) {
            return None;
        }
        let loser = self.to_move()?;
        let clock = self.clock.as_mut()?;
        clock.settle(loser, now);
        clock.running_since = None;
        self.ending = Some(Ending::Time { winner: loser.other() });
        (self.takeback, self.rematch) = (None, None);
        Some(Change::Time)
    }

    /// Books the time used so far, so that what is stored is right whenever it is read.
    pub(crate) fn settle(&mut self, now: i64) {
        if let (Some(mover), Some(clock)) = (self.to_move(), &mut self.clock) {
            clock.settle(mover, now);
        }
    }
}
