//! The state of the game on the screen.

mod reason;

use std::path::PathBuf;
use std::time::Duration;

use foursight::{AnySize, Cell, Choice, Column, Game, Outcome, Player, Position, Size};
use foursight_engine::review::Review;

use super::dialog::Dialog;
use super::evaluation::Evaluations;
use super::event::Assignment;
use super::pace::{Fall, Pace};
use crate::game::{Choices, LocalGame, PlayerKind};
use crate::text::{capitalized, color_name};

/// The look of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether to draw with ASCII characters only.
    pub is_ascii: bool,
    /// Whether discs fall.
    pub is_animated: bool,
    /// Whether to use the terminal's colors.
    pub is_colored: bool,
}

/// The hints to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hints {
    Off,
    /// In this position.
    Once(Position<AnySize>),
    /// Hints on every move, until they are switched off.
    Stay,
}

/// Everything that the screen shows and the keys change.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) local: LocalGame,
    pub(crate) look: Look,
    /// The columns and rows of the screen.
    pub(crate) screen: (u16, u16),
    /// The time since the start.
    pub(crate) now: Duration,
    /// The column that Enter plays.
    pub(crate) cursor: Column,
    pub(crate) dialog: Option<Dialog>,
    /// A message that the next key removes.
    pub(crate) notice: Option<String>,
    pub(crate) fall: Option<Fall>,
    pub(crate) pace: Pace,
    /// The engine's current work.
    pub(crate) assignment: Option<Assignment>,
    /// The time at which the engine started it.
    pub(crate) assignment_start: Duration,
    /// The machine's choice, until it is time to carry it out.
    pub(crate) held: Option<Choice>,
    /// Whether machines are paused.
    pub(crate) is_waiting: bool,
    pub(crate) evaluations: Evaluations,
    pub(crate) shows_scores: bool,
    pub(crate) hints: Hints,
    /// Whether the person asked for mistakes, or is looking back at a finished game.
    pub(crate) is_reviewing: bool,
    /// The last choices that were saved.
    pub(crate) saved: Choices,
    /// The file to which the game was saved, or from which it comes.
    pub(crate) path: Option<PathBuf>,
    /// The perfect level's time limit per move.
    pub(crate) move_time: Duration,
    pub(crate) seed: u64,
    /// The number of moves the machine has chosen.
    pub(crate) n_answers: u64,
    /// The number of assignments given to the engine.
    pub(crate) n_assignments: u64,
}

impl State {
    pub(crate) fn new(local: LocalGame, look: Look, seed: u64, move_time: Duration) -> Self {
        let size = local.record.game.position().size();
        Self {
            look,
            screen: (80, 24),
            now: Duration::ZERO,
            cursor: center(size),
            dialog: None,
            notice: None,
            fall: None,
            pace: Pace::default(),
            assignment: None,
            assignment_start: Duration::ZERO,
            held: None,
            is_waiting: false,
            evaluations: Evaluations::default(),
            shows_scores: false,
            hints: Hints::Off,
            is_reviewing: false,
            saved: local.choices(),
            path: None,
            move_time,
            seed,
            n_answers: 0,
            n_assignments: 0,
            local,
        }
    }

    pub(crate) fn game(&self) -> &Game<AnySize> {
        &self.local.record.game
    }

    pub(crate) fn position(&self) -> &Position<AnySize> {
        self.game().position()
    }

    pub(crate) fn size(&self) -> AnySize {
        self.position().size()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.local.outcome()
    }

    /// The side to move; `None` after the end.
    pub(crate) fn to_move(&self) -> Option<Player> {
        self.local.record.to_move()
    }

    /// The kind of a player.
    pub(crate) fn kind(&self, player: Player) -> PlayerKind {
        self.local.kind(player)
    }

    /// Whether it is a person's turn.
    pub(crate) fn asks_person(&self) -> bool {
        self.to_move().is_some_and(|player| self.kind(player) == PlayerKind::Human)
    }

