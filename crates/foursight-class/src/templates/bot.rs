// Reads commands, one per line, and answers at once.
use std::io::stdin;

/// `moves` holds the columns that were played, such as "4453". Returns a column, counted from 1.
fn choose(moves: &str, width: usize, height: usize) -> usize {
    let discs = |column: usize| moves.matches(&column.to_string()).count();
    (1..=width).find(|&column| discs(column) < height).unwrap()
}

fn main() {
    let (mut width, mut height) = (7, 6);
    let mut moves = String::new();
    for line in stdin().lines() {
        let line = line.unwrap();
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["size", size] => {
                let numbers: Vec<usize> = size.split(['x', '-']).flat_map(str::parse).collect();
                (width, height) = (numbers[0], numbers[1]);
                println!("Position reset to empty board");
            }
            ["position"] => {
                moves.clear();
                println!("Position reset to empty board");
            }
            ["position", played] => {
                moves = played.to_owned();
                println!("Played {} moves", moves.len());
            }
            ["go", ..] => println!("bestmove {}", choose(&moves, width, height)),
            _ => {}
        }
    }
}
