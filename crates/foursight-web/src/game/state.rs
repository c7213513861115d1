//! A network game as everybody may see it.

use foursight::Size;
use foursight::notation::moves;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Ending, Table};
use crate::routes::position::{CellNumbers, Color, GameResult, line_cells};

/// Who is connected: red and yellow, and how many others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Connected {
    pub(crate) players: [bool; 2],
    pub(crate) n_spectators: usize,
}

/// A network game as everybody may see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct State {
    #[schema(example = "pQ3k1xY_8vZr0aBc")]
    id: String,
    #[schema(example = "7x6")]
    size: String,
    connect: usize,
    /// The moves that the game began with.
    start: String,
    /// All moves, columns from 1.
    #[schema(example = "4455")]
    pos: String,
    /// The number of discs: what a move has to name.
    ply: usize,
    /// Nobody after the end of the game.
    to_move: Option<Color>,
    outcome: Option<GameResult>,
    ending: Option<EndingName>,
    /// The completed lines, each as its cells: column and row from 1, row 1 at the bottom.
    #[schema(value_type = Vec<Vec<Vec<usize>>>)]
    lines: Vec<Vec<CellNumbers>>,
    /// The column of the last move, from 1.
    last_move: Option<usize>,
    seats: Seats,
    clock: Option<ClockState>,
    /// Whether the second player may take over the first move.
    pie: bool,
    /// Whether the side to move may do so now.
    can_swap: bool,
    swapped: bool,
    offers: Offers,
    /// The game that follows this one.
    rematch_id: Option<String>,
    spectators: usize,
    /// The number of changes so far.
    seq: u64,
    /// In milliseconds since 1970, as `updated_at`.
    created_at: i64,
    updated_at: i64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EndingName {
    Line,
    Draw,
    Resigned,
    Time,
}

#[derive(Debug, Serialize, ToSchema)]
struct Seats {
    red: SeatState,
    yellow: SeatState,
}

#[derive(Debug, Serialize, ToSchema)]
struct SeatState {
    taken: bool,
    name: Option<String>,
    connected: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct ClockState {
    initial_s: i64,
    increment_s: i64,
    /// What red has left, in milliseconds, at the time of the answer.
    red_ms: i64,
    yellow_ms: i64,
    /// Whose time is running.
    running: Option<Color>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Offers {
    takeback: Option<Color>,
    rematch: Option<Color>,
}

impl State {
    pub(crate) fn new(table: &Table, connected: Connected, now: i64) -> Self {
        let position = table.game.position();
        let columns = table.game.moves();
        let seat = |color: Color| {
            let seat = &table.seats[color.index()];
            let connected = connected.players[color.index()];
            SeatState { taken: seat.secret.is_some(), name: seat.name.clone(), connected }
        };
        Self {
            id: table.id.clone(),
            size: table.size().to_string(),
            connect: table.size().connect(),
            start: moves::write(&columns[..table.n_start]),
            pos: table.pos(),
            ply: table.ply(),
            to_move: table.to_move(),
            outcome: table.outcome(),
            ending: ending_name(table),
            lines: line_cells(position),
            last_move: columns.last().map(|column| column.index() + 1),
            seats: Seats { red: seat(Color::Red), yellow: seat(Color::Yellow) },
            clock: clock_state(table, now),
            pie: table.pie,
            can_swap: table.can_swap(),
            swapped: table.swapped,
            offers: Offers { takeback: table.takeback, rematch: table.rematch },
            rematch_id: table.rematch_id.clone(),
            spectators: connected.n_spectators,
            seq: table.seq,
            created_at: table.created_at,
            updated_at: table.updated_at,
        }
    }
}

fn ending_name(table: &Table) -> Option<EndingName> {
    match (table.ending, table.outcome()?) {
        (Some(Ending::Resigned { .. }), _) => Some(EndingName::Resigned),
        (Some(Ending::Time { .. }), _) => Some(EndingName::Time),
        (None, GameResult::Draw) => Some(EndingName::Draw),
        (None, _) => Some(EndingName::Line),
    }
}

fn clock_state(table: &Table, now: i64) -> Option<ClockState> {
    let clock = table.clock.as_ref()?;
    let mover = table.to_move();
    Some(ClockState {
        initial_s: clock.initial_ms / 1000,
        increment_s: clock.increment_ms / 1000,
        red_ms: clock.left(Color::Red, mover, now),
        yellow_ms: clock.left(Color::Yellow, mover, now),
        running: mover.filter(|_| clock.running_since.is_some()),
    })
}
