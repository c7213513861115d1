//! Explanations of positions and mistakes that come about at random, each read from outside and beside its image in a mirror.

use fastrand::Rng;
use foursight::{AnySize, Cell, Column, Position, STANDARD, Size};
use foursight_engine::why::{Explanation, Replies, Reply, Why};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, MoveScores, OpeningBooks, Solve, TableSize,
};

use super::Reader;

/// What has been read.
#[derive(Default)]
pub(crate) struct Survey {
    pub(crate) n_positions: usize,
    pub(crate) n_mistakes: usize,
    pub(crate) n_sentences: usize,
    pub(crate) n_maps: usize,
    /// What was wrong, with the position or the move.
    pub(crate) errors: Vec<String>,
}

impl Survey {
    /// Explains `n_positions` positions of `size` after so many plies, and a mistake in each that has one.
    pub(crate) fn add(
        &mut self,
        size: AnySize,
        plies: std::ops::Range<usize>,
        n_positions: usize,
        random: &mut Rng,
    ) {
        let solver = AnySolver::new(size, TableSize::from_mib(8));
        let mut solver = BookSolver::new(OpeningBooks::embedded(), solver);
        for _ in 0..n_positions {
            let position = position(size, random.usize(plies.clone()), random);
            let scores = exact(&mut solver, &position);
            let why = of_position(&mut solver, &position, &scores);
            self.n_positions += 1;
            self.read(&mut solver, &why, None, &position);
            if position.mirror() != position {
                let image = position.mirror();
                let scores = exact(&mut solver, &image);
                let mirrored = of_position(&mut solver, &image, &scores);
                self.compare(&why, &mirrored, &position);
            }
            let best = scores.best().and_then(|best| best.verdict());
            let mistakes = scores.moves().filter(|(_, score)| score.verdict() < best);
            let mistakes: Vec<Column> = mistakes.map(|(column, _)| column).collect();
            if let Some(column) = random.choice(mistakes) {
                let control = &mut Control::default();
                let why = Why::of_move(&position, column, &scores, &mut solver, control);
                let cell = position.landing(column).expect("the move is legal");
                self.n_mistakes += 1;
                self.read(&mut solver, &why, Some((position, cell)), &position);
            }
        }
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

    fn compare(&mut self, why: &Why, image: &Why, position: &Position<AnySize>) {
        if let Explanation::Example { line, .. } = &why.explanation {
            let play = |position: Position<AnySize>, column: &Column| position.play(*column);
            let end = line.iter().try_fold(*position, play).expect("an example can be played");
            // What leads to a board that is its own image may lead there from either side.
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
        if sorted(one) != sorted(two) {
            let (one, two) = (why.lines().join("\n  "), image.lines().join("\n  "));
            self.errors.push(format!("{position:?} in a mirror:\n  {one}\n  {two}"));
        }
    }
}

/// Whether a position of the map is its own image in a mirror, so that its strategy may begin on either side.
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

fn exact(solver: &mut impl Solve<AnySize>, position: &Position<AnySize>) -> MoveScores {
    solver.solve_moves(position, Goal::Score, &mut Control::default())
}

/// An open position of so many discs. Half of the time nobody who plays it lets the other side complete a line.
fn position(size: AnySize, n_discs: usize, random: &mut Rng) -> Position<AnySize> {
    let is_careful = random.bool();
    'game: loop {
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
}

/// The words in alphabetical order, so that lists of cells may stand in any, with cells and columns of a board that is so
/// wide exchanged for their images.
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

/// Positions of the standard board from the ply `first` on, and of every other size of at most `max_cells` cells near its
/// end.
pub(crate) fn survey(
    first: usize,
    n_standard: usize,
    (max_cells, n_others): (usize, usize),
    seed: u64,
) -> Survey {
    let mut survey = Survey::default();
    let random = &mut Rng::with_seed(seed);
    survey.add(AnySize::default(), first..STANDARD.n_cells(), n_standard, random);
    let random = &mut Rng::with_seed(seed + 1);
    let lengths = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
    let sides =
        lengths.clone().flat_map(|width| lengths.clone().map(move |height| (width, height)));
    for (width, height) in sides.filter(|(width, height)| width * height <= max_cells) {
        for connect in 3..=5 {
            let Ok(size) = AnySize::new(width, height, connect) else { continue };
            let n_cells = size.n_cells();
            let plies = n_cells.saturating_sub(14)..n_cells - (n_cells / 8).min(4);
            survey.add(size, plies, n_others, random);
        }
    }
    survey
}
