//! Coq and [`Plan::check`] must agree on plans, right and wrong; `cargo xtask proof` compiles the proofs first.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use foursight::plan::{Plan, SHIPPED};
use foursight::reason::Claim;
use foursight::{Cell, Column, Player, Position, Size};

use crate::naive::Lcg;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The number of mutants of each plan.
const N_MUTANTS: usize = 20;

/// A part of a plan that Coq checks in a second: what the side needs to know from one of the plan's positions on.
fn part(plan: &Plan, random: &mut Lcg) -> Plan {
    let size = plan.position().size();
    loop {
        let line = &plan.lines()[random.below(plan.lines().len())];
        let position = Position::from_columns(size, line.moves.iter().copied()).unwrap();
        let part = plan.rest(&position).unwrap();
        let n_lines = part.lines().len();
        if n_lines < 9 && (n_lines > 1 || plan.lines().len() < 9) && position != *plan.position() {
            return part;
        }
    }
}

/// A text with one change after the head: a line less, another disc or column, a word less.
fn mutant(text: &str, random: &mut Lcg) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let index = 5 + random.below(lines.len() - 5);
    let line = &mut lines[index];
    match random.below(4) {
        0 => drop(lines.remove(index)),
        1 => {
            let cells: Vec<usize> = line
                .match_indices(|letter: char| ('a'..='g').contains(&letter))
                .map(|(place, _)| place)
                .filter(|&place| line[place + 1..].starts_with(|row: char| row.is_ascii_digit()))
                .collect();
            let place = cells[random.below(cells.len())];
            let letter = char::from(b'a' + random.below(7) as u8);
            line.replace_range(place..=place, &letter.to_string());
        }
        2 => {
            let words: Vec<&str> = line.split_inclusive([' ', ')']).collect();
            let gone = random.below(words.len());
            let rest = words.iter().enumerate().filter(|(place, _)| *place != gone);
            *line = rest.map(|(_, word)| *word).collect();
        }
        _ => {
            let row = line.rfind(|letter: char| letter.is_ascii_digit()).unwrap();
            let digit = char::from(b'1' + random.below(6) as u8);
            line.replace_range(row..=row, &digit.to_string());
        }
    }
    lines.join("\n")
}

/// An expression for Coq's verdict on a text, about the start and claim of `plan`.
fn outcome(plan: &Plan, text: &str) -> String {
    let name = |player| if player == Player::First { "Red" } else { "Yellow" };
    let position = plan.position();
    let column = |column: Column| {
        let cells = (0..6).map_while(|row| position.disc_at(Cell { column, row }));
        format!("[{}]", cells.map(name).collect::<Vec<_>>().join("; "))
    };
    let board: Vec<String> = position.size().columns().map(column).collect();
    let lines: Vec<String> = text.lines().map(|line| format!("{line:?}%text")).collect();
    let draws = plan.claim() == Claim::Holds;
    let (hero, mover) = (name(plan.hero()), name(position.side_to_move()));
    format!("outcome_of 6 {hero} {draws} {mover} [{}] [{}]", board.join("; "), lines.join("; "))
}

/// The specification fits on a page, and docs/theorem.md quotes it with the statements that Coq prints.
#[test]
fn the_page_quotes_the_specification_and_the_theorems() {
    let [page, rules, statements] = ["docs/theorem.md", "proof/Game.v", "proof/statements.txt"]
        .map(|path| {
            fs::read_to_string(Path::new(ROOT).join(path))
                .unwrap_or_else(|error| panic!("{path}: {error}"))
        });
    assert!(rules.lines().count() <= 50);
    assert!(page.contains(&format!("```coq\n{rules}```\n")));
    assert!(page.contains(&format!("```text\n{statements}```\n")));
    let closed = statements.lines().filter(|line| *line == "Closed under the global context");
    assert_eq!(
        closed.count(),
        statements.lines().filter(|line| line.starts_with(char::is_lowercase)).count()
    );
}

#[test]
fn coq_refuses_what_the_checker_refuses() {
    if std::env::var_os("PROOF_TESTS").is_none() {
        return;
    }
    let folder = Path::new(ROOT).join("target/proof");
    let random = &mut Lcg(64);
    let mut source =
        "Require Import List. From Foursight Require Import Game Plan. Import ListNotations.\n"
            .to_owned();
    let mut expected = Vec::new();
    for shipped in SHIPPED {
        let plan: Plan = shipped.parse().unwrap();
        let mut n_refused = 0;
        while n_refused < N_MUTANTS {
            let part = part(&plan, random);
            let text = mutant(&part.to_string(), random);
            let is_right = text.parse::<Plan>().is_ok_and(|plan| plan.check().is_ok());
            n_refused += usize::from(!is_right);
            for (text, is_right) in [(part.to_string(), true), (text, is_right)] {
                let outcome = outcome(&part, &text);
                writeln!(
                    source,
                    "Eval vm_compute in match {outcome} with accepted => 1 | _ => 0 end."
                )
                .expect("a string has room");
                expected.push((text, is_right));
            }
        }
    }
    fs::write(folder.join("Mutants.v"), source).unwrap();
    let mut coq = Command::new("coqc");
    coq.args(["-q", "-Q", ".", "Foursight", "Mutants.v"]).current_dir(&folder);
    let output = coq.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = String::from_utf8(output.stdout).unwrap();
    let found: Vec<bool> =
        output.lines().filter_map(|line| Some(line.trim().strip_prefix("= ")? == "1")).collect();
    assert_eq!(found.len(), expected.len());
    for ((text, is_right), found) in expected.into_iter().zip(found) {
        assert_eq!(found, is_right, "{text}");
    }
}
