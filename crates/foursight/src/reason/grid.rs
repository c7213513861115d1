//! The checker's board: its cells with a border of empty cells, and no tricks.

use alloc::vec::Vec;

use crate::{AnySize, Cell, Column, Player, Position, Size};

/// The distance between two neighbors in a row: a column of the largest board, and the border below and above it.
const STRIDE: usize = AnySize::MAX_SIDE + 2;

/// The distance to the next cell in each line's direction: up, right, and diagonally up and down to the right.
const DIRECTIONS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, STRIDE as isize - 1];

/// A board of discs.
pub(super) struct Grid {
    height: usize,
    connect: usize,
    /// The number of discs in each column.
    heights: Vec<usize>,
    /// The cells of each column from the bottom, the leftmost first, within the border.
    discs: [Option<Player>; STRIDE * STRIDE],
}

impl Grid {
    pub(super) fn new<S: Size>(position: &Position<S>) -> Self {
        let size = position.size();
        let mut grid = Self {
            height: size.height(),
            connect: size.connect(),
            heights: alloc::vec![0; size.width()],
            discs: [None; STRIDE * STRIDE],
        };
        for column in 0..size.width() {
            let cells = (0..size.height()).map(|row| Cell::new(column, row));
            for (cell, player) in cells.map_while(|cell| Some((cell, position.disc_at(cell)?))) {
                grid.drop(cell, player);
            }
        }
        grid
    }

    /// The cell where a disc lands in each column with room.
    pub(super) fn landings(&self) -> Vec<Cell> {
        self.each_landing().collect()
    }

    fn each_landing(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.heights.len()).filter_map(|column| self.landing(Column::new(column)))
    }

    /// The cell where a disc lands in `column`, if there is room.
    pub(super) fn landing(&self, column: Column) -> Option<Cell> {
        let row = *self.heights.get(column.index())?;
        (row < self.height).then_some(Cell { column, row })
    }

    /// Whether a disc would land in `cell`.
    pub(super) fn is_landing(&self, cell: Cell) -> bool {
        self.landing(cell.column) == Some(cell)
    }

    pub(super) fn is_full(&self) -> bool {
        self.heights.iter().all(|&n_discs| n_discs == self.height)
    }

    pub(super) fn drop(&mut self, cell: Cell, player: Player) {
        self.discs[place(cell)] = Some(player);
        self.heights[cell.column.index()] += 1;
    }

    pub(super) fn take_back(&mut self, cell: Cell) {
        self.discs[place(cell)] = None;
        self.heights[cell.column.index()] -= 1;
    }

    /// The first cell in which `player` completes a line with its next disc.
    pub(super) fn finish(&self, player: Player) -> Option<Cell> {
        self.each_landing().find(|&cell| self.completes(cell, player))
    }

    /// Every cell in which `player` completes a line with its next disc, from the left.
    pub(super) fn finishes(&self, player: Player) -> Vec<Cell> {
        self.each_landing().filter(|&cell| self.completes(cell, player)).collect()
    }

    /// The first cell in which a disc of `player` ensures a line with its next disc, whatever the other side plays.
    pub(super) fn double_threat(&mut self, player: Player) -> Option<Cell> {
        self.landings().into_iter().find(|&cell| self.is_double_threat(cell, player))
    }

    /// Every cell in which a disc of `player` ensures a line with its next disc, from the left.
    pub(super) fn double_threats(&mut self, player: Player) -> Vec<Cell> {
        let mut cells = self.landings();
        cells.retain(|&cell| self.is_double_threat(cell, player));
        cells
    }

    fn is_double_threat(&mut self, cell: Cell, player: Player) -> bool {
        self.drop(cell, player);
        let is_found = self.finish(player.other()).is_none() && self.threatens_twice(player);
        self.take_back(cell);
        is_found
    }

    /// Whether `player` can complete a line in two cells, or in one cell and, once that is blocked, right above it.
    fn threatens_twice(&mut self, player: Player) -> bool {
        let finishes = self.finishes(player);
        let [block] = finishes[..] else { return finishes.len() > 1 };
        self.drop(block, player.other());
        let above = self.landing(block.column);
        let is_found = above.is_some_and(|cell| self.completes(cell, player));
        self.take_back(block);
        is_found
    }

    /// Whether a disc of `player` in `cell` completes a line with its neighbors.
    pub(super) fn completes(&self, cell: Cell, player: Player) -> bool {
        DIRECTIONS.into_iter().any(|step| {
            self.run(cell, player, -step) + 1 + self.run(cell, player, step) >= self.connect
        })
    }

    /// The line that such a disc makes, if any: from left to right, or upward.
    pub(super) fn line(&self, cell: Cell, player: Player) -> Option<Vec<Cell>> {
        DIRECTIONS.into_iter().find_map(|step| {
            let [before, after] = [-step, step].map(|step| self.run(cell, player, step));
            let first = place(cell).wrapping_add_signed(-step * before as isize);
            let places = (0..=before + after).map(|n| first.wrapping_add_signed(step * n as isize));
            let cell = |place: usize| Cell::new(place / STRIDE - 1, place % STRIDE - 1);
            (before + 1 + after >= self.connect).then(|| places.map(cell).collect())
        })
    }

    /// The number of consecutive discs of `player` after `cell`, each a step further.
    fn run(&self, cell: Cell, player: Player, step: isize) -> usize {
        let (mut place, mut n_discs) = (place(cell).wrapping_add_signed(step), 0);
        while self.discs[place] == Some(player) {
            place = place.wrapping_add_signed(step);
            n_discs += 1;
        }
        n_discs
    }

    /// A number for each column that identifies its filling: a one, then a digit for each disc.
    pub(super) fn key(&self) -> [u16; AnySize::MAX_SIDE] {
        let mut key = [0; AnySize::MAX_SIDE];
        for (column, (number, &n_discs)) in key.iter_mut().zip(&self.heights).enumerate() {
            let bottom = place(Cell::new(column, 0));
            let digit = |number, &disc: &Option<Player>| {
                2 * number + u16::from(disc == Some(Player::First))
            };
            *number = self.discs[bottom..bottom + n_discs].iter().fold(1, digit);
        }
        key
    }
}

/// The index of a cell in the grid.
fn place(cell: Cell) -> usize {
    (cell.column.index() + 1) * STRIDE + cell.row + 1
}
