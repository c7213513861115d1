//! Which move each line of a log belongs to.

use crate::grade::seat;
use crate::record::{Channel, StoredGame};

/// For each line of the log the index of the move that it belongs to; `None` before the first.
///
/// A player is asked by lines that are sent to it, so a turn begins where lines go to another player
/// than before. How many of these there are before the first move depends on how each player is
/// greeted: the turns are counted from the end. A player that was asked and did not answer has the
/// last turn, whose index is the number of moves.
///
/// No line belongs to a move where this cannot be told, as in a log that was cut.
pub(super) fn of_lines(game: &StoredGame) -> Vec<Option<usize>> {
    let segments = segments(game);
    let first = first_turn(game, &segments);
    if !segments.get(first..).is_some_and(|turns| are_plausible(game, turns)) {
        return vec![None; game.log.len()];
    }
    // The latest segment of each player: what it says then is about its own move.
    let mut latest: [Option<usize>; 2] = [None; 2];
    let mut segment = 0;
    let mut lines = Vec::with_capacity(game.log.len());
    for (index, line) in game.log.iter().enumerate() {
        if segments.get(segment).is_some_and(|next| next.start == index) {
            latest[line.seat % 2] = Some(segment);
            segment += 1;
        }
        let turn = latest[line.seat % 2].and_then(|latest| latest.checked_sub(first));
        lines.push(turn.map(|turn| turn.min(game.moves.len())));
    }
    lines
}

/// A run of lines that begins with one to a player and lasts until one goes to the other.
struct Segment {
    start: usize,
    seat: usize,
    /// When it began, in microseconds.
    micros: u64,
    is_answered: bool,
}

fn segments(game: &StoredGame) -> Vec<Segment> {
    let mut segments = Vec::<Segment>::new();
    for (index, line) in game.log.iter().enumerate() {
        match (line.channel, segments.last_mut()) {
            (Channel::Sent, last) if last.as_ref().is_none_or(|last| last.seat != line.seat) => {
                segments.push(Segment {
                    start: index,
                    seat: line.seat,
                    micros: line.micros,
                    is_answered: false,
                });
            }
            (Channel::Received, Some(last)) if last.seat == line.seat => last.is_answered = true,
            _ => {}
        }
    }
    segments
}

/// The segment of the first move.
fn first_turn(game: &StoredGame, segments: &[Segment]) -> usize {
    let n_moves = game.moves.len();
    let is_decided = matches!(game.ending.as_str(), "line" | "draw");
    // A goodbye after the last move is no turn.
    let n_goodbyes = segments.iter().rev().take_while(|last| is_decided && !last.is_answered);
    let n_segments = segments.len() - n_goodbyes.count();
    let n_asked = n_moves + usize::from(!is_decided && was_asked(game, segments));
    n_segments.saturating_sub(n_asked)
}

/// Whether each turn is that of the player who moved, who answered, and not before the time that the
/// moves before it took.
fn are_plausible(game: &StoredGame, turns: &[Segment]) -> bool {
    let mut earliest = 0;
    turns.len() >= game.moves.len()
        && turns.iter().take(game.moves.len()).enumerate().all(|(index, turn)| {
            let is_late_enough = turn.micros >= earliest;
            earliest += game.micros.get(index).copied().unwrap_or(0);
            turn.is_answered && is_late_enough && turn.seat == seat(game, index)
        })
}

/// Whether the last lines went to the player whose move is missing.
fn was_asked(game: &StoredGame, segments: &[Segment]) -> bool {
    let is_last = segments.last().is_some_and(|last| last.seat == seat(game, game.moves.len()));
    is_last && game.ending != "start failure"
}
