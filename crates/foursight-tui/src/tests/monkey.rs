//! Random events at any time: nothing panics, and the game stays a game.

use fastrand::Rng;
use foursight::{Choice, OpeningRule, Score, Size};
use foursight_engine::{Guess, Solution};

use super::Table;
use super::screens::{PLAIN, text};
use crate::evaluation::Evaluation;
use crate::event::{Assignment, Event, Finding, Key, Task};

/// A random event.
fn event(random: &mut Rng, assignment: Option<Assignment>) -> Event {
    match random.u8(..20) {
        0 => Event::Resize(random.u16(1..120), random.u16(..50)),
        1 => Event::Click(random.u16(..120), random.u16(..50)),
        2 => Event::Hover(random.u16(..120), random.u16(..50)),
        3 => Event::Scroll(random.bool()),
        4 => Event::Read("a".into(), Ok("44 *\n\n[Size \"5x4\"]\n\n123 *\n".to_owned())),
        5 => Event::Read("a".into(), Ok("1212121 1-0\n".to_owned())),
        6..10 => match assignment {
            Some(assignment) => Event::Found(assignment.number, finding(random, assignment)),
            None => Event::Found(random.u64(..100), Finding::Choice(Choice::Swap)),
        },
        _ => Event::Key(key(random)),
    }
}

/// A random finding, as the engine might give it.
fn finding(random: &mut Rng, assignment: Assignment) -> Finding {
    let columns: Vec<_> = assignment.position.moves().collect();
    if let Task::Choose { opening, .. } = assignment.task {
        let column = random.choice(columns).expect("the game goes on");
        let swaps = opening.may_swap && random.bool();
        return Finding::Choice(if swaps { Choice::Swap } else { Choice::Play(column) });
    }
    let mut evaluation = Evaluation::new(assignment.position.size());
    for &column in &columns {
        let lower = random.i8(-3..3);
        let upper = lower + random.i8(0..2);
        let (lower, upper) = (Score::new(lower), Score::new(upper));
        let solution = Solution { lower, upper, nodes: 0, from_book: false };
        evaluation.scores.set(column, solution);
    }
    // A guess takes milliseconds.
    evaluation.guess = if random.u8(..20) == 0 { Guess::new(&assignment.position) } else { None };
    evaluation.is_complete = random.bool();
    Finding::Evaluation(evaluation)
}

fn key(random: &mut Rng) -> Key {
    const NAMED: [Key; 14] = [
        Key::Left,
        Key::Right,
        Key::Up,
        Key::Down,
        Key::Home,
        Key::End,
        Key::PageUp,
        Key::PageDown,
        Key::Enter,
        Key::Esc,
        Key::Tab,
        Key::BackTab,
        Key::Backspace,
        Key::F(1),
    ];
    const LETTERS: &[u8] = b"ueimMRXxfpyoq";
    match random.u8(..4) {
        0 => NAMED[random.usize(..NAMED.len())],
        1 => Key::Char(random.char('1'..='7')),
        2 => Key::Char(random.char(' '..='~')),
        _ => Key::Char(LETTERS[random.usize(..LETTERS.len())].into()),
    }
}

#[test]
fn nothing_panics() {
    let n_games = if std::env::var_os("SLOW_TESTS").is_some() { 12 } else { 4 };
    for seed in 0..n_games {
        let mut random = Rng::with_seed(seed);
        let players = ["human human", "human level:3", "level:2 level:1"][random.usize(..3)];
        let size = ["7x6", "5x4", "10x4"][random.usize(..3)];
        let rule = OpeningRule::ALL[seed as usize % 3];
        let start = if rule == OpeningRule::None { "1" } else { "" };
        let mut table = Table::new(players, size, start).with_opening_rule(rule);
        table.state.look.is_animated = random.bool();
        for _ in 0..400 {
            let event = event(&mut random, table.assignment);
            table.happen(event);
            table.wait(random.u64(..500));
            let (width, height) = table.state.screen;
            let shown = text(&table.state, width, height, PLAIN);
            assert_eq!(shown.lines().count(), usize::from(height), "seed {seed}");
            let n_discs = table.state.position().discs().count();
            assert_eq!(n_discs, table.state.position().ply());
            assert!(n_discs <= table.state.size().n_cells());
        }
    }
}
