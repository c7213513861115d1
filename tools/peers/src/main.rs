//! One solver behind a line protocol: a move string in, `SCORE NANOSECONDS` out.
//!
//! Each position is solved with a cold table and without a book; clearing the table is not timed. Ours also takes the
//! size of a board.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use foursight::notation::moves;
use foursight::{AnySize, Position, Size};
use foursight_engine::{AnySolver, Solve, TableSize};

/// Solves the position after some moves.
type Solver = Box<dyn FnMut(&str) -> (i32, Duration)>;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let board = arguments.next();
    let mut solve = match name.as_str() {
        "foursight" => match board {
            None => ours(foursight_engine::Solver::new(foursight::STANDARD), foursight::STANDARD),
            Some(board) => {
                let size: AnySize = board.parse().expect("a size such as 7x7");
                ours(AnySolver::new(size, TableSize::default()), size)
            }
        },
        "connect-four-ai" => connect_four_ai(),
        "connect-four-solver" => connect_four_solver(),
        _ => panic!("{name:?} is not one of foursight, connect-four-ai, connect-four-solver"),
    };
    for line in io::stdin().lock().lines() {
        let (score, time) = solve(&line?);
        writeln!(io::stdout(), "{score} {}", time.as_nanos())?;
    }
    Ok(())
}

fn timed<T>(solve: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let score = solve();
    (score, start.elapsed())
}

fn ours<S: Size>(mut solver: impl Solve<S> + 'static, size: S) -> Solver {
    Box::new(move |moves| {
        let position: Position<S> = moves::position(moves, size).expect("the moves are legal");
        solver.clear();
        let (score, time) = timed(|| solver.score(&position));
        (score.value(), time)
    })
}

fn connect_four_ai() -> Solver {
    let mut solver = connect_four_ai::Solver::empty();
    Box::new(move |moves| {
        let position = connect_four_ai::Position::from_moves(moves).expect("the moves are legal");
        solver.reset();
        let (score, time) = timed(|| solver.solve(&position));
        (score.into(), time)
    })
}

fn connect_four_solver() -> Solver {
    Box::new(|moves| {
        let game = connect_four_solver::ConnectFour::from_move_list(moves);
        let mut solver = connect_four_solver::Solver::new();
        let (score, time) = timed(|| solver.score(&game));
        (score.into(), time)
    })
}
