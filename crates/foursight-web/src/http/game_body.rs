//! Wire format of network games: their public view, and events.

use foursight::notation::moves;
use foursight::record::Ending;
use foursight::{OpeningRule, Player, Size};
use foursight_answers::color::{CellNumbers, Color, OutcomeBody, line_cells};
use foursight_games::{Change, GameEvent, GameId, GameView, Moment, NetworkGame, Phrase, Version};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The public view of a network game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = State)]
pub(crate) struct NetworkGameBody {
    #[schema(example = "pQ3k1xY_8vZr0aBc")]
    id: String,
    #[schema(example = "7x6")]
    size: String,
    connect: usize,
    /// The moves at the start of the game.
    start: String,
    /// All moves, columns from 1.
    #[schema(example = "4455")]
    pos: String,
    /// The number of discs, which a move must state.
    ply: usize,
    /// Null after the end of the game.
    to_move: Option<Color>,
    outcome: Option<OutcomeBody>,
    ending: Option<EndingName>,
    /// The completed lines, each as its cells: column and row from 1, row 1 at the bottom.
    #[schema(value_type = Vec<Vec<Vec<usize>>>)]
    lines: Vec<Vec<CellNumbers>>,
    /// The column of the last move, from 1.
    last_move: Option<usize>,
    seats: SeatsBody,
    clock: Option<ClockState>,
    #[serde(with = "OpeningRuleName")]
    #[schema(value_type = OpeningRuleName)]
    opening_rule: OpeningRule,
    /// Whether the opening rule is `pie`.
    pie: bool,
    /// The number of discs that the player to move still places for both sides in turn.
    to_place: usize,
    /// Whether the player to move may swap sides now.
    can_swap: bool,
    swapped: bool,
    offers: Offers,
    /// The rematch of this game.
    rematch_id: Option<String>,
    spectators: usize,
    /// The number of changes so far.
    #[schema(value_type = u64)]
    seq: Version,
    /// In milliseconds since 1970, like `updated_at`.
    #[schema(value_type = i64)]
    created_at: Moment,
    #[schema(value_type = i64)]
    updated_at: Moment,
}

/// The opening rule of a game: the player who opens places no disc, one disc, or three for both sides in turn, and then
/// the other player may swap sides.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(remote = "OpeningRule", rename_all = "snake_case")]
pub(crate) enum OpeningRuleName {
    None,
    Pie,
    Swap,
}

/// The end of a game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EndingName {
    Line,
    Draw,
    Agreed,
    Resigned,
    Time,
}

impl From<Ending> for EndingName {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Line => Self::Line,
            Ending::Draw => Self::Draw,
            Ending::Agreement => Self::Agreed,
            Ending::Resignation => Self::Resigned,
            Ending::Time => Self::Time,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seats)]
struct SeatsBody {
    red: SeatState,
    yellow: SeatState,
}

#[derive(Debug, Serialize, ToSchema)]
struct SeatState {
    taken: bool,
    name: Option<String>,
    connected: bool,
    /// The player's phrases, each once, the last one at the end.
    said: Vec<Phrase>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ClockState {
    initial_s: u64,
    increment_s: u64,
    /// Red's remaining time in milliseconds, at the time of the answer.
    red_ms: u64,
    yellow_ms: u64,
    /// The player whose time is running.
    running: Option<Color>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Offers {
    takeback: Option<Color>,
    draw: Option<Color>,
    rematch: Option<Color>,
    /// Whether the players would keep their colors in the rematch that is offered.
    same_colors: bool,
}

/// A change, with the whole game after it.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventBody {
    /// The number of changes so far.
    #[schema(value_type = u64)]
    seq: Version,
    #[serde(rename = "type")]
    change: Change,
    game: NetworkGameBody,
}

/// The text of an event, written once for all followers of the game.
pub(crate) fn event_text(event: &GameEvent) -> &str {
    event.text(|event| {
        serde_json::to_string(&EventBody::new(event)).expect("an event is plain data")
    })
}

impl NetworkGameBody {
    pub(crate) fn new(view: &GameView) -> Self {
        let game = &view.game;
        let record = &game.record;
        let columns = record.game.moves();
        let rematch = game.open_rematch();
        Self {
            id: game.id.to_string(),
            size: game.size().to_string(),
            connect: game.size().connect(),
            start: moves::write(&columns[..record.n_opening]),
            pos: game.pos(),
            ply: game.ply(),
            to_move: game.to_move().map(Color::from),
            outcome: record.outcome().map(Into::into),
            ending: record.ending().map(Into::into),
            lines: line_cells(record.game.position()),
            last_move: columns.last().map(|column| column.index() + 1),
            seats: SeatsBody::new(view),
            clock: ClockState::of(game, view.now),
            opening_rule: game.record.opening_rule,
            pie: game.record.opening_rule == OpeningRule::Pie,
            to_place: game.record.opening().n_to_place,
            can_swap: game.can_swap(),
            swapped: game.record.is_swapped,
            offers: Offers {
                takeback: game.takeback.map(Color::from),
                draw: game.draw.map(Color::from),
                rematch: rematch.map(|offer| offer.by.into()),
                same_colors: rematch.is_some_and(|offer| offer.same_colors),
            },
            rematch_id: game.rematch_id.as_ref().map(GameId::to_string),
            spectators: view.connected.n_spectators,
            seq: game.seq,
            created_at: game.created_at,
            updated_at: game.updated_at,
        }
    }
}

impl SeatsBody {
    fn new(view: &GameView) -> Self {
        let [first, second] = view.connected.players;
        let seat = |player, connected| {
            let seat = view.game.seat(player);
            let (name, said) = (view.game.record.names[player].clone(), seat.said.clone());
            SeatState { taken: !seat.is_free(), name, connected, said }
        };
        Self { red: seat(Player::First, first), yellow: seat(Player::Second, second) }
    }
}

impl ClockState {
    fn of(game: &NetworkGame, now: Moment) -> Option<Self> {
        let clock = game.clock.as_ref()?;
        let mover = game.to_move();
        let left = |player| clock.left(player, mover, now).as_millis() as u64;
        Some(Self {
            initial_s: clock.initial.as_secs(),
            increment_s: clock.increment.as_secs(),
            red_ms: left(Player::First),
            yellow_ms: left(Player::Second),
            running: mover.filter(|_| clock.running_since.is_some()).map(Color::from),
        })
    }
}

impl EventBody {
    fn new(event: &GameEvent) -> Self {
        Self {
            seq: event.view().game.seq,
            change: event.change(),
            game: NetworkGameBody::new(event.view()),
        }
    }
}
