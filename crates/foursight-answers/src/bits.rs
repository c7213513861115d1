//! `/api/bits`: the bitboards of a position and the win test by shifting.

use foursight::bits_explained::{Layout, LineTest};
use foursight::{AnySize, Direction, Position};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::CONTRACT;

/// The bitboards of a position, and the win test step by step.
#[derive(Serialize, ToSchema)]
pub struct BitsBody {
    /// The version of this format.
    #[schema(example = 1)]
    version: u32,
    /// With an empty bit above every column; the lower left cell is bit 0.
    sentinel: LayoutBody,
    /// Without spare bits; the lower left cell is the leading bit.
    packed: LayoutBody,
}

#[derive(Serialize, ToSchema)]
struct LayoutBody {
    /// Words by name, as decimal digits, because they can exceed 53 bits.
    #[serde(serialize_with = "as_object")]
    #[schema(value_type = BTreeMap<String, String>)]
    words: Vec<(&'static str, String)>,
    /// The win test for the discs of the side that has just moved.
    line_tests: Vec<LineTestBody>,
}

#[derive(Serialize, ToSchema)]
struct LineTestBody {
    #[schema(example = "vertical")]
    direction: &'static str,
    /// The number of bits between neighbors.
    stride: usize,
    steps: Vec<StepBody>,
}

/// `remaining = before & (before >> shift) & !wrapped`.
#[derive(Serialize, ToSchema)]
struct StepBody {
    before: String,
    shift: usize,
    shifted: String,
    wrapped: String,
    remaining: String,
}

impl BitsBody {
    /// The bitboards of a position.
    pub fn new(position: &Position<AnySize>) -> Self {
        let body = |layout| LayoutBody::new(position, layout);
        Self { version: CONTRACT, sentinel: body(Layout::Sentinel), packed: body(Layout::Packed) }
    }
}

impl LayoutBody {
    fn new(position: &Position<AnySize>, layout: Layout) -> Self {
        let test = |direction| LineTestBody::new(&layout.line_test(position.opponent(), direction));
        let words = layout.words(position).into_iter().map(|(name, word)| (name, word.to_string()));
        Self { words: words.collect(), line_tests: Direction::ALL.map(test).into() }
    }
}

fn as_object<S: Serializer>(
    words: &[(&'static str, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(words.iter().map(|(name, word)| (name, word)))
}

impl LineTestBody {
    fn new(test: &LineTest) -> Self {
        let steps = test.steps.iter().map(|step| StepBody {
            before: step.before.to_string(),
            shift: step.shift,
            shifted: step.shifted.to_string(),
            wrapped: step.wrapped.to_string(),
            remaining: step.remaining.to_string(),
        });
        Self { direction: test.direction.name(), stride: test.stride, steps: steps.collect() }
    }
}
