//! The simplest possible board.

use foursight::{AnySize, Cell, Column, Player, Position, Size};

/// The places of the discs.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    width: usize,
    height: usize,
    connect: usize,
    columns: Vec<Vec<Player>>,
}

impl Board {
    pub(crate) fn new(position: &Position<AnySize>) -> Self {
        let size = position.size();
        let (width, height, connect) = (size.width(), size.height(), size.connect());
        let discs = |column| {
            let cells = (0..height).map(move |row| Cell::new(column, row));
            cells.map_while(|cell| position.disc_at(cell)).collect()
        };
        Self { width, height, connect, columns: (0..width).map(discs).collect() }
    }

    /// The same board with left and right exchanged.
    pub(crate) fn mirror(&self) -> Self {
        Self { columns: self.columns.iter().rev().cloned().collect(), ..self.clone() }
    }

    pub(crate) fn n_discs(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    pub(crate) fn landing(&self, column: Column) -> Option<Cell> {
        let row = self.columns.get(column.index())?.len();
        (row < self.height).then_some(Cell { column, row })
    }

    pub(crate) fn landings(&self) -> Vec<Cell> {
        (0..self.width).filter_map(|column| self.landing(Column::new(column))).collect()
    }

    pub(crate) fn can_take(&self, cell: Cell) -> bool {
        self.landing(cell.column) == Some(cell)
    }

    pub(crate) fn with(&self, cell: Cell, player: Player) -> Self {
        let mut next = self.clone();
        next.columns[cell.column.index()].push(player);
        next
    }

    pub(crate) fn has(&self, cell: Cell, player: Player) -> bool {
        let discs = self.columns.get(cell.column.index());
        discs.and_then(|discs| discs.get(cell.row)) == Some(&player)
    }

    pub(crate) fn is_empty(&self, cell: Cell) -> bool {
        let discs = self.columns.get(cell.column.index());
        discs.is_some_and(|discs| discs.len() <= cell.row) && cell.row < self.height
    }

    /// Whether a disc of `player` in `cell` completes a line.
    pub(crate) fn completes(&self, cell: Cell, player: Player) -> bool {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let run = |sign: isize| {
                let steps = (1..).take_while(|step| {
                    let column = cell.column.index() as isize + sign * step * right;
                    let row = cell.row as isize + sign * step * up;
                    let is_inside = (0..self.width as isize).contains(&column) && row >= 0;
                    is_inside && self.has(Cell::new(column as usize, row as usize), player)
                });
                steps.count()
            };
            run(1) + run(-1) + 1 >= self.connect
        })
    }

    /// The cells where `player` can complete a line with its next disc.
    pub(crate) fn finishes(&self, player: Player) -> Vec<Cell> {
        self.landings().into_iter().filter(|cell| self.completes(*cell, player)).collect()
    }

    /// The cells where a disc makes a double threat that the other player cannot answer with a line.
    pub(crate) fn double_threats(&self, player: Player) -> Vec<Cell> {
        let is_double = |cell: &Cell| {
            let next = self.with(*cell, player);
            let threats = next.finishes(player);
            let above = |cell: &Cell| {
                let above = Cell { row: cell.row + 1, ..*cell };
                above.row < self.height && next.completes(above, player)
            };
            next.finishes(player.other()).is_empty()
                && (threats.len() > 1 || threats.first().is_some_and(above))
        };
        self.landings().into_iter().filter(is_double).collect()
    }

    /// Whether `line` is a line through `cell` whose other cells hold discs of `player`.
    pub(crate) fn is_line(&self, line: &[Cell], cell: Cell, player: Player) -> bool {
        let at = |cell: &Cell| (cell.column.index() as isize, cell.row as isize);
        let steps: Vec<(isize, isize)> = line
            .windows(2)
            .map(|two| (at(&two[1]).0 - at(&two[0]).0, at(&two[1]).1 - at(&two[0]).1))
            .collect();
        line.len() >= self.connect
            && [(0, 1), (1, 0), (1, 1), (1, -1)].contains(&steps[0])
            && steps.iter().all(|step| *step == steps[0])
            && line.contains(&cell)
            && self.is_empty(cell)
            && line.iter().all(|other| *other == cell || self.has(*other, player))
    }
}
