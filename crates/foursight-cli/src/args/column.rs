//! A column as a person names it.

use foursight::{AnySize, Column, Size};

/// The column with this number from 1, so the tenth is 10, or with this letter; `None` if the board has
/// no such column.
pub(crate) fn read_column(word: &str, size: AnySize) -> Option<Column> {
    let by_number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let by_letter = || {
        let mut chars = word.chars();
        let symbol = chars.next().filter(|_| chars.as_str().is_empty())?;
        Column::from_symbol(symbol).map(Column::index)
    };
    let column = by_number.or_else(by_letter).and_then(Column::checked);
    column.filter(|&column| size.has_column(column))
}
