//! Parts of the search that tests leave out, to see what each part decides.

/// A part that can be left out; the search is then slower, but just as correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The last two moves of an attack.
    Deadline,
    DeadLines,
    /// A rule of follow-up, by its number.
    Rule(u8),
    // The excuses of follow-up line by line.
    Pairs,
    Closure,
    Lateness,
    Rounds,
    // The features that put positions into the same class.
    GoneCells,
    DeadDiscs,
    WaitingMoves,
}

#[cfg(not(test))]
#[expect(clippy::inline_always, reason = "nothing is left of it")]
#[inline(always)]
pub(crate) fn is_left_out(_: Part) -> bool {
    false
}

#[cfg(test)]
pub(crate) use left_out::{is_left_out, without};

#[cfg(test)]
mod left_out {
    use std::cell::Cell;

    use super::Part;

    thread_local! {
        static LEFT_OUT: Cell<Option<Part>> = const { Cell::new(None) };
    }

    pub(crate) fn is_left_out(part: Part) -> bool {
        LEFT_OUT.get() == Some(part)
    }

    /// The result of `find` without `part`.
    pub(crate) fn without<T>(part: Part, find: impl FnOnce() -> T) -> T {
        LEFT_OUT.set(Some(part));
        let found = find();
        LEFT_OUT.set(None);
        found
    }
}
