//! Explanations of random positions and mistakes, each read independently and beside its mirror image.

use std::ops::Range;

use fastrand::Rng;
use foursight::{AnySize, Cell, Column, Position, Size};
use foursight_engine::why::{Explanation, Replies, Reply, Why};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, MoveScores, OpeningBooks, Solve, TableSize,
};

use super::Reader;

/// The maximum number of nodes to search for the scores of one position's moves.
const MAX_NODES: u64 = 100_000_000;

/// The explanations read so far.
#[derive(Default)]
pub(crate) struct Survey {
    pub(crate) n_positions: usize,
    pub(crate) n_mistakes: usize,
    pub(crate) n_sentences: usize,
    pub(crate) n_maps: usize,
    /// The errors, each with its position or move.
    pub(crate) errors: Vec<String>,
}

impl Survey {
    /// The number of explanations read.
    pub(crate) fn n_all(&self) -> usize {
        self.n_positions + self.n_mistakes
    }

    /// Explains `n_positions` positions of `size` after some plies, and, in each that has one, a mistake.
    pub(crate) fn add(
        &mut self,
        size: AnySize,
        plies: Range<usize>,
        n_positions: usize,
        random: &mut Rng,
    ) {
        let solver = AnySolver::new(size, TableSize::from_mib(32));
        let mut solver = BookSolver::new(OpeningBooks::embedded(), solver);
        for _ in 0..n_positions {
            let position = random_position(size, random.usize(plies.clone()), random);
            let scores = exact(&mut solver, &position);
            if scores.moves().any(|(_, score)| score.score().is_none()) {
                continue;
            }
            self.explain(&mut solver, &position, &scores);
            if let Some(column) = mistake(&scores, random) {
                let why = of_move(&mut solver, &position, column, &scores);
                let cell = position.landing(column).expect("the move is legal");
                self.n_mistakes += 1;
                self.read(&mut solver, &why, Some((position, cell)), &position);
                self.compare_mistake(&mut solver, &why, &position, column);
            }
        }
    }

    /// Explains a position and its mirror image.
    pub(crate) fn explain(
        &mut self,
        solver: &mut impl Solve<AnySize>,
        position: &Position<AnySize>,
        scores: &MoveScores,
    ) -> Why {
        let why = of_position(solver, position, scores);
        self.n_positions += 1;
        self.read(solver, &why, None, position);
        if position.mirror() != *position {
            let image = position.mirror();
            let scores = exact(solver, &image);
            let mirrored = of_position(solver, &image, &scores);
            self.compare(&why, &mirrored);
        }
        why
    }

    fn read(
        &mut self,
        solver: &mut impl Solve<AnySize>,
        why: &Why,
        mistake: Option<(Position<AnySize>, Cell)>,
        position: &Position<AnySize>,
    ) {
        self.n_sentences += why.parts.len();
        self.n_maps += usize::from(matches!(why.explanation, Explanation::Replies { .. }));
        let mut reader = Reader { mistake, solve: &mut |position| exact(solver, position) };
        if let Err(error) = reader.check(why) {
            let last = mistake.map_or_else(String::new, |(_, cell)| format!(", {cell}"));
            self.errors
                .push(format!("{position:?}{last}: {error}\n  {}", why.lines().join("\n  ")));
        }
    }

    fn compare_mistake(
        &mut self,
        solver: &mut impl Solve<AnySize>,
        why: &Why,
        position: &Position<AnySize>,
        column: Column,
    ) {
        let after = position.play(column).expect("the move is legal");
        // In a symmetrical position, either side may come first.
        if [*position, after].iter().any(|position| *position == position.mirror()) {
            return;
        }
        let (image, column) = (position.mirror(), column.mirror(position.size().width()));
        let scores = exact(solver, &image);
        let mirrored = of_move(solver, &image, column, &scores);
        self.compare(why, &mirrored);
    }

    fn compare(&mut self, why: &Why, image: &Why) {
        let position = &why.position;
        if let Explanation::Example { line, .. } = &why.explanation {
            let play = |position: Position<AnySize>, column: &Column| position.play(*column);
            let end = line.iter().try_fold(*position, play).expect("an example can be played");
            // A line that leads to a symmetrical board may come from either side.
            if end == end.mirror() {
                return;
            }
        }
        if let Explanation::Replies { map, .. } = &why.explanation
            && has_image_of_its_own(map)
        {
            return;
        }
        let width = position.size().width();
        let one = why.lines().iter().map(|line| tokens(line, None)).collect::<Vec<_>>();
        let two = image.lines().iter().map(|line| tokens(line, Some(width))).collect::<Vec<_>>();
        let sorted = |mut lines: Vec<Vec<String>>| {
            lines.sort();
            lines
        };
        let line: Vec<Column> = image.line.iter().map(|column| column.mirror(width)).collect();
        let better = image.better.map(|column| column.mirror(width));
        if sorted(one) != sorted(two) || line != why.line || better != why.better {
            let shown = |why: &Why| {
                let line = why.line_cells().iter().map(Cell::to_string).collect::<Vec<_>>();
                format!("{} ({})", why.lines().join("\n  "), line.join(" "))
            };
            let (one, two) = (shown(why), shown(image));
            self.errors.push(format!("{position:?} in a mirror:\n  {one}\n  {two}"));
        }
    }
}

