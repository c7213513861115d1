//! Prints a reason as text, for `why` and at the prompts of a game, with a strategy that anybody can check with pencil and
//! paper.

use std::fmt::Write;
use std::time::Duration;

use foursight::reason::{Answers, Claim, Follow, Proof, Start, Turn};
use foursight::{AnySize, Cell, Column, Game, Position};
use foursight_engine::why::{Explanation, ExplanationKind, Why};
use foursight_render::{Diagram, TextStyle};
use foursight_tui::game::overlay;
use foursight_tui::prefers_ascii;
use foursight_tui::text::in_ascii;

use crate::format::Format;
use crate::output::{color_name, with_commas};

/// The default time limit of the search for reasons.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(30);

/// The explained position, the last one of `game`, with the reason's signs.
pub(crate) fn board(game: &Game<AnySize>, why: &Why, style: TextStyle) -> String {
    Diagram::of_game(game).with_overlay(overlay(why)).to_text(style)
}

/// The position of `game` as an argument: its moves, unless they need other options.
pub(crate) fn position(game: &Game<AnySize>) -> String {
    let moves = Format::MOVES.write(game).ok();
    let is_standard = game.position().size() == AnySize::default();
    moves.filter(|_| is_standard).unwrap_or_else(|| "POSITION".to_owned())
}

/// The sentences with their lists, as the terminal can show them.
pub(crate) fn lines(why: &Why) -> Vec<String> {
    let lines = why.lines();
    if prefers_ascii() { lines.iter().map(|line| in_ascii(line)).collect() } else { lines }
}

/// The sentences with their lists, and the line of play that shows the reason.
pub(crate) fn in_words(why: &Why) -> String {
    let sentences: String = lines(why).into_iter().map(|line| line + "\n").collect();
    if why.line.is_empty() {
        return sentences;
    }
    let what = match why.explanation.kind() {
        ExplanationKind::Certain | ExplanationKind::Replies => "One way it can go",
        ExplanationKind::Kept => "It could have gone",
        _ => "Best play",
    };
    let side = color_name(why.position.side_to_move());
    let cells: Vec<String> = why.line_cells().iter().map(Cell::to_string).collect();
    let cells = cells.join(" ");
    format!("{sentences}{what}, {side} first: {cells}\n")
}

/// The reliability of the reason; empty if there is no reason.
pub(crate) fn certainty(why: &Why) -> String {
    if let Explanation::Plan { .. } = why.explanation {
        return "The plan was checked against every reply; --proof prints it.\n".to_owned();
    }
    let strategies = why.explanation.strategies();
    let (plans, proof) = match strategies.len() {
        1 => ("The plan was", "the strategy"),
        _ => ("The plans were", "the strategies"),
    };
    let subject = match &why.explanation {
        Explanation::Example { line, .. } => {
            format!("What follows {} was checked", first_moves(line.len()))
        }
        Explanation::Replies { .. } => format!("{plans} checked"),
        _ => "Checked".to_owned(),
    };
    let n_positions: usize = strategies.iter().map(|(_, proof)| proof.n_positions()).sum();
    let positions = match n_positions {
        _ if strategies.is_empty() => return String::new(),
        0 => String::new(),
        1 => " in 1 position".to_owned(),
        n => format!(" in {} positions", with_commas(n)),
    };
    format!("{subject} against every reply{positions}; --proof prints {proof}.\n")
}

/// `the first move`, `the first 6 moves`.
fn first_moves(n: usize) -> String {
    if n == 1 { "the first move".to_owned() } else { format!("the first {n} moves") }
}

/// Every strategy of the explanation, each with its starting position if that is a later one.
pub(crate) fn proof_to_text(why: &Why, style: TextStyle) -> String {
    match &why.explanation {
        Explanation::Example { line, then } => {
            let (end, _) = played_out(&why.position, line);
            let board = Diagram::new(&end).with_coordinates().to_text(style);
            let moves = first_moves(line.len());
            format!("\nAfter {moves} of the example:\n\n{board}{}", strategies(then))
        }
        Explanation::Replies { .. } => {
            let of_reply = |(after, proof): &(Vec<Column>, &Proof<AnySize>)| {
                let (_, cells) = played_out(&why.position, after);
                format!("\nAfter {}:\n{}", cells.join(" "), strategy(proof))
            };
            why.explanation.strategies().iter().map(of_reply).collect()
        }
        Explanation::Plan { plan, .. } => format!("\n{}", plan.plan),
        explanation => match why.position.outcome() {
            Some(outcome) => format!("\nThe game is over: {outcome}. No strategy is needed.\n"),
            None => strategies(explanation),
        },
    }
}

