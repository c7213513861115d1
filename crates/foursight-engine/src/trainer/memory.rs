//! The times to repeat a question: FSRS-6, the Free Spaced Repetition Scheduler of the Open Spaced Repetition project.
//!
//! The formulas and weights are the [published ones](https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm),
//! for the grades *again* and *good* alone.

/// The weights w0 to w20 that fit most people, without those for the other two grades.
const FIRST_WRONG: f64 = 0.212;
const FIRST_RIGHT: f64 = 2.3065;
const W4: f64 = 6.4133;
const W5: f64 = 0.8334;
const W6: f64 = 3.0194;
const W7: f64 = 0.001;
const W8: f64 = 1.8722;
const W9: f64 = 0.1666;
const W10: f64 = 0.796;
const W11: f64 = 1.4835;
const W12: f64 = 0.0614;
const W13: f64 = 0.2629;
const W14: f64 = 1.6483;
const W17: f64 = 0.5425;
const W18: f64 = 0.0912;
const W19: f64 = 0.0658;
const W20: f64 = 0.1542;

/// The grades.
const AGAIN: f64 = 1.0;
const GOOD: f64 = 3.0;
const EASY: f64 = 4.0;

const LEAST_STABILITY: f64 = 0.001;
const MOST_DAYS: f64 = 36_500.0;

/// The strength of the memory of an item.
///
/// ```
/// use foursight_engine::trainer::Memory;
///
/// let first = Memory::after(None, 0.0, true);
/// assert_eq!(first.days(), 2);
/// let second = Memory::after(Some(first), 2.0, true);
/// assert!(second.days() > 5);
/// assert_eq!(Memory::after(Some(second), 5.0, false).days(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The number of days after which nine of ten such items are still remembered; above 0.
    pub stability: f64,
    /// The difficulty of the item, from 1 to 10.
    pub difficulty: f64,
}

impl Memory {
    /// The memory after an answer that comes `days` after the previous one, if there was one.
    pub fn after(memory: Option<Self>, days: f64, is_right: bool) -> Self {
        let grade = if is_right { GOOD } else { AGAIN };
        let Some(memory) = memory else {
            let stability = if is_right { FIRST_RIGHT } else { FIRST_WRONG };
            return Self { stability, difficulty: first_difficulty(grade).clamp(1.0, 10.0) };
        };
        let step = -W6 * (grade - GOOD) * ((10.0 - memory.difficulty) / 9.0);
        let difficulty = W7 * first_difficulty(EASY) + (1.0 - W7) * (memory.difficulty + step);
        Self {
            stability: memory.next_stability(days, is_right).max(LEAST_STABILITY),
            difficulty: difficulty.clamp(1.0, 10.0),
        }
    }

    /// The whole number of days after which nine of ten such items are still remembered, at least one.
    pub fn days(&self) -> u32 {
        self.stability.round().clamp(1.0, MOST_DAYS) as u32
    }

    fn next_stability(&self, days: f64, is_right: bool) -> f64 {
        let Self { stability: s, difficulty: d } = *self;
        if days < 1.0 {
            let grade = if is_right { GOOD } else { AGAIN };
            let growth = (W17 * (grade - GOOD + W18)).exp() * s.powf(-W19);
            return s * if is_right { growth.max(1.0) } else { growth };
        }
        let forgotten = 1.0 - self.retrievability(days);
        if is_right {
            let growth = W8.exp() * (11.0 - d) * s.powf(-W9) * ((W10 * forgotten).exp() - 1.0);
            return s * (1.0 + growth);
        }
        let long = W11 * d.powf(-W12) * ((s + 1.0).powf(W13) - 1.0) * (W14 * forgotten).exp();
        long.min(s / (W17 * W18).exp())
    }

    /// The probability of remembering the item after `days`, from 0 to 1.
    fn retrievability(&self, days: f64) -> f64 {
        let factor = 0.9_f64.powf(-1.0 / W20) - 1.0;
        (1.0 + factor * days / self.stability).powf(-W20)
    }
}

fn first_difficulty(grade: f64) -> f64 {
    W4 - (W5 * (grade - 1.0)).exp() + 1.0
}
