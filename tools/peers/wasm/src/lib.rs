//! The solver connect-four-ai, for a host that writes moves into `text` and calls `solve` with their number.

use std::cell::RefCell;

use connect_four_ai::{Position, Solver};

const MOST_MOVES: usize = 42;

thread_local! {
    static TEXT: RefCell<[u8; MOST_MOVES]> = const { RefCell::new([0; MOST_MOVES]) };
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::default());
}

/// The buffer into which the host writes the moves.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *mut u8 {
    TEXT.with_borrow_mut(|text| text.as_mut_ptr())
}

/// The score after the first `n_moves` of them, from an empty table.
#[unsafe(no_mangle)]
pub extern "C" fn solve(n_moves: usize) -> i32 {
    let text = TEXT.with_borrow(|text| text[..n_moves].to_vec());
    let moves = String::from_utf8(text).expect("moves are digits");
    let position = Position::from_moves(&moves).expect("the moves are legal");
    SOLVER.with_borrow_mut(|solver| {
        solver.reset();
        solver.solve(&position).into()
    })
}
