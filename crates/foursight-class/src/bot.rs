//! The players of the ladder's games: versions of pupils' bots, and levels of this program.

/// A player of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Bot {
    /// The version with this number in the database.
    Version(i64),
    /// The level with this number.
    Level(u8),
}

/// The Elo of each level, with level 0 at 0: from the results in `docs/levels.md`, each level against the one below.
pub(crate) const LEVELS: [f64; 11] =
    [0.0, 226.0, 328.0, 438.0, 592.0, 743.0, 888.0, 976.0, 1065.0, 1163.0, 1253.0];

/// The levels that play in every ladder.
pub(crate) const ANCHORS: [u8; 6] = [0, 2, 4, 6, 8, 10];

impl Bot {
    /// The number that represents it in the database: levels are negative.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Version(id) => id,
            Self::Level(level) => -1 - i64::from(level),
        }
    }

    pub(crate) fn of_number(number: i64) -> Self {
        match u8::try_from(-1 - number) {
            Ok(level) if number < 0 => Self::Level(level),
            _ => Self::Version(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn bots_have_numbers() {
        for bot in [Bot::Version(1), Bot::Version(7000), Bot::Level(0), Bot::Level(10)] {
            assert_eq!(Bot::of_number(bot.number()), bot);
        }
    }

    /// The scale comes from the published results.
    #[test]
    fn levels_are_as_far_apart_as_their_published_results() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/levels.md");
        let page = fs::read_to_string(page).unwrap();
        let (mut sum, mut n_levels) = (0.0_f64, 1);
        let standard_board = page.split("\n## ").next().unwrap();
        for line in standard_board.lines().filter(|line| line.ends_with("% |")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let share = cells[7].split(' ').next().unwrap().parse::<f64>().unwrap() / 100.0;
            sum += 400.0 * (share / (1.0 - share)).log10();
            assert!((LEVELS[n_levels] - sum).abs() < 1.0, "level {n_levels}: {sum}");
            n_levels += 1;
        }
        assert_eq!(n_levels, LEVELS.len());
    }
}
