//! The checker of plans, and their text.

use foursight::notation::moves;
use foursight::plan::{Flaw, Plan, SHIPPED, Step};
use foursight::reason::{self, Claim};
use foursight::{AnySize, Cell, Column, Outcome, Player, Position, Size};

use crate::naive::Lcg;
use crate::reason::slow_tests;

/// A plan by which the first player holds on a 5x5 board: lines of every kind.
const HOLDS: &str = "\
foursight plan 1
board 5x5
start -
side first
claim holds
- c1
31 c2(* double c5-e5 a2-c3 else:aebdc)
32 c2(b2 d1 e1 * double a1-e1 a2-e2 b2-c3 else:cbdae)
3232 c3(c4:e1(* else:aebdc))
3234 c3(c4:a1(* c5-e1))
3235 c3(c4:a1(* c5-d1))
33 c3(a1 b1 d1 e1 * double b1-c4 else:eadbc)
3331 c4(* double b1-d3 b3-d1 c5-e5 else:e)
3332 b2(b3 c4 d1 e1 * double a1-b3 d1-e1)
333222 d1(* double b4-c4 else:edcba)
333223 d1(* else:aebdc)
333224 b3(* a1-e1)
333225 c4(* b3-d1 a1-c5)
";

fn read(text: &str) -> Plan {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The plan with one part of its text changed.
#[track_caller]
fn changed(old: &str, new: &str) -> String {
    assert_eq!(HOLDS.matches(old).count(), 1, "{old:?}");
    HOLDS.replacen(old, new, 1)
}

/// The reason why a plan is refused; its text must be valid.
fn refused(text: &str) -> String {
    match text.parse::<Plan>() {
        Ok(plan) => plan.check().expect_err(text).to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn it_is_read_checked_and_written() {
    let plan = read(HOLDS);
    let checked = plan.check().unwrap();
    assert_eq!((checked.n_moves(), checked.n_reasons(), checked.n_exceptions), (1, 12, 11));
    assert_eq!((checked.moves[0], checked.reasons[4], checked.n_lines()), (1, 5, 13));
    assert!(checked.n_seen > 5_000, "{checked:?}");
    assert_eq!((plan.hero(), plan.claim()), (Player::First, Claim::Holds));
    assert_eq!(plan.to_string(), HOLDS);
    assert_eq!(read(&format!("# A plan.\n\n{HOLDS}# The end.\n")), plan);
}

#[test]
fn every_change_is_refused() {
    let cases = [
        // Moves.
        ("\n- c1\n", "\n- b1\n", "after 21: the plan has no entry for this position"),
        ("\n- c1\n", "\n- c2\n", "on the empty board: no disc lands in c2"),
        ("\n33 c3(", "\n33 c4(", "after 33: no disc lands in c4"),
        ("3332 b2(", "3332 d1(", "after 33324: a disc in b3 needs no entry of its own"),
        ("\n- c1\n", "\n", "on the empty board: the plan has no entry for this position"),
        // Parts of reasons.
        (" c5-d1))", "))", "after 3235: the reason fails after "),
        ("* double b4-c4 else:edcba", "*", "after 333222: the reason fails"),
        ("d1(* else:aebdc)\n333224", "d1(*)\n333224", "after 333223: the reason fails"),
        ("c3(c4:e1(* else:aebdc))", "c3(* else:aebdc)", "after 3232: the reason fails"),
        ("c3(c4:e1(* else:aebdc))", "c3(c4:a1(* else:aebdc))", "after 3232: the reason fails"),
        ("c3(c4:a1(* c5-e1))", "c3(c4:a1!)", "after 3234: the reason fails"),
        ("b2(b3 c4 d1 e1 * double", "b2(b3 c4 e1 * double", "after 333224: the reason fails"),
        (
            "c2(b2 d1 e1 * double a1-e1",
            "c2(b2 d1 e1 c3 * double a1-e1",
            "after 3233: the plan has no entry",
        ),
        (
            "c2(b2 d1 e1 * double a1-e1",
            "c2(b3 d1 e1 * double a1-e1",
            "after 323: a disc in b3 needs",
        ),
        (" * double a1-e1 a2-e2 b2-c3 else:cbdae)", ")", "after 3231: there is no answer to a1"),
        // Whole lines.
        ("333224 b3(* a1-e1)\n", "", "after 333224: the plan has no entry for this position"),
        (
            "\n- c1\n",
            "\n- c1\n21 a1(*)\n",
            "after 21: no game that follows the plan needs this entry",
        ),
        (
            "\n31 c2",
            "\n35 c2(*)\n31 c2",
            "line 8: this position or its mirror image has an entry already",
        ),
        // The head.
        ("claim holds", "claim wins", "the board is full and nobody has won"),
        (
            "side first",
            "side second",
            "line 6: expected moves after which the second player is to move",
        ),
        ("start -", "start 33", "on the empty board: no game"),
        ("board 5x5", "board 5x4", ""),
        ("board 5x5", "board 6x5", ""),
        ("board 5x5", "board 5x5-3", ""),
    ];
    for (old, new, expected) in cases {
        let found = refused(&changed(old, new));
        assert!(found.contains(expected), "{old:?} -> {new:?}: {found}");
    }
}

#[test]
fn the_last_discs_are_checked() {
    let full = "after 111223332: the board is full and nobody has won";
    for (start, rest, expected) in [
        (
            "121",
            "second\nclaim holds\n121 c1\n",
            "after 1213: the other side completes a line in a3",
        ),
        ("11122333", "first\nclaim wins\n11122333 b3\n", full),
        ("1112233", "second\nclaim wins\n1112233 c3\n", full),
    ] {
        let text = format!("foursight plan 1\nboard 3x3-3\nstart {start}\nside {rest}");
        assert_eq!(refused(&text), expected);
    }
}

#[test]
fn errors_name_the_line_and_what_is_right() {
    let cases = [
        (
            "foursight plan 1",
            "foursight plan 2",
            "line 1: expected foursight plan 1, not \"foursight plan 2\"",
        ),
        ("foursight plan 1", "foursight plan 12", "line 1: expected foursight plan 1, not \"2\""),
        (
            "board 5x5",
            "bord 5x5",
            "line 2: expected a board such as `board 7x6` or `board 9x7-5`, not \"bord 5x5\"",
        ),
        (
            "start -",
            "start",
            "line 3: expected the start such as `start 44`, or `start -`, not \"start\"",
        ),
        ("start -", "start 9", "line 3: expected moves such as 44, or - for none, not \"9\""),
        ("start -", "start 3333333", "line 3: move 6: column c is full"),
        ("side first", "side red", "line 4: expected `side first` or `side second`, not \"red\""),
        (
            "claim holds",
            "claim draws",
            "line 5: expected `claim wins` or `claim holds`, not \"draws\"",
        ),
        ("- c1", "c1", "line 6: expected moves, a space and a disc such as d3, not \"c1\""),
        ("- c1", "- f1", "line 6: expected a cell of the board such as d3 after 2 characters"),
        ("- c1", "- c1 ", "line 6: expected the end of the line after 4 characters"),
        ("31 c2(*", "31 c2(**", "line 7: expected a space or ) after 7 characters"),
        (
            "c5-e5 a2-c3 else:aebdc",
            "c5 a2-c3",
            "line 7: expected - and the other cell of the pair after 17",
        ),
        ("c5-e5 a2-c3 else:aebdc", "else:f", "line 7: expected columns by their letters after 20"),
        (
            "c3(c4:e1(* else:aebdc))",
            "c3(c4:e1)",
            "line 9: expected ( with the answers, or ! after 13",
        ),
        ("c3(c4:e1(* else:aebdc))", "c3(c4:e1(b1))", "line 9: expected : and a turn after 16"),
        ("33 c3(", "3c c3(", "line 12: expected moves such as 44, or - for none, not \"3c\""),
        ("\n33 c3(", "\n1212121 c3(", "line 12: the game is over after these moves"),
    ];
    for (old, new, expected) in cases {
        let error = changed(old, new).parse::<Plan>().expect_err(new).to_string();
        assert!(error.starts_with(expected), "{old:?} -> {new:?}: {error}");
    }
    assert!("".parse::<Plan>().is_err());
    let deep = format!("{}- {}", &HOLDS[..HOLDS.find("- c1").unwrap()], "a1(a1:".repeat(100_000));
    assert!(deep.parse::<Plan>().unwrap_err().to_string().contains("no game is that long"));
}

/// Plays random games against a plan, to the end.
#[test]
fn its_answers_hold_against_any_play() {
    let plan = read(HOLDS);
    let random = &mut Lcg(36);
    for _ in 0..if slow_tests() { 500 } else { 100 } {
        let (mut position, mut moves) = (*plan.position(), Vec::new());
        while position.outcome().is_none() {
            let column = if position.side_to_move() == plan.hero() {
                let cell = plan.answer(&moves).expect("the plan goes on");
                let rest = plan.rest(&position).map(|rest| rest.check().map(|_| ()));
                let finishes = position.is_winning_move(cell.column);
                assert_eq!(rest, (!finishes).then_some(Ok(())), "{moves:?}");
                assert_eq!(position.landing(cell.column), Some(cell), "{moves:?}");
                cell.column
            } else {
                assert_eq!(plan.answer(&moves), None);
                let replies: Vec<Column> = position.moves().collect();
                replies[random.below(replies.len())]
            };
            position = position.play(column).unwrap();
            moves.push(column);
        }
        assert_ne!(position.outcome(), Some(Outcome::Win(Player::Second)), "{moves:?}");
        assert_eq!(plan.answer(&moves), None);
    }
    let column = Column::new(0);
    assert_eq!(plan.answer(&[column, column]), None, "the plan begins otherwise");
}

#[test]
fn a_mirror_image_has_the_image_of_its_step() {
    let plan = read(HOLDS);
    let position = Position::from_columns(plan.position().size(), [2, 1].map(Column::new)).unwrap();
    let step = plan.step(&position).unwrap();
    let image = plan.step(&position.mirror()).unwrap();
    assert_eq!(image, step.mirror(5));
    assert_eq!(image.own, ["d2", "b1", "a1"].map(|name| name.parse::<Cell>().unwrap()));
    assert_eq!(Step::read(&image.to_string(), AnySize::new(5, 5, 4).unwrap()), Ok(image));
}

#[test]
fn a_refuted_reason_says_how() {
    let plan = read(&changed("b3(* a1-e1)", "b3(*)"));
    let refutation = plan.check().unwrap_err();
    let Flaw::Reason(reason::Refutation { line, .. }) = &refutation.flaw else {
        panic!("{refutation}")
    };
    let columns = [&*refutation.moves, line].concat();
    let size = plan.position().size();
    assert!(Position::from_columns(size, columns).is_ok(), "{refutation}");
    assert_eq!(size.width(), 5);
}

/// Checks a plan in the repository, which has at most `most` positions. Of the two that take seconds, only the slow tests
/// check all; the others check what remains of the plan after some positions.
#[track_caller]
fn check_shipped(plan: &str, hero: Player, claim: Claim, start: &str, most: usize) {
    let plan = read(plan);
    assert_eq!((plan.hero(), plan.claim(), &*moves::write(plan.start())), (hero, claim, start));
    assert_eq!(plan.to_string().parse().as_ref(), Ok(&plan));
    let (size, n_lines) = (AnySize::default(), plan.lines().len());
    assert_eq!(plan.position().size(), size);
    assert!(n_lines <= most, "{n_lines} positions");
    if n_lines < 2_900 || slow_tests() {
        let checked = plan.check().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(checked.n_lines(), n_lines);
        return;
    }
    for line in plan.lines().iter().skip(1).step_by(100) {
        let position = Position::from_columns(size, line.moves.iter().copied()).unwrap();
        let rest = plan.rest(&position).unwrap();
        rest.check().unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn the_plans_of_the_repository_are_proved() {
    let [first, second_a, second_b, second_c, first_c] = SHIPPED;
    check_shipped(first, Player::First, Claim::Wins, "", 2_758);
    check_shipped(second_a, Player::Second, Claim::Wins, "1", 204);
    check_shipped(second_b, Player::Second, Claim::Wins, "2", 5_097);
    check_shipped(second_c, Player::Second, Claim::Holds, "3", 8);
    check_shipped(first_c, Player::First, Claim::Holds, "3", 2_972);
}

#[test]
fn the_rest_of_a_plan_is_one() {
    for text in [HOLDS, SHIPPED[1]] {
        let plan = read(text);
        assert_eq!(plan.rest(plan.position()).as_ref(), Some(&plan));
        for line in plan.lines().iter().step_by(7) {
            let position =
                Position::from_columns(plan.position().size(), line.moves.iter().copied()).unwrap();
            let rest = plan.rest(&position).unwrap();
            let checked = rest.check().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(checked.n_lines(), rest.lines().len());
            assert_eq!((rest.position(), &rest.lines()[0]), (&position, line));
            // The position after the hero's disc has the same rest of the plan.
            let after = position.play(line.step.cell.column).unwrap();
            assert_eq!(plan.rest(&after).map(|rest| rest.lines().len()), Some(rest.lines().len()));
            let image = plan.rest(&after.mirror()).unwrap();
            image.check().unwrap_or_else(|error| panic!("{line} in a mirror: {error}"));
            let first = &image.lines()[0].step;
            let start = image.position().play(first.cell.column);
            assert_eq!(start, Ok(after.mirror()), "{line}");
        }
        let other = Position::empty(AnySize::new(4, 4, 4).unwrap());
        assert_eq!(plan.rest(&other), None, "another board");
    }
}

/// A disc whose mirror image is in the plan; the position before it is symmetrical.
#[test]
fn the_rest_leads_to_the_position_that_was_asked_about() {
    let text = "foursight plan 1\nboard 3x3-3\nstart -\nside first\nclaim holds\n- a1\n";
    let plan = read(text);
    let position = Position::from_columns(plan.position().size(), [Column::new(2)]).unwrap();
    let rest = plan.rest(&position).unwrap();
    assert_eq!(rest.lines()[0].to_string(), "- c1");
}
