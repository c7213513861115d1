//! The checker's board: a stack of discs for each column, and no tricks.

use alloc::vec::Vec;

use crate::{Cell, Column, Player, Position, Size};

/// The directions of lines: columns to the right, rows up.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board of discs.
pub(super) struct Grid {
    height: usize,
    connect: usize,
    /// The discs of each column, from the bottom.
    columns: Vec<Vec<Player>>,
}

impl Grid {
    pub(super) fn new<S: Size>(position: &Position<S>) -> Self {
        let size = position.size();
        let columns = (0..size.width()).map(|column| {
            let cells = (0..size.height()).map(|row| Cell::new(column, row));
            cells.map_while(|cell| position.disc_at(cell)).collect()
        });
        Self { height: size.height(), connect: size.connect(), columns: columns.collect() }
    }

    /// The cell where a disc lands in each column with room.
    pub(super) fn landings(&self) -> Vec<Cell> {
        (0..self.columns.len()).filter_map(|column| self.landing(Column::new(column))).collect()
    }

    /// The cell where a disc lands in `column`, if there is room.
    pub(super) fn landing(&self, column: Column) -> Option<Cell> {
        let row = self.columns.get(column.index())?.len();
        (row < self.height).then_some(Cell { column, row })
    }

    /// Whether a disc would land in `cell`.
    pub(super) fn is_landing(&self, cell: Cell) -> bool {
        self.landing(cell.column) == Some(cell)
    }

    pub(super) fn is_full(&self) -> bool {
        self.columns.iter().all(|discs| discs.len() == self.height)
    }

    pub(super) fn drop(&mut self, cell: Cell, player: Player) {
        self.columns[cell.column.index()].push(player);
    }

    pub(super) fn take_back(&mut self, cell: Cell) {
        self.columns[cell.column.index()].pop();
    }

    /// The first cell in which `player` completes a line with its next disc.
    pub(super) fn finish(&self, player: Player) -> Option<Cell> {
        self.landings().into_iter().find(|&cell| self.completes(cell, player))
    }

    /// Every such cell, from the left.
    pub(super) fn finishes(&self, player: Player) -> Vec<Cell> {
        let mut cells = self.landings();
        cells.retain(|&cell| self.completes(cell, player));
        cells
    }

    /// The first cell in which a disc of `player` ensures a line with its next disc, whatever the other side plays.
    pub(super) fn double_threat(&mut self, player: Player) -> Option<Cell> {
        self.landings().into_iter().find(|&cell| self.is_double_threat(cell, player))
    }

    /// Every such cell, from the left.
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

    /// Whether `player` can complete a line in two cells, or in one and then right above the block of it.
    fn threatens_twice(&mut self, player: Player) -> bool {
        let finishes = self.finishes(player);
        let [block] = finishes[..] else { return finishes.len() > 1 };
        self.drop(block, player.other());
        let above = self.landing(block.column);
        let is_found = above.is_some_and(|cell| self.completes(cell, player));
        self.take_back(block);
        is_found
    }

    /// Whether a disc of `player` in `cell` makes a line with its neighbors.
    pub(super) fn completes(&self, cell: Cell, player: Player) -> bool {
        DIRECTIONS.into_iter().any(|(right, up)| {
            let run = |direction| self.run(cell, player, direction).count();
            run((-right, -up)) + 1 + run((right, up)) >= self.connect
        })
    }

    /// The line that it makes, if any: from left to right, or upward.
    pub(super) fn line(&self, cell: Cell, player: Player) -> Option<Vec<Cell>> {
        let line = |(right, up): (isize, isize)| {
            let mut line: Vec<Cell> = self.run(cell, player, (-right, -up)).collect();
            line.reverse();
            line.push(cell);
            line.extend(self.run(cell, player, (right, up)));
            line
        };
        DIRECTIONS.into_iter().map(line).find(|line| line.len() >= self.connect)
    }

    /// The consecutive discs of `player` after `cell` in one direction.
    fn run(
        &self,
        cell: Cell,
        player: Player,
        (right, up): (isize, isize),
    ) -> impl Iterator<Item = Cell> + '_ {
        let (column, row) = (cell.column.index(), cell.row);
        let steps = (1..).map_while(move |step: isize| {
            let column = column.checked_add_signed(step * right)?;
            Some((column, row.checked_add_signed(step * up)?))
        });
        steps
            .take_while(move |&(column, row)| self.disc(column, row) == Some(player))
            .map(|(column, row)| Cell::new(column, row))
    }

    fn disc(&self, column: usize, row: usize) -> Option<Player> {
        self.columns.get(column)?.get(row).copied()
    }

    /// A number for each column that identifies its filling: a one, then a digit for each disc.
    pub(super) fn key(&self) -> [u16; 10] {
        let mut key = [0; 10];
        for (number, discs) in key.iter_mut().zip(&self.columns) {
            let digit = |number, &player: &Player| 2 * number + u16::from(player == Player::First);
            *number = discs.iter().fold(1, digit);
        }
        key
    }
}