    /// Whether it is a machine's turn.
    pub(crate) fn asks_machine(&self) -> bool {
        self.to_move().is_some_and(|player| self.kind(player) != PlayerKind::Human)
    }

    /// Whether discs are placed now by the opening rule.
    pub(crate) fn asks_to_place(&self) -> bool {
        self.local.record.opening().n_to_place > 0
    }

    /// The review of `game`, as far as its positions are known; discs placed by the opening rule have no grade.
    pub(crate) fn review(&self, game: &Game<AnySize>) -> Review {
        let record = &self.local.record;
        self.evaluations.review(game).without(record.n_opening..record.n_before_play())
    }

    pub(crate) fn has_person(&self) -> bool {
        self.local.players.contains(&PlayerKind::Human)
    }

    /// The name of a player on the screen: `you`, `level 6`, `perfect`, or a person's name.
    pub(crate) fn name(&self, player: Player) -> String {
        if let Some(name) = self.local.own_name(player) {
            return name.to_owned();
        }
        let is_alone = self.kind(player.other()) != PlayerKind::Human;
        match self.kind(player) {
            PlayerKind::Human if is_alone => "you".to_owned(),
            PlayerKind::Human => "person".to_owned(),
            kind @ PlayerKind::Machine(_) => kind.to_string().replace(':', " "),
        }
    }

    /// `Red (level 6)`, or `Red` if the name adds nothing.
    pub(crate) fn title(&self, player: Player) -> String {
        let color = capitalized(color_name(player));
        match self.name(player).as_str() {
            "person" => color,
            name => format!("{color} ({name})"),
        }
    }

    /// The disc that was played last.
    pub(crate) fn last_move(&self) -> Option<Cell> {
        let column = *self.game().moves().last()?;
        self.position().discs().in_column(column).cells().next_back()
    }

    /// Whether the screen needs the scores of the position.
    pub(crate) fn wants_evaluation(&self) -> bool {
        self.shows_scores || self.wants_hint()
    }

    /// Whether to show the best moves.
    pub(crate) fn wants_hint(&self) -> bool {
        match self.hints {
            Hints::Off => false,
            Hints::Once(position) => position == *self.position(),
            Hints::Stay => self.asks_person() && !self.asks_to_place(),
        }
    }

    /// Whether to show marks, the graph and the shares of good moves.
    pub(crate) fn shows_review(&self) -> bool {
        self.shows_scores || self.is_reviewing || self.outcome().is_some()
    }

    /// Whether a person has played moves that are not saved; moves that were undone count.
    pub(crate) fn is_unsaved(&self) -> bool {
        let whole = self.local.whole();
        self.has_person() && whole.record.played().len() >= 2 && self.saved != whole.choices()
    }

    /// Whether starting another game would lose an unfinished one. A finished game is replaced without asking.
    pub(crate) fn is_worth_saving(&self) -> bool {
        self.is_unsaved() && self.local.whole().outcome().is_none()
    }

    /// The time at which the state changes by itself; `None` if it waits for an event.
    pub(crate) fn wakes_at(&self) -> Option<Duration> {
        let fall = self.fall.map(|fall| fall.next_frame(self.now));
        // A machine does not play while a disc falls: the fall wakes for it.
        let plays = !self.is_waiting && self.fall.is_none();
        let held = self.held.filter(|_| plays).map(|_| self.pace.next_move_at);
        let assignment = self.assignment.map(|_| self.now + Duration::from_secs(1));
        [fall, held, assignment].into_iter().flatten().min()
    }
}

/// The game with the moves that were undone.
pub(crate) fn whole(game: &Game<AnySize>) -> Game<AnySize> {
    let mut whole = game.clone();
    while whole.redo().is_some() {}
    whole
}

/// The column in the middle.
pub(crate) fn center(size: AnySize) -> Column {
    Column::new((size.width() - 1) / 2)
}
