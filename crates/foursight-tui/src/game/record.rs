//! A game as people keep it: its moves, who plays, and how it ended; to and from game files.

use foursight::game_file::{GameText, GameTextError};
use foursight::notation::NoMoveOrder;
use foursight::{AnySize, Game, Outcome, Player};

use super::PlayerKind;

/// Who shall play, red and yellow, where it was said.
pub type Asked = [Option<PlayerKind>; 2];

/// A game and those who play it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position, the moves that led to it, and those that were taken back.
    pub game: Game<AnySize>,
    /// How many of the moves were given at the start: these are not taken back.
    pub n_start: usize,
    /// The first player and the second.
    pub players: [PlayerKind; 2],
    /// What the players are called, where it is not by their kind.
    pub names: [Option<String>; 2],
    /// Who has given up.
    pub resigned: Option<Player>,
}

impl Record {
    /// A game whose moves so far are given.
    pub fn new(game: Game<AnySize>, players: [PlayerKind; 2]) -> Self {
        let n_start = game.moves().len();
        Self { game, n_start, players, names: [None, None], resigned: None }
    }

    /// How the game ended; to resign ends it too.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_resignation = || self.resigned.map(|player| Outcome::Win(player.other()));
        self.game.outcome().or_else(by_resignation)
    }

    /// The moves that were played, without those that were given.
    pub fn played(&self) -> &[foursight::Column] {
        &self.game.moves()[self.n_start..]
    }

    /// Gives the seats to those who were asked for.
    pub fn seat(&mut self, asked: Asked) {
        for (seat, kind) in asked.into_iter().enumerate() {
            if let Some(kind) = kind {
                self.players[seat] = kind;
                self.names[seat] = None;
            }
        }
    }

    /// The players change places.
    pub fn swap_sides(&mut self) {
        self.players.swap(0, 1);
        self.names.swap(0, 1);
    }

    /// What a player is called: by name, or by kind.
    pub fn name(&self, seat: usize) -> String {
        self.names[seat].clone().unwrap_or_else(|| self.players[seat].to_string())
    }

    /// The game as it stands in a game file.
    ///
    /// # Errors
    ///
    /// If no order of moves leads to the board it starts from.
    pub fn text(&self) -> Result<GameText, NoMoveOrder> {
        let mut text = GameText::new(&self.game)?;
        let result = text.result.clone();
        text.tags.retain(|(name, _)| name != "Result");
        if self.n_start > 0 {
            let n_before = text.moves.len() - self.game.moves().len();
            let opening = text.moves[..n_before + self.n_start].to_owned();
            text.set_tag("Opening", &opening);
        }
        text.set_tag("First", &self.name(0));
        text.set_tag("Second", &self.name(1));
        text.set_tag("Result", &result);
        if let (Some(player), None) = (self.resigned, self.game.outcome()) {
            let result = if player == Player::First { "0-1" } else { "1-0" };
            text.set_result(result);
            text.set_tag("Ending", "resignation");
        }
        Ok(text)
    }

    /// The game of a text. Players with names that are no kind of player are people.
    ///
    /// # Errors
    ///
    /// If the moves are no game.
    pub fn read(text: &GameText) -> Result<Self, GameTextError> {
        let game = text.game()?;
        let opening = text.tag("Opening").filter(|opening| text.moves.starts_with(opening));
        let tag = |name| text.tag(name).filter(|value| !value.is_empty());
        let names = [tag("First"), tag("Second")];
        let kind = |name: Option<&str>| name.and_then(|name| name.parse().ok());
        let is_resigned = text.tag("Ending") == Some("resignation");
        let loser = match text.result.as_str() {
            "1-0" => Some(Player::Second),
            "0-1" => Some(Player::First),
            _ => None,
        };
        Ok(Self {
            n_start: opening.map_or(0, |opening| opening.chars().count()),
            players: names.map(|name| kind(name).unwrap_or(PlayerKind::Human)),
            names: names.map(|name| name.filter(|_| kind(name).is_none()).map(str::to_owned)),
            resigned: loser.filter(|_| is_resigned && game.outcome().is_none()),
            game,
        })
    }

    /// A line that tells games apart: who played, how it ended, and the moves.
    pub fn summary(text: &GameText) -> String {
        let name = |tag| text.tag(tag).unwrap_or("?");
        let (first, second, result) = (name("First"), name("Second"), &text.result);
        format!("{first} - {second}  {result}  {}", text.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight::game_file::read_games;
    use foursight::notation::{Expected, Notation};

    /// What is written is read back.
    #[track_caller]
    fn check(start: &str, played: &str, resigned: Option<Player>, expected: &str) {
        let game = Notation::detect(start, Expected::default());
        let game = game.read(start, Expected::default()).unwrap();
        let level = "level:6".parse().unwrap();
        let mut record = Record::new(game, [PlayerKind::Human, level]);
        record.names[0] = Some("Ann".to_owned());
        record.resigned = resigned;
        for symbol in played.chars() {
            record.game.play(foursight::Column::from_symbol(symbol).unwrap()).unwrap();
        }
        let text = record.text().unwrap();
        assert_eq!(text.to_string(), expected);
        let read = Record::read(&read_games(expected).unwrap()[0]).unwrap();
        assert_eq!(read.game.position(), record.game.position());
        assert_eq!(read.played(), record.played());
        assert_eq!((read.players, read.names), (record.players, record.names));
        assert_eq!(read.resigned, resigned);
    }

    #[test]
    fn games_are_written_and_read() {
        let head = "[Size \"7x6\"]\n[First \"Ann\"]\n[Second \"level:6\"]\n";
        check("", "", None, &format!("{head}[Result \"*\"]\n\n- *\n"));
        check("", "44", None, &format!("{head}[Result \"*\"]\n\n44 *\n"));
        let won = "1212121";
        check("", won, None, &format!("{head}[Result \"1-0\"]\n\n{won} 1-0\n"));
        let text = "[Size \"7x6\"]\n[Opening \"45\"]\n[First \"Ann\"]\n[Second \"level:6\"]\n";
        check("45", "1", None, &format!("{text}[Result \"*\"]\n\n451 *\n"));
    }

    #[test]
    fn to_resign_is_an_ending() {
        let head = "[Size \"7x6\"]\n[First \"Ann\"]\n[Second \"level:6\"]\n";
        let text = format!("{head}[Result \"0-1\"]\n[Ending \"resignation\"]\n\n44 0-1\n");
        check("", "44", Some(Player::First), &text);
    }

    #[test]
    fn a_game_from_a_grid_has_an_opening() {
        let grid = [".......\n"; 5].concat() + "..XO...";
        let text = "[Size \"7x6\"]\n[Opening \"34\"]\n[First \"Ann\"]\n[Second \"level:6\"]\n";
        check(&grid, "1", None, &format!("{text}[Result \"*\"]\n\n341 *\n"));
    }
}