fn strategies(explanation: &Explanation) -> String {
    match &*explanation.strategies() {
        [] => "\nNo strategy was found that is short enough to print.\n".to_owned(),
        found => found.iter().map(|(_, proof)| strategy(proof)).collect(),
    }
}

/// The position after legal moves, and the cells where their discs land.
fn played_out(position: &Position<AnySize>, moves: &[Column]) -> (Position<AnySize>, Vec<String>) {
    let (mut position, mut cells) = (*position, Vec::new());
    for &column in moves {
        cells.extend(position.landing(column).map(|cell| cell.to_string()));
        position = position.play(column).expect("the moves of an explanation are legal");
    }
    (position, cells)
}

/// The claim, the answers to each move, and the completed lines.
fn strategy(proof: &Proof<AnySize>) -> String {
    let reason = proof.reason();
    let (hero, other) = (color_name(reason.hero), color_name(reason.hero.other()));
    let claim = match reason.claim {
        Claim::Wins => format!("{hero} wins, whatever {other} plays"),
        Claim::Holds => format!("{hero} does not lose, whatever {other} plays"),
    };
    let end = if proof.fills_board() { " or the board is full" } else { "" };
    let mut tree = Tree { hero, other, end, blocks: proof.blocks(), text: String::new() };
    match &reason.start {
        Start::Hero(turn) => {
            tree.line(1, &format!("{hero} plays {}", played(turn)));
            if let Turn::Play(_, answers) = turn {
                tree.answers(2, answers);
            }
        }
        Start::Other(answers) => tree.answers(1, answers),
    }
    let checked = match proof.n_positions() {
        0 => String::new(),
        n => format!(" Positions checked: {}.", with_commas(n)),
    };
    for (index, (cell, line)) in proof.finishes().enumerate() {
        if index == 0 {
            tree.line(0, &format!("Where {hero} completes a line:"));
        }
        tree.line(1, &format!("{cell} completes {}", joined(line)));
    }
    format!(
        "\nClaim: {claim}.{checked}\n\
         Before all else, {hero} completes a line if it can.\n{}",
        tree.text
    )
}

/// The text of a strategy, a line for each step, indented by its depth.
struct Tree {
    hero: &'static str,
    other: &'static str,
    /// The ways in which a game can end without a line of discs for the hero, in words.
    end: &'static str,
    /// Whether the rules must block.
    blocks: bool,
    text: String,
}

impl Tree {
    fn line(&mut self, depth: usize, words: &str) {
        writeln!(self.text, "{}{words}", "  ".repeat(depth)).expect("a string takes all");
    }

    /// The hero's reply to each disc of the other side.
    fn answers(&mut self, depth: usize, answers: &Answers) {
        let (hero, other) = (self.hero, self.other);
        for (reply, turn) in &answers.named {
            self.line(depth, &format!("if {other} plays {reply}, {hero} plays {}", played(turn)));
            if let Turn::Play(_, answers) = turn {
                self.answers(depth + 1, answers);
            }
        }
        let any = if answers.named.is_empty() { "whatever" } else { "whatever else" };
        match &answers.follow {
            Some(follow) => self.follow(depth, any, follow),
            None => self
                .line(depth, &format!("{any} {other} plays, {hero} completes a line{}", self.end)),
        }
    }

    /// Writes the rule that the hero follows to the end of the game.
    fn follow(&mut self, depth: usize, any: &str, follow: &Follow) {
        let (hero, other) = (self.hero, self.other);
        self.line(
            depth,
            &format!(
                "{any} {other} plays, {hero} answers to the end with the first of these that lets {other} \
                 complete no line:"
            ),
        );
        if self.blocks {
            self.line(depth + 1, &format!("a block, where {other} could complete a line"));
        }
        if follow.double_threats {
            self.line(
                depth + 1,
                &format!("a double threat: two cells where {hero} completes a line, or one right above another"),
            );
        }
        if !follow.pairs.is_empty() {
            let pairs = follow.pairs.iter().map(|&(one, two)| format!("{one}-{two}"));
            let pairs = pairs.collect::<Vec<_>>().join(", ");
            self.line(depth + 1, &format!("the other cell of a pair: {pairs}"));
        }
        self.line(depth + 1, "the cell above");
        let spare: Vec<String> =
            follow.spare.iter().map(|column| column.letter().to_string()).collect();
        match &*spare {
            [] => {}
            [column] => self.line(depth + 1, &format!("column {column}")),
            columns => {
                self.line(depth + 1, &format!("columns {}, in this order", columns.join(", ")));
            }
        }
    }
}

fn played(turn: &Turn) -> String {
    match turn {
        Turn::Finish(cell) => format!("{cell} and completes a line"),
        Turn::Play(cell, _) => cell.to_string(),
    }
}

/// `a1-b2-c3-d4`.
fn joined(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
}
