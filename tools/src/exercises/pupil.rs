//! A scripted pupil, who applies the ideas of some chapters and nothing else, and a rival who overlooks one of them.
//!
//! Both see lines, heights and what lies above a disc. The page's `core/rival.js` is the same rival.

use foursight::{Bitboard, Cell, Column, Outcome, Player, Position, Standard};

type Cells = Bitboard<Standard>;

/// The chapters by their places in the path.
pub(super) const LINE: usize = 0;
pub(super) const BLOCK: usize = 1;
pub(super) const DIAGONAL: usize = 2;
pub(super) const FORK: usize = 3;
pub(super) const STEP: usize = 4;
pub(super) const ABOVE: usize = 5;
pub(super) const FORCED: usize = 6;
pub(super) const PARITY: usize = 7;
pub(super) const CENTER: usize = 8;
pub(super) const END: usize = 9;

/// The maximum number of threats in a row that the pupil sees.
const MOST_THREATS: usize = 6;

/// The columns where the side to move completes a line.
pub(super) fn own_fours(position: &Position) -> Vec<Column> {
    (position.playable_cells() & position.winning_cells()).columns().collect()
}

/// The columns where the other side would.
pub(super) fn other_fours(position: &Position) -> Vec<Column> {
    (position.playable_cells() & position.opponent_winning_cells()).columns().collect()
}

/// The columns after which the other side cannot complete a line at once.
pub(super) fn safe(position: &Position) -> Vec<Column> {
    position.moves().filter(|&column| own_fours(&after(position, column)).is_empty()).collect()
}

pub(super) fn after(position: &Position, column: Column) -> Position {
    position.play(column).expect("the caller names a legal move")
}

/// The two threats of a side that has just moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Twice {
    /// Two cells at once.
    Fork,
    /// A cell and, on top of the block, another.
    Above,
}

/// The two threats after a disc in `column` that lets nobody in.
pub(super) fn twice(position: &Position, column: Column) -> Option<Twice> {
    let next = after(position, column);
    if next.outcome().is_some() || !own_fours(&next).is_empty() {
        return None;
    }
    let cells = next.opponent_winning_cells();
    let mut now = (cells & next.playable_cells()).cells();
    match (now.next(), now.next()) {
        (Some(_), Some(_)) => Some(Twice::Fork),
        (Some(cell), None) => is_in(cells, above(cell)).then_some(Twice::Above),
        _ => None,
    }
}

fn above(cell: Cell) -> Cell {
    Cell { row: cell.row + 1, ..cell }
}

fn is_in(cells: Cells, cell: Cell) -> bool {
    cell.row < 6 && cells.contains(cell)
}

/// The columns with a disc that threatens twice in a way that is `seen`.
fn twice_columns(position: &Position, seen: impl Fn(Twice) -> bool) -> Vec<Column> {
    position.moves().filter(|&column| twice(position, column).is_some_and(&seen)).collect()
}

/// The number of threats until two stand or a line is complete, for each column that forces it.
pub(super) fn forcing(position: &Position, most: usize) -> Vec<(Column, usize)> {
    let blocks = other_fours(position);
    let columns = position.moves().filter(|column| blocks.is_empty() || blocks == [*column]);
    let force = |column| {
        let next = after(position, column);
        if next.is_won() {
            return Some(0);
        }
        if twice(position, column).is_some() {
            return Some(1);
        }
        let [block] = other_fours(&next)[..] else { return None };
        if most <= 1 || !own_fours(&next).is_empty() {
            return None;
        }
        let answered = after(&next, block);
        let n = forcing(&answered, most - 1).into_iter().map(|(_, n)| n).min()?;
        Some(n + 1)
    };
    columns.filter_map(|column| Some((column, force(column)?))).collect()
}

/// The winner if both sides complete and block lines, and else play discs that open nothing as long as there are any, on
/// top of the last one where that is possible.
fn read_on(mut position: Position, mut last: Column) -> Option<Player> {
    loop {
        match position.outcome() {
            Some(Outcome::Win(player)) => return Some(player),
            Some(Outcome::Draw) => return None,
            None => {}
        }
        let (fours, others, safe) = (own_fours(&position), other_fours(&position), safe(&position));
        let on_top = safe.iter().find(|&&column| column == last);
        let urgent = fours.first().or(others.first());
        let column = urgent.or(on_top).or(safe.first()).copied();
        last = column.or_else(|| position.moves().next()).expect("the game is open");
        position = after(&position, last);
    }
}

/// The number of lines through the cell where a disc lands that the other side has not touched.
pub(super) fn n_open_lines(position: &Position, column: Column) -> usize {
    let cell = position.landing(column).expect("the caller names a legal move");
    let taken = position.opponent();
    let (x, y) = (column.index() as isize, cell.row as isize);
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let starts = directions.iter().flat_map(|&step| (0..4).map(move |back| (step, back)));
    let is_open = |((dx, dy), back): ((isize, isize), isize)| {
        (0..4).all(|i| {
            let (x, y) = (x + dx * (i - back), y + dy * (i - back));
            let is_on_board = (0..7).contains(&x) && (0..6).contains(&y);
            is_on_board
                && !taken.contains(Cell { column: Column::new(x as usize), row: y as usize })
        })
    };
    starts.filter(|&start| is_open(start)).count()
}

