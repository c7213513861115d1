//! The engine's levels as players: `random`, `level:0` to `level:10`, and `perfect`.

/// The strongest level, which plays perfectly; level 0 plays at random.
pub(crate) const PERFECT: u8 = 10;

/// The level that a text names; `None` if it names none, and an error if there is no such level.
pub(super) fn read(text: &str) -> Option<Result<u8, String>> {
    let number = match text {
        "random" => return Some(Ok(0)),
        "perfect" => return Some(Ok(PERFECT)),
        _ => text.strip_prefix("level:")?,
    };
    let level = number.parse().ok().filter(|&level| level <= PERFECT);
    Some(
        level.ok_or_else(|| {
            format!("{number:?} is not a level from 0 (random) to {PERFECT} (perfect)")
        }),
    )
}

/// The names of all levels.
pub(super) fn names() -> impl Iterator<Item = String> {
    let levels = (0..=PERFECT).map(|level| format!("level:{level}"));
    levels.chain(["random", "perfect"].map(str::to_owned))
}