/// Whether a position of the map is its own mirror image, so that its strategy may begin on either side.
fn has_image_of_its_own(map: &Replies) -> bool {
    let is_own = |position: Position<AnySize>| position == position.mirror();
    is_own(map.position)
        || map.replies.iter().any(|(column, reply)| {
            map.position.play(*column).is_ok_and(is_own)
                || matches!(reply, Reply::Followed(map) if has_image_of_its_own(map))
        })
}

fn of_position(
    solver: &mut impl Solve<AnySize>,
    position: &Position<AnySize>,
    scores: &MoveScores,
) -> Why {
    Why::of_position(position, scores, solver, &mut Control::default())
}

fn of_move(
    solver: &mut impl Solve<AnySize>,
    position: &Position<AnySize>,
    column: Column,
    scores: &MoveScores,
) -> Why {
    Why::of_move(position, column, scores, solver, &mut Control::default())
}

/// A move that makes the result worse, if there is one.
fn mistake(scores: &MoveScores, random: &mut Rng) -> Option<Column> {
    let best = scores.best().and_then(|best| best.verdict());
    let mistakes = scores.moves().filter(|(_, score)| score.verdict() < best);
    random.choice(mistakes.map(|(column, _)| column).collect::<Vec<_>>())
}

/// Exact scores, unless they take too long.
pub(crate) fn exact(solver: &mut impl Solve<AnySize>, position: &Position<AnySize>) -> MoveScores {
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::default() };
    solver.solve_moves(position, Goal::Score, &mut Control::limited(limits))
}

/// An open position with `n_discs` discs, or with fewer if no more fit without a line. Half of the time, neither side
/// lets the other complete a line on the way there.
fn random_position(size: AnySize, n_discs: usize, random: &mut Rng) -> Position<AnySize> {
    let is_careful = random.bool();
    'game: for n_tries in 0.. {
        let n_discs = n_discs.saturating_sub(n_tries / 50);
        let mut position = Position::empty(size);
        for _ in 0..n_discs {
            let open = position.moves().filter(|column| !position.is_winning_move(*column));
            let open: Vec<Column> = open.collect();
            let loses = |column: &Column| {
                let next = position.play(*column).expect("it was generated");
                next.moves().any(|reply| next.is_winning_move(reply))
            };
            let safe: Vec<Column> = open.iter().copied().filter(|column| !loses(column)).collect();
            let choice = if is_careful && !safe.is_empty() { safe } else { open };
            let Some(column) = random.choice(choice) else { continue 'game };
            position = position.play(column).expect("it was generated");
        }
        return position;
    }
    unreachable!("the empty board has no line")
}

/// The words in alphabetical order, so that the order of listed cells does not matter; with `mirrored`, the width of
/// the board, cells and columns are replaced by their mirror images.
fn tokens(line: &str, mirrored: Option<usize>) -> Vec<String> {
    let mut last = "";
    let mut tokens = Vec::new();
    for word in line.split(|symbol: char| !symbol.is_alphanumeric() && symbol != '-') {
        let cells: Option<Vec<Cell>> = word.split('-').map(|cell| cell.parse().ok()).collect();
        let mirror = |cell: Cell| mirrored.map_or(cell, |width| cell.mirror(width));
        let column = format!("{word}1").parse::<Cell>();
        tokens.push(match (cells, column) {
            (Some(cells), _) => {
                let mut cells: Vec<String> =
                    cells.into_iter().map(|cell| mirror(cell).to_string()).collect();
                cells.sort();
                cells.join("-")
            }
            (None, Ok(cell)) if last == "column" || last == "else" => mirror(cell).to_string(),
            // The number of an item.
            _ if word.parse::<u8>().is_ok() => String::new(),
            _ => word.to_owned(),
        });
        last = if word.is_empty() { last } else { word };
    }
    tokens.sort();
    tokens
}

/// All boards of at most `max_cells` cells, with lines of three to six.
pub(crate) fn sizes(max_cells: usize) -> impl Iterator<Item = AnySize> {
    let lengths = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
    let sides =
        lengths.clone().flat_map(move |width| lengths.clone().map(move |height| (width, height)));
    let sides = sides.filter(move |(width, height)| width * height <= max_cells);
    sides.flat_map(|(width, height)| {
        let connects = AnySize::MIN_CONNECT..=AnySize::MAX_CONNECT;
        connects.filter_map(move |connect| AnySize::new(width, height, connect).ok())
    })
}

/// The plies near the end of a game, except the very last.
pub(crate) fn last_plies(size: AnySize) -> Range<usize> {
    let n_cells = size.n_cells();
    n_cells.saturating_sub(14)..n_cells - (n_cells / 8).min(4)
}

/// `n_mistakes` mistakes on the standard board from the ply `first` on, each compared only with its mirror image.
#[cfg(test)]
pub(crate) fn mirrored(first: usize, n_mistakes: usize, seed: u64) -> Survey {
    let (mut survey, random) = (Survey::default(), &mut Rng::with_seed(seed));
    let solver = &mut AnySolver::new(AnySize::default(), TableSize::from_mib(8));
    while survey.n_mistakes < n_mistakes {
        let n_discs = random.usize(first..foursight::STANDARD.n_cells());
        let position = random_position(AnySize::default(), n_discs, random);
        let scores = exact(solver, &position);
        if let Some(column) = mistake(&scores, random) {
            let why = of_move(solver, &position, column, &scores);
            survey.n_mistakes += 1;
            survey.n_sentences += why.parts.len();
            survey.compare_mistake(solver, &why, &position, column);
        }
    }
    survey
}
