//! The tree of a plan as SVG: a row for each turn of its side, from the start down, and a box for each position.
//!
//! A box is as wide as the number of positions that its side must know from there on. Each position has one box: if
//! games reach it in several ways, the box lies below the first of them.

use std::collections::BTreeSet;
use std::fmt::Write;

use foursight::plan::{Plan, Step};
use foursight::{AnySize, Position, counted};

const WIDTH: usize = 960;
const ROW: usize = 24;

/// The fills of a disc alone, of a rule that leaves replies out, and of a rule that answers all.
const FILLS: [&str; 3] = ["#8c2d2d", "#d9705f", "#f2c9c0"];

struct Tree {
    /// The index of its fill.
    fill: usize,
    n_positions: usize,
    replies: Vec<Tree>,
}

/// The tree of a plan that has passed its check.
pub fn plan_tree(plan: &Plan) -> String {
    let trees = Grower { plan, seen: BTreeSet::new() }.trees();
    let mut picture =
        Picture { n_positions: trees.iter().map(|tree| tree.n_positions).sum(), boxes: Vec::new() };
    picture.add(&trees, 0, 0);
    let (height, n_rows) = (ROW * picture.boxes.len(), picture.boxes.len());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\">\n<title>A plan of {} in {}</title>\n",
        counted(picture.n_positions, "position"),
        counted(n_rows, "turn"),
    );
    for (fill, index) in FILLS.iter().zip(0..) {
        let path: String = picture.boxes.iter().map(|row| &*row[index]).collect();
        writeln!(svg, "<path fill=\"{fill}\" d=\"{path}\"/>").expect("a string takes all");
    }
    svg + "</svg>\n"
}

struct Grower<'a> {
    plan: &'a Plan,
    seen: BTreeSet<u128>,
}

impl Grower<'_> {
    fn trees(&mut self) -> Vec<Tree> {
        let start = *self.plan.position();
        if start.side_to_move() == self.plan.hero() {
            self.tree(&start).into_iter().collect()
        } else {
            self.replies(&start, |_| true)
        }
    }

    /// The tree of a position that has a line in the plan but no box yet.
    fn tree(&mut self, position: &Position<AnySize>) -> Option<Tree> {
        let step = self.plan.step(position)?;
        if !self.seen.insert(position.canonical_key()) {
            return None;
        }
        let after = position.play(step.cell.column).ok()?;
        let replies = self.replies(&after, |cell| step.has_own(cell));
        let n_positions = 1 + replies.iter().map(|tree| tree.n_positions).sum::<usize>();
        Some(Tree { fill: fill(&step), n_positions, replies })
    }

    fn replies(
        &mut self,
        position: &Position<AnySize>,
        is_own: impl Fn(foursight::Cell) -> bool,
    ) -> Vec<Tree> {
        let own = position.moves().filter(|&column| position.landing(column).is_some_and(&is_own));
        let next: Vec<_> = own.filter_map(|column| position.play(column).ok()).collect();
        next.iter().filter_map(|next| self.tree(next)).collect()
    }
}

fn fill(step: &Step) -> usize {
    match &step.answers {
        None => 0,
        Some(_) if !step.own.is_empty() => 1,
        Some(_) => 2,
    }
}

struct Picture {
    n_positions: usize,
    /// For each turn, a path of each fill.
    boxes: Vec<[String; FILLS.len()]>,
}

impl Picture {
    /// Adds the boxes of trees side by side, from the position `left` on.
    fn add(&mut self, trees: &[Tree], mut left: usize, row: usize) {
        if trees.is_empty() {
            return;
        }
        self.boxes.resize_with(self.boxes.len().max(row + 1), Default::default);
        for tree in trees {
            let at = |n: usize| (n * WIDTH) as f64 / self.n_positions as f64;
            let (x, right, y) = (at(left), at(left + tree.n_positions), row * ROW);
            let (path, height) = (&mut self.boxes[row][tree.fill], ROW - 2);
            write!(path, "M{x:.1} {y}H{right:.1}v{height}H{x:.1}z").expect("a string takes all");
            self.add(&tree.replies, left, row + 1);
            left += tree.n_positions;
        }
    }
}
