//! The players in sentences: by their colors, or as "you" to the one who reads.

use std::fmt;

use foursight::Player;

/// The names of the players for one reader.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names {
    /// The player who reads, if one of them does.
    pub(crate) you: Option<Player>,
}

/// A player inside a sentence: `you` or `Red`.
#[derive(Clone, Copy)]
pub(crate) struct Name {
    player: Player,
    is_you: bool,
}

impl Names {
    pub(crate) fn of(self, player: Player) -> Name {
        Name { player, is_you: self.you == Some(player) }
    }
}

impl Name {
    pub(crate) fn possessive(self) -> &'static str {
        match self.player {
            _ if self.is_you => "your",
            Player::First => "Red's",
            Player::Second => "Yellow's",
        }
    }

    /// The form of `verb` that follows the name: `plays`, or `play`.
    pub(crate) fn does(self, verb: &'static str) -> &'static str {
        match verb {
            _ if !self.is_you => verb,
            "has" => "have",
            "does" => "do",
            "goes" => "go",
            verb => verb.strip_suffix('s').unwrap_or(verb),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.player {
            _ if self.is_you => "you",
            Player::First => "Red",
            Player::Second => "Yellow",
        })
    }
}

/// The text with its sentences beginning as sentences do, although a name may come first.
pub(crate) fn capitalized(text: &str) -> String {
    let text = format!(". {text}").replace(". you", ". You");
    text[2..].to_owned()
}
