//! Drawn boards: the rows of cells in a text, without frames, labels and what separates cells.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Column;

/// The symbol in a cell, in upper case; `None` if the cell is empty.
pub(super) type Symbol = Option<char>;

/// Symbols of empty cells.
const EMPTY: &str = "._-·⬜⬛🟦";

/// Bars between cells.
const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// What else frames consist of. A line of hyphens alone may also be a row of empty cells.
const FRAME: &str = "+=─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╭╮╰╯";

/// The rows of a drawn board, the top one first.
pub(super) fn rows(text: &str) -> Vec<Vec<Symbol>> {
    let text = plain(text);
    let is_row =
        |line: &&str| !line.trim().is_empty() && !is_frame(line) && !is_column_labels(line);
    let lines = without_row_labels(text.lines().filter(is_row).collect());
    let mut rows: Vec<Vec<Symbol>> = Vec::new();
    let mut rules = Vec::new();
    for line in lines {
        let row = cells(line);
        if line.chars().all(|c| c == '-' || BARS.contains(&c) || c.is_whitespace()) {
            rules.push(rows.len());
        }
        rows.push(row);
    }
    // A line of hyphens is a rule under the board unless it is as long as a row that may have empty cells.
    let is_rule = |index: &usize| rules.contains(index);
    let mut drawn = (0..rows.len()).filter(|index| !is_rule(index)).map(|index| &rows[index]);
    let width = drawn.clone().next().map(Vec::len);
    let are_digits = |row: &Vec<Symbol>| row.iter().all(|cell| matches!(cell, Some('0'..='2')));
    let are_numbers = width.is_some() && drawn.all(are_digits);
    let mut index = 0..;
    rows.retain(|row| {
        let is_rule = is_rule(&index.next().expect("it does not end"));
        let is_row = !are_numbers && width.is_none_or(|width| row.len() == width);
        !row.is_empty() && (!is_rule || is_row)
    });
    if are_numbers {
        for cell in rows.iter_mut().flatten() {
            *cell = cell.filter(|&c| c != '0');
        }
    }
    rows
}

/// The text without what terminals and editors add, each row of nested lists on a line of its own.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let is_nested = super::is_nested(text);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            // A color ends with a letter.
            '\u{1b}' => drop(chars.find(char::is_ascii_alphabetic)),
            // Variants of emoji, and the frame of a keycap.
            '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' => {}
            ']' | ')' | '}' if is_nested => plain.extend([c, '\n']),
            _ => plain.push(c),
        }
    }
    // In rows such as `(.. 🔴 ..)` two dots are one cell, as wide as an emoji.
    if text.contains('(') { plain.replace("..", ".") } else { plain }
}

fn is_frame(line: &str) -> bool {
    let is_part = |c: char| FRAME.contains(c) || BARS.contains(&c) || c == '-' || c.is_whitespace();
    line.chars().all(is_part) && line.contains(|c| FRAME.contains(c))
}

/// The lines without the numbers or letters of the rows, at their start or end.
fn without_row_labels(mut lines: Vec<&str>) -> Vec<&str> {
    type Split = fn(&str) -> Option<(usize, &str)>;
    fn number(label: &str) -> Option<usize> {
        let letter = |c: char| c.to_ascii_lowercase().to_digit(36).filter(|&digit| digit > 9);
        let by_letter = || label.parse().ok().and_then(letter).map(|digit| digit as usize);
        label.parse().ok().or_else(by_letter)
    }
    let at_start: Split = |line| {
        let line = line.trim_start();
        let (label, _) = line.split_once(|c| c == ' ' || BARS.contains(&c))?;
        Some((number(label)?, &line[label.len()..]))
    };
    let at_end: Split = |line| {
        let line = line.trim_end();
        let (_, label) = line.rsplit_once(|c| c == ' ' || BARS.contains(&c))?;
        Some((number(label)?, &line[..line.len() - label.len()]))
    };
    for split in [at_start, at_end] {
        let is_drawn = |row: &str| row.contains(|c: char| is_cell(c) && !c.is_ascii_digit());
        let split = |line| split(line).filter(|(_, row)| is_drawn(row));
        let labels: Vec<usize> = lines.iter().filter_map(|line| Some(split(line)?.0)).collect();
        let are_in_order = |labels: &[usize]| labels.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let upward: Vec<usize> = labels.iter().rev().copied().collect();
        if labels.len() >= 3 && (are_in_order(&labels) || are_in_order(&upward)) {
            for line in &mut lines {
                *line = split(line).map_or(*line, |(_, row)| row);
            }
        }
    }
    lines
}

/// Whether a line has the numbers or letters of the columns: from 1, from 0, or from a.
fn is_column_labels(line: &str) -> bool {
    let words: Vec<&str> = words(line).collect();
    let are_numbers =
        |from: usize| (from..).zip(&words).all(|(number, word)| word.parse() == Ok(number));
    let symbols: Vec<char> = line.chars().filter(|&c| is_cell(c)).collect();
    let are_symbols = |index: fn(char) -> Option<usize>| {
        symbols.iter().enumerate().all(|(n, &symbol)| index(symbol) == Some(n))
    };
    let by_letter = |c: char| Some((c.to_ascii_lowercase() as usize).wrapping_sub('a' as usize));
    !symbols.is_empty() && are_symbols(|c| Column::from_symbol(c).map(Column::index))
        || symbols.len() >= 3 && are_symbols(by_letter)
        || words.len() >= 3 && are_numbers(1)
        || words.len() >= 4 && are_numbers(0)
}

/// The cells of a line.
fn cells(line: &str) -> Vec<Symbol> {
    let symbol = |c: char| (!EMPTY.contains(c)).then_some(c.to_ascii_uppercase());
    let first = |text: &str| text.chars().find(|&c| is_cell(c)).and_then(symbol);
    if let Some(quote) = ['\'', '"'].into_iter().find(|&quote| line.matches(quote).count() > 1) {
        return line.split(quote).skip(1).step_by(2).map(first).collect();
    }
    let gaps: Vec<&str> = line.split(BARS).collect();
    if let [_, inner @ .., _] = &gaps[..]
        && inner.len() >= 3
        && inner.iter().all(|gap| gap.chars().filter(|&c| is_cell(c)).count() <= 1)
    {
        return inner.iter().map(|gap| first(gap)).collect();
    }
    let numbers: Option<Vec<Symbol>> = words(line).map(|word| number(word).map(Some)).collect();
    let chars = || line.chars().filter(|&c| is_cell(c)).map(symbol).collect();
    numbers.filter(|numbers| numbers.len() >= 3).unwrap_or_else(chars)
}

/// The digit of a cell in a board of numbers, in which the second player may be -1.
fn number(word: &str) -> Option<char> {
    let whole = word.strip_suffix('.').or_else(|| word.strip_suffix(".0")).unwrap_or(word);
    match whole {
        "0" | "-0" => Some('0'),
        "1" => Some('1'),
        "2" | "-1" => Some('2'),
        _ => None,
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| !is_cell(c);
    line.split(is_separator).filter(|word| !word.is_empty())
}

fn is_cell(c: char) -> bool {
    !c.is_whitespace() && !BARS.contains(&c) && !"()[]{},;".contains(c)
}
