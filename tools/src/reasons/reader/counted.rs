//! Counted reasons: each game is played again on a plain board.

use foursight::{AnySize, Cell, Column, Position};
use foursight_engine::MoveScores;
use foursight_engine::review::Lesson;

use super::board::Board;
use super::grammar::player;
use super::{Checked, holds};

/// The number of games after each move in which all moves must be best ones; that takes longest.
const N_SOLVED: usize = 2;

/// Whether the count in the headline is true.
pub(super) fn check(
    lesson: &Lesson,
    before: &Position<AnySize>,
    solve: &mut dyn FnMut(&Position<AnySize>) -> MoveScores,
) -> Checked {
    let headline = lesson.headline(None);
    let Some((_, said)) = headline.split_once(" Counted: in ") else {
        return holds(lesson.counted.is_none(), "the count is not said");
    };
    let games = &lesson.counted.as_ref().ok_or("nothing was counted")?.games;
    let (numbers, rest) = said.split_once(" games of perfect play after ").ok_or("what?")?;
    let (first, rest) = rest.split_once(", ").ok_or("after what?")?;
    holds(first == lesson.cell.to_string(), "another first move")?;
    let (n_alike, n_games) = numbers.split_once(" of ").ok_or("how many?")?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is no number"));
    let (n_alike, n_games) = (number(n_alike)?, number(n_games)?);
    holds(n_games >= 20 && 5 * n_alike >= 3 * n_games, "too few games")?;
    let (winner, rest) = rest.split_once(' ').ok_or("who?")?;
    let winner = player(winner).ok_or("who?")?;
    let (end, better) = rest.split_once("; after ").ok_or("no other move")?;
    let (better, n_better) = better.split_once(", in ").ok_or("how often?")?;
    holds(better == lesson.better.to_string(), "another move")?;
    let n_better = number(n_better.trim_end_matches('.'))?;
    let (end, below) = end.split_once(", on top of ").unwrap_or((end, ""));
    let cells = end.strip_prefix("wins with ").or(end.strip_prefix("completes ")).ok_or("how?")?;
    let cells: Result<Vec<Cell>, _> = cells.split('-').map(str::parse).collect();
    let cells = cells.map_err(|_| "no cells")?;
    let sides = [(lesson.cell, n_alike, below), (lesson.better, n_better, "")];
    for (games, (first, expected, below)) in games.iter().zip(sides) {
        holds(games.len() == n_games, "another number of games")?;
        let mut n_so = 0;
        for (number, moves) in games.iter().enumerate() {
            holds(moves.first() == Some(&first.column), "another first move")?;
            let solve = if number < N_SOLVED { Some(&mut *solve) } else { None };
            let (end, reply, board) = play(before, moves, solve)?;
            let is_line = cells.iter().all(|cell| board.has(*cell, winner));
            let is_so = cells.contains(&end) && (cells.len() == 1 || is_line);
            if is_so && board.has(end, winner) && board.completes(end, winner) {
                n_so += 1;
                let is_below = below.is_empty()
                    || below.ends_with(&reply.to_string())
                        && (reply.column, reply.row + 1) == (end.column, end.row);
                holds(is_below, "the disc below is not the one before")?;
            }
        }
        holds(n_so == expected, &format!("{n_so} games, not {expected}"))?;
    }
    Ok(())
}

/// Returns the scores of all moves of a position.
type Scores<'a> = dyn FnMut(&Position<AnySize>) -> MoveScores + 'a;

/// Plays a game to its end: its last two discs, and the last board.
fn play(
    before: &Position<AnySize>,
    moves: &[Column],
    mut solve: Option<&mut Scores<'_>>,
) -> Checked<(Cell, Cell, Board)> {
    let (mut position, mut board) = (*before, Board::new(before));
    let mut last = [None; 2];
    for (number, &column) in moves.iter().enumerate() {
        let cell = board.landing(column).ok_or("a move cannot be played")?;
        if let Some(solve) = solve.as_mut().filter(|_| number > 0) {
            let scores = solve(&position);
            let own = scores.get(column).ok_or("a move cannot be played")?;
            // A limit may leave open whether other moves are best as well.
            let is_worse = scores.best().is_some_and(|best| own.upper < best.lower);
            holds(!is_worse, "not one of the best moves")?;
        }
        board = board.with(cell, position.side_to_move());
        position = position.play(column).map_err(|error| error.to_string())?;
        last = [Some(cell), last[0]];
    }
    holds(position.outcome().is_some(), "the game goes on")?;
    match last {
        [Some(end), Some(reply)] => Ok((end, reply, board)),
        _ => Err("too short".to_owned()),
    }
}
