//! A game as a file: headers in brackets, an empty line, the moves and the result.
//!
//! ```text
//! [Size "7x6"]
//! [Connect "4"]
//! [Red "human"]
//! [Yellow "level:6"]
//! [Start "44"]
//!
//! 3354 *
//! ```
//!
//! `Start` is there only if the game did not begin on the empty board. The result is `1-0` for red,
//! `0-1` for yellow, `1/2-1/2` for a draw and `*` for a game that goes on.

use foursight::notation::moves;
use foursight::{AnySize, Game, Outcome, Player, Size};

use super::player::PlayerKind;

/// The text of a game file; the first `n_start` moves were given, not played.
pub(super) fn write(
    game: &Game<AnySize>,
    n_start: usize,
    [red, yellow]: [PlayerKind; 2],
) -> String {
    let size = game.position().size();
    let mut headers = vec![
        ("Size", size.to_string()),
        ("Connect", size.connect().to_string()),
        ("Red", red.to_string()),
        ("Yellow", yellow.to_string()),
    ];
    let (start, played) = game.moves().split_at(n_start);
    if !start.is_empty() {
        headers.push(("Start", moves::write(start)));
    }
    let headers: Vec<String> =
        headers.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let text = format!("{} {}", moves::write(played), result(game.outcome()));
    headers.concat() + "\n" + text.trim_start() + "\n"
}

fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Win(Player::First)) => "1-0",
        Some(Outcome::Win(Player::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
    }
}
