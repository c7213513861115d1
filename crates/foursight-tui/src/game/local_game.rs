//! A game at this terminal: its record and its local players.

use foursight::notation::NoMoveOrder;
use foursight::record::{Ending, GameRecord, GameResult, GameText, RecordError};
use foursight::{AnySize, Choice, Column, Game, OpeningRule, Outcome, PlayError, Player};

use super::PlayerKind;
use foursight_files::printable;

/// The requested players, red and yellow; `None` for either kind of player.
pub type Asked = [Option<PlayerKind>; 2];

/// The moves of a game, and whether sides were swapped by the opening rule.
pub type Choices = (Vec<Column>, bool);

/// A game and its players.
#[derive(Clone, Debug)]
pub struct LocalGame {
    /// The game's record. A player without a name is called by its kind.
    pub record: GameRecord,
    /// The first player and the second.
    pub players: [PlayerKind; 2],
    /// Whether the first undone step is a swap of sides by the opening rule.
    is_swap_undone: bool,
}

impl LocalGame {
    /// A game whose moves so far are its opening.
    pub fn new(game: Game<AnySize>, players: [PlayerKind; 2]) -> Self {
        let n_opening = game.moves().len();
        let record = GameRecord { n_opening, ..GameRecord::new(game) };
        Self { record, players, is_swap_undone: false }
    }

    /// The same game under an opening rule.
    ///
    /// # Errors
    ///
    /// If there are discs on the board.
    pub fn with_opening_rule(mut self, rule: OpeningRule) -> Result<Self, String> {
        let has_discs = self.record.game.position().ply() > 0;
        if rule != OpeningRule::None && has_discs {
            return Err(format!("by the opening rule {rule}, players open on an empty board"));
        }
        self.record.opening_rule = rule;
        Ok(self)
    }

    /// The game in a text. Names that are not a kind of player belong to people.
    ///
    /// # Errors
    ///
    /// If the text is not a game.
    pub fn read(text: &GameText) -> Result<Self, RecordError> {
        let mut record = text.record()?;
        let kinds = record.names.each_ref().map(|name| name.as_deref()?.parse().ok());
        for (name, kind) in record.names.iter_mut().zip(kinds) {
            name.take_if(|_| kind.is_some());
        }
        let players = kinds.map(|kind| kind.unwrap_or(PlayerKind::Human));
        Ok(Self { record, players, is_swap_undone: false })
    }

    /// The game as the text of a game file.
    ///
    /// # Errors
    ///
    /// If no sequence of moves to its starting board is found.
    pub fn text(&self) -> Result<GameText, NoMoveOrder> {
        let names = [Player::First, Player::Second].map(|player| Some(self.name(player)));
        GameRecord { names, ..self.record.clone() }.text()
    }

    /// Replaces players with the requested ones.
    pub fn assign(&mut self, asked: Asked) {
        for (index, kind) in asked.into_iter().enumerate() {
            if let Some(kind) = kind {
                self.players[index] = kind;
                self.record.names[index] = None;
            }
        }
    }

    /// Plays a disc into `column` and forgets what was undone.
    ///
    /// # Errors
    ///
    /// If the column is full or does not exist, or if the game has ended. The game is then unchanged.
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        self.record.game.play(column)?;
        self.is_swap_undone = false;
        Ok(())
    }

    /// Swaps sides by the opening rule, and forgets what was undone.
    pub fn swap_by_rule(&mut self) {
        debug_assert!(self.record.opening().may_swap);
        self.forget_undone();
        self.change_swap();
    }

    fn change_swap(&mut self) {
        self.swap_sides();
        self.record.is_swapped = !self.record.is_swapped;
    }

    /// Undoes the last move or swap by the opening rule; returns false if only the moves given at the start are left.
    pub fn undo(&mut self) -> bool {
        let n_played = self.record.played().len();
        if self.record.is_swapped && n_played == self.record.opening_rule.n_placed() {
            self.change_swap();
            self.is_swap_undone = true;
            return true;
        }
        n_played > 0 && self.record.game.undo().is_some()
    }

    /// Redoes what was undone last and returns it; `None` if there is nothing.
    pub fn redo(&mut self) -> Option<Choice> {
        let n_played = self.record.played().len();
        if self.is_swap_undone && n_played == self.record.opening_rule.n_placed() {
            self.change_swap();
            self.is_swap_undone = false;
            return Some(Choice::Swap);
        }
        self.record.game.redo().map(Choice::Play)
    }

    /// The game with everything that was undone.
    #[must_use]
    pub fn whole(&self) -> Self {
        let mut whole = self.clone();
        while whole.redo().is_some() {}
        whole
    }

    /// Forgets what was undone.
    pub fn forget_undone(&mut self) {
        let mut played = Game::new(*self.record.game.start());
        for &column in self.record.game.moves() {
            played.play(column).expect("it was played before");
        }
        self.record.game = played;
        self.is_swap_undone = false;
    }

    /// Everything that the players chose.
    pub fn choices(&self) -> Choices {
        (self.record.game.moves().to_vec(), self.record.is_swapped)
    }

    /// The player who makes the next move, or would if the game had not ended.
    pub fn mover(&self) -> Player {
        self.record.mover(self.record.game.moves().len())
    }

    /// Swaps the players.
    pub fn swap_sides(&mut self) {
        self.players.swap(0, 1);
        self.record.names.swap(0, 1);
    }

    /// The kind of a player.
    pub fn kind(&self, player: Player) -> PlayerKind {
        self.players[player]
    }

    /// A player's name, unless it is called by its kind.
    pub fn own_name(&self, player: Player) -> Option<&str> {
        self.record.names[player].as_deref()
    }

    /// A player's name or, without one, its kind.
    pub fn name(&self, player: Player) -> String {
        self.own_name(player).map_or_else(|| self.kind(player).to_string(), str::to_owned)
    }

    /// The outcome of the game, on the board or otherwise.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    /// The loser's fault, such as `ran out of time`; `None` if the board shows the ending, or nobody is at fault.
    pub fn fault(&self) -> Option<String> {
        match self.record.decision?.ending {
            Some(Ending::Resignation) => Some("resigned".to_owned()),
            Some(Ending::Time) => Some("ran out of time".to_owned()),
            Some(Ending::Line | Ending::Draw | Ending::Agreement) => None,
            None => {
                let (_, word) = self.record.tags.iter().find(|(name, _)| name == "Ending")?;
                (!word.is_empty()).then(|| format!("lost ({})", printable(word)))
            }
        }
    }

    /// Ends the game because `player` resigns.
    pub fn resign(&mut self, player: Player) {
        self.record.end(GameResult::win(player.other()), Ending::Resignation);
    }
}

/// A line that identifies a game in a file: the players, the ending, and the moves.
pub fn summary(text: &GameText) -> String {
    let name = |tag| text.tag(tag).unwrap_or("?");
    let (first, second, result) = (name("First"), name("Second"), text.result);
    format!("{first} - {second}  {result}  {}", text.moves)
}