/// The discs that the ideas up to this chapter leave to choose from.
pub(super) fn choose(chapter: usize, position: &Position) -> Vec<Column> {
    let [fours, others] = [own_fours(position), other_fours(position)];
    let mut options: Vec<Column> = position.moves().collect();
    if !fours.is_empty() {
        return fours;
    }
    if chapter >= BLOCK && !others.is_empty() {
        return others;
    }
    let narrow = |options: &mut Vec<Column>, is_good: &dyn Fn(Column) -> bool| {
        let good: Vec<Column> = options.iter().copied().filter(|&column| is_good(column)).collect();
        if !good.is_empty() {
            *options = good;
        }
    };
    if chapter >= STEP {
        let safe = safe(position);
        narrow(&mut options, &|column| safe.contains(&column));
    }
    if chapter >= FORK {
        let is_seen = |twice| chapter >= ABOVE || twice == Twice::Fork;
        let own = twice_columns(position, is_seen);
        if !own.is_empty() {
            return own;
        }
        narrow(&mut options, &|column| twice_columns(&after(position, column), is_seen).is_empty());
    }
    if chapter >= FORCED {
        let forced = forcing(position, MOST_THREATS);
        if let Some(least) = forced.iter().map(|&(_, n)| n).min() {
            return forced
                .into_iter()
                .filter(|&(_, n)| n == least)
                .map(|(column, _)| column)
                .collect();
        }
    }
    if chapter == PARITY || chapter == END {
        let side = position.side_to_move();
        narrow(&mut options, &|column| read_on(after(position, column), column) == Some(side));
    }
    if chapter == CENTER {
        let most = options.iter().map(|&column| n_open_lines(position, column)).max();
        narrow(&mut options, &|column| Some(n_open_lines(position, column)) == most);
    }
    options
}

/// The rival of a chapter: it asks the same questions, but for the one that the chapter teaches.
pub(super) fn rival(chapter: usize, position: &Position) -> Column {
    if let Some(four) = own_fours(position).first() {
        return *four;
    }
    let is_level = |cell: &Cell| {
        let discs = position.opponent() | Cells::from_cell(position.size(), *cell);
        let lines = foursight::line::lines(discs);
        lines.iter().any(|line| {
            line.cells.contains(*cell) && line.direction == foursight::Direction::Horizontal
        })
    };
    let blocks = position.playable_cells() & position.opponent_winning_cells();
    let mut blocks = blocks.cells().filter(|cell| chapter > DIAGONAL || is_level(cell));
    if chapter >= DIAGONAL
        && let Some(block) = blocks.next()
    {
        return block.column;
    }
    let mut options: Vec<Column> = position.moves().collect();
    let narrow = |options: &mut Vec<Column>, is_good: &dyn Fn(Column) -> bool| {
        let good: Vec<Column> = options.iter().copied().filter(|&column| is_good(column)).collect();
        if !good.is_empty() {
            *options = good;
        }
    };
    if chapter >= DIAGONAL && chapter != STEP {
        let safe = safe(position);
        narrow(&mut options, &|column| safe.contains(&column));
    }
    if chapter > DIAGONAL && ![FORK, CENTER].contains(&chapter) {
        let is_seen = |twice| chapter != ABOVE || twice == Twice::Fork;
        if let Some(own) = twice_columns(position, is_seen).first() {
            return *own;
        }
        narrow(&mut options, &|column| twice_columns(&after(position, column), is_seen).is_empty());
    }
    let value = |column: &Column| {
        let next = after(position, *column);
        let n_lines = n_open_lines(position, *column);
        match chapter {
            BLOCK => {
                100 * (next.opponent_winning_cells() & next.playable_cells()).count() + n_lines
            }
            CENTER => 100 - n_lines,
            _ => n_lines,
        }
    };
    // The first of the best.
    options.into_iter().rev().max_by_key(value).expect("the game is open")
}

/// A game of the pupil, who moves first, against the rival; `None` unless the pupil wins.
pub(super) fn won_game(chapter: usize, position: &Position, most: usize) -> Option<Vec<Column>> {
    let side = position.side_to_move();
    let (mut position, mut line) = (*position, Vec::new());
    while position.outcome().is_none() && line.len() < most {
        let column = if position.side_to_move() == side {
            let options = choose(chapter, &position).into_iter().rev();
            options.max_by_key(|&column| n_open_lines(&position, column))?
        } else {
            rival(chapter, &position)
        };
        line.push(column);
        position = after(&position, column);
    }
    (position.outcome() == Some(Outcome::Win(side))).then_some(line)
}
