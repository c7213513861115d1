//! Gives the watching stage priority over the program, no matter how many processes that has.
//!
//! Where the kernel gives every session an equal share of the processors (autogroup), sessions of their own suffice.

use rustix::process::setpriority_process;

use super::failure::{Failure, Step};

/// How nice the program is to others: a process gets a ninth of what one with ordinary priority gets.
const PROGRAM: i32 = 10;

/// How nice the watching stage is, which seldom needs a processor, but then soon.
const WATCH: i32 = -10;

/// Raises the priority of this stage where its user has the right to.
pub(super) fn raise() {
    let _ = setpriority_process(None, WATCH);
}

/// Lowers the priority of this stage to that of the program.
pub(super) fn lower() -> Result<(), Failure> {
    setpriority_process(None, PROGRAM).step("priority")
}
