//! The players in sentences: by their colors, or as "you" to the one who reads.

use foursight::Player;

/// The names of the players for one reader.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names {
    /// The player who reads, if one of them does.
    pub(crate) you: Option<Player>,
}

impl Names {
    /// A player inside a sentence: `you` or `Red`.
    pub(crate) fn of(self, player: Player) -> &'static str {
        match player {
            _ if self.you == Some(player) => "you",
            Player::First => "Red",
            Player::Second => "Yellow",
        }
    }

    pub(crate) fn possessive(self, player: Player) -> &'static str {
        match player {
            _ if self.you == Some(player) => "your",
            Player::First => "Red's",
            Player::Second => "Yellow's",
        }
    }

    /// The text in its final form: `#` follows verbs of the `hero`, `%` those of the other side, and brackets enclose
    /// the name of a pattern.
    pub(crate) fn said(self, hero: Player, text: &str) -> String {
        let mut said = String::new();
        for letter in text.chars() {
            let player = match letter {
                '#' => hero,
                '%' => hero.other(),
                '[' | ']' => continue,
                // Only "you" begins so.
                'y' if said.is_empty() || said.ends_with(". ") => {
                    said.push('Y');
                    continue;
                }
                letter => {
                    said.push(letter);
                    continue;
                }
            };
            if self.you == Some(player) {
                said.pop();
                if said.ends_with("ha") {
                    said.push_str("ve");
                } else if said.ends_with("oe") {
                    said.pop();
                }
            }
        }
        said
    }
}
