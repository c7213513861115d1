//! The checker of reasons: it accepts only true ones, and refutes those that it rejects.

use std::collections::HashMap;

use foursight::notation::moves;
use foursight::reason::{Answers, Claim, Flaw, Follow, Reason, Start, Turn};
use foursight::record::read_size;
use foursight::{AnySize, Cell, Column, Outcome, Player, Position, Size};

use crate::naive::{Lcg, random_position};

/// Whether to run tests that take minutes, as with `cargo xtask slow` or `SLOW_TESTS=1`.
pub(crate) fn slow_tests() -> bool {
    std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1")
}

/// The winner of each position, found by trying everything.
#[derive(Default)]
struct Results(HashMap<Position<AnySize>, Option<Player>>);

impl Results {
    fn winner(&mut self, position: &Position<AnySize>) -> Option<Player> {
        if let Some(outcome) = position.outcome() {
            return outcome.winner();
        }
        if let Some(&winner) = self.0.get(position) {
            return winner;
        }
        let mover = position.side_to_move();
        let winners: Vec<Option<Player>> = position
            .moves()
            .map(|column| self.winner(&position.play(column).expect("it was generated")))
            .collect();
        let best = [Some(mover), None].into_iter().find(|winner| winners.contains(winner));
        let winner = best.unwrap_or(Some(mover.other()));
        self.0.insert(*position, winner);
        winner
    }

    fn is_true(&mut self, reason: &Reason, position: &Position<AnySize>) -> bool {
        match self.winner(position) {
            None => reason.claim == Claim::Holds,
            Some(winner) => winner == reason.hero,
        }
    }
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// A random strategy, with every form of answer.
fn random_answers(size: AnySize, random: &mut Lcg, depth: usize) -> Answers {
    let any_cell =
        |random: &mut Lcg| Cell::new(random.below(size.width()), random.below(size.height()));
    let n_named = if depth == 0 { 0 } else { random.below(3) };
    let named = (0..n_named).map(|_| (any_cell(random), random_turn(size, random, depth - 1)));
    let named = named.collect();
    let follow = (random.below(4) > 0).then(|| Follow {
        double_threats: random.below(2) == 0,
        pairs: (0..random.below(4)).map(|_| (any_cell(random), any_cell(random))).collect(),
        spare: (0..random.below(4)).map(|_| Column::new(random.below(size.width()))).collect(),
    });
    Answers { named, follow }
}

fn random_turn(size: AnySize, random: &mut Lcg, depth: usize) -> Turn {
    let cell = Cell::new(random.below(size.width()), random.below(size.height()));
    if random.below(4) == 0 {
        return Turn::Finish(cell);
    }
    Turn::Play(cell, random_answers(size, random, depth))
}

/// Answers on top; where that is impossible, cells at the same height answer each other, and then any column.
fn follow_up(position: &Position<AnySize>, random: &mut Lcg) -> Answers {
    let size = position.size();
    let is_single = |cell: &Cell| (size.height() - cell.row) % 2 == 1;
    let mut singles: Vec<Cell> = position.playable_cells().cells().filter(is_single).collect();
    let mut pairs = Vec::new();
    while singles.len() > 1 {
        let one = singles.swap_remove(random.below(singles.len()));
        pairs.push((one, singles.swap_remove(random.below(singles.len()))));
    }
    let first = random.below(size.width());
    let spare = (0..size.width()).map(|n| Column::new((first + n) % size.width()));
    let double_threats = random.below(2) == 0;
    let follow = Follow { double_threats, pairs, spare: spare.collect() };
    Answers { named: Vec::new(), follow: Some(follow) }
}

/// Reasons for both sides and both claims, some sensible and some not.
fn reasons(position: &Position<AnySize>, random: &mut Lcg) -> Vec<Reason> {
    let size = position.size();
    let mut reasons = Vec::new();
    for hero in [Player::First, Player::Second] {
        let starts = if hero == position.side_to_move() {
            let answers = follow_up(position, random);
            let play = |cell| Start::Hero(Turn::Play(cell, answers.clone()));
            let finish = |cell| Start::Hero(Turn::Finish(cell));
            let cells = || position.playable_cells().cells();
            let nonsense = Start::Hero(random_turn(size, random, 2));
            cells().map(play).chain(cells().map(finish)).chain([nonsense]).collect()
        } else {
            vec![
                Start::Other(Answers::default()),
                Start::Other(follow_up(position, random)),
                Start::Other(random_answers(size, random, 2)),
            ]
        };
        let claims = [Claim::Wins, Claim::Holds];
        let of_start =
            |start: Start| claims.map(|claim| Reason { hero, claim, start: start.clone() });
        reasons.extend(starts.into_iter().flat_map(of_start));
    }
    reasons
}

/// Checks `reasons` in `position`; returns the number of accepted ones.
fn check(position: &Position<AnySize>, results: &mut Results, random: &mut Lcg) -> usize {
    let width = position.size().width();
    let mirrored = position.mirror();
    let mut n_accepted = 0;
    for reason in reasons(position, random) {
        let image = reason.mirror(width).check(&mirrored);
        match reason.clone().check(position) {
            Ok(proof) => {
                assert!(results.is_true(&reason, position), "{reason:?} is false in {position:?}");
                assert_eq!(proof.reason(), &reason);
                // A spare column is the first in a list, so both images play the same.
                assert_eq!(image.unwrap().n_positions(), proof.n_positions(), "{position:?}");
                follow_the_proof(&proof, random);
                n_accepted += 1;
            }
            Err(refutation) => {
                assert!(
                    image.is_err(),
                    "{reason:?} fails in {position:?}, its mirror image does not"
                );
                let end = refutation.line.iter().try_fold(*position, |p, &column| p.play(column));
                let end =
                    end.unwrap_or_else(|error| panic!("{refutation} in {position:?}: {error}"));
                if let Flaw::Loses(cell) = refutation.flaw {
                    assert_ne!(end.side_to_move(), reason.hero);
                    assert!(end.is_winning_move(cell.column) && end.can_play(cell.column));
                }
            }
        }
    }
    n_accepted
}

/// Plays random discs against the strategy: it answers each one and achieves its claim.
fn follow_the_proof(proof: &foursight::reason::Proof<AnySize>, random: &mut Lcg) {
    let (mut position, mut line) = (*proof.position(), Vec::new());
    let hero = proof.reason().hero;
    while position.outcome().is_none() {
        let column = if position.side_to_move() == hero {
            proof.answer(&line).expect("the strategy goes on").column
        } else {
            assert_eq!(proof.answer(&line), None, "it is not the hero's turn");
            let moves: Vec<Column> = position.moves().collect();
            moves[random.below(moves.len())]
        };
        position = position.play(column).expect("the strategy plays legal moves");
        line.push(column);
    }
    match position.outcome() {
        Some(Outcome::Win(winner)) => assert_eq!(winner, hero),
        _ => assert!(proof.reason().claim == Claim::Holds && proof.fills_board()),
    }
}

#[test]
fn no_accepted_reason_is_false_on_small_boards() {
    let plies = if slow_tests() { 8 } else { 4 };
    for (size, expected) in [("4x4", 300), ("4x4-3", 300), ("5x3-3", 300)] {
        let (mut results, mut random) = (Results::default(), Lcg(1));
        let mut layer = vec![Position::empty(read_size(size).unwrap())];
        let mut n_accepted = 0;
        for _ in 0..=plies {
            n_accepted += layer.iter().map(|p| check(p, &mut results, &mut random)).sum::<usize>();
            let next = layer.iter().flat_map(|p| p.moves().map(|column| p.play(column).unwrap()));
            let mut next: Vec<_> = next.collect();
            next.sort_by_key(Position::key);
            next.dedup();
            layer = next;
        }
        assert!(n_accepted > expected, "only {n_accepted} accepted on {size}");
    }
}

#[test]
fn no_accepted_reason_is_false_on_other_boards() {
    let sizes = ["7x6", "6x7", "8x5", "5x5", "6x4-3", "3x10-3", "10x3", "7x6-5", "10x10-6"];
    let mut random = Lcg(2);
    let mut n_accepted = 0;
    for size in sizes {
        let size = read_size(size).unwrap();
        let mut results = Results::default();
        for _ in 0..if slow_tests() { 2_500 } else { 250 } {
            let plies = size.n_cells() - 4 - random.below(8);
            let position = random_position(size, &mut random, plies);
            if position.outcome().is_none() {
                n_accepted += check(&position, &mut results, &mut random);
            }
        }
    }
    assert!(n_accepted > 500, "only {n_accepted} accepted");
}

#[track_caller]
fn check_flaw(size: &str, text: &str, start: Start, expected: &str) {
    let position = moves::position(text, read_size(size).unwrap()).unwrap();
    let hero = match start {
        Start::Hero(_) => position.side_to_move(),
        Start::Other(_) => position.side_to_move().other(),
    };
    let reason = Reason { hero, claim: Claim::Wins, start };
    assert_eq!(reason.check(&position).unwrap_err().to_string(), format!("after {expected}"));
}

#[test]
fn a_refutation_shows_the_flaw() {
    let play = |name, answers| Start::Hero(Turn::Play(cell(name), answers));
    let on_top = || Answers { follow: Some(Follow::default()), ..Answers::default() };
    let finish = Start::Hero(Turn::Finish(cell("f1")));
    check_flaw("7x6", "4455", play("d4", on_top()), "no moves, no disc lands in d4");
    check_flaw("7x6", "4455", finish, "no moves, a disc in f1 completes no line");
    check_flaw("7x6", "4455", play("a1", Answers::default()), "11, there is no answer to a2");
    check_flaw("7x6", "4142", play("f1", on_top()), "611111, there is no answer to a6");
    let loses = "no moves, the other side completes a line in a1";
    check_flaw("7x6", "223344", Start::Other(on_top()), loses);
    let fills = "111122223333, the board is full and nobody has won";
    check_flaw("3x4", "", Start::Other(on_top()), fills);
    let elsewhere = "no moves, the strategy does not begin here";
    check_flaw("7x6", "1212121", Start::Other(Answers::default()), elsewhere);
    let wrong_side = Start::Other(Answers::default());
    let reason = Reason { hero: Player::First, claim: Claim::Holds, start: wrong_side };
    assert_eq!(reason.check(&Position::new()).unwrap_err().flaw, Flaw::Start);
}

/// Answers on top, by a rule with the spare columns `spare`.
fn on_top(spare: &[usize]) -> Start {
    let spare = spare.iter().map(|&column| Column::new(column - 1)).collect();
    let follow = Follow { spare, ..Follow::default() };
    Start::Other(Answers { follow: Some(follow), ..Answers::default() })
}

#[test]
fn a_rule_blocks_where_it_must() {
    let position = "6254567444443333653325675656".parse::<Position>().unwrap();
    let reason = Reason { hero: Player::Second, claim: Claim::Wins, start: on_top(&[]) };
    let proof = reason.check(&position).unwrap();
    assert!(proof.blocks() && !proof.detours());
}

#[test]
fn a_rule_plays_elsewhere_where_the_cell_on_top_would_lose() {
    let position = "4736443243443355553252252".parse::<Position>().unwrap();
    let check = |spare: &[usize]| {
        let start = on_top(spare);
        Reason { hero: Player::First, claim: Claim::Holds, start }.check(&position)
    };
    assert!(check(&[]).is_err());
    let proof = check(&[2, 6, 1, 7]).unwrap();
    assert!(proof.detours() && !proof.blocks());
}

#[test]
fn a_rule_makes_double_threats_where_it_can() {
    // The last one allows a double threat in two open cells; each of the rest, in two cells one above the other.
    let positions =
        ["4566444432323324232215155", "36154234436344533157", "6213434443364645", "11476373742461"];
    for moves in positions {
        let position = moves.parse::<Position>().unwrap();
        let check = |double_threats| {
            let follow = Follow { double_threats, ..Follow::default() };
            let start = Start::Other(Answers { follow: Some(follow), ..Answers::default() });
            let hero = position.side_to_move().other();
            Reason { hero, claim: Claim::Wins, start }.check(&position)
        };
        assert!(check(false).is_err(), "{moves}");
        assert!(check(true).unwrap().double_threats(), "{moves}");
    }
}

#[test]
fn a_proof_counts_how_lines_of_play_end() {
    let ends = |text: &str, start: Start| {
        let position = moves::position(text, AnySize::default()).unwrap();
        let mover = position.side_to_move();
        let reason = Reason { hero: mover.other(), claim: Claim::Wins, start };
        let proof = reason.check(&position).unwrap();
        let said = proof.ends().map(|(end, n_positions)| {
            let cells: Vec<String> = end.cells.iter().map(Cell::to_string).collect();
            (end.reply.to_string(), cells.join(" "), end.is_resisting, n_positions)
        });
        said.collect::<Vec<_>>()
    };
    // Two threats: a block of either leaves the other, and any other disc leaves both.
    let found = ends("44556", Start::Other(Answers::default()));
    let end = |reply: &str, cells: &str, is_resisting| {
        (reply.to_owned(), cells.to_owned(), is_resisting, 1)
    };
    let expected = [
        end("a1", "c1 g1", false),
        end("b1", "c1 g1", false),
        end("c1", "g1", true),
        end("d3", "c1 g1", false),
        end("e3", "c1 g1", false),
        end("f2", "c1 g1", false),
        end("g1", "c1", true),
    ];
    assert_eq!(found, expected);
    let pairs = vec![(cell("a2"), cell("f2"))];
    let follow = Some(Follow { pairs, ..Follow::default() });
    let found =
        ends("7214533444445575553333222226", Start::Other(Answers { named: vec![], follow }));
    assert!(found.iter().all(|(reply, cells, is_resisting, _)| {
        (&**reply, &**cells, *is_resisting) == ("f3", "f4", true)
    }));
    assert!(found[0].3 > 1);
}

#[test]
fn a_check_ends_on_any_board() {
    let answers = Answers { follow: Some(Follow::default()), ..Answers::default() };
    let reason = Reason { hero: Player::Second, claim: Claim::Holds, start: Start::Other(answers) };
    let check = |text, moves| {
        let position = moves::position(moves, read_size(text).unwrap()).unwrap();
        reason.clone().check(&position).map_err(|refutation| refutation.flaw)
    };
    // The second player has every other cell of column 5, through which all rows of six go.
    assert_eq!(check("10x10-6", "655555555556").unwrap_err(), Flaw::TooLarge);
    // A column with n cells left has n / 2 + 1 heights after an answer: 38,880 positions with seven columns.
    assert_eq!(check("7x10-6", "655555555556").unwrap_err(), Flaw::TooLarge);
    assert_eq!(check("6x10-6", "655555555556").unwrap().n_positions(), 6_480);
    assert_eq!(check("3x10", "").unwrap().n_positions(), 216);
}

#[test]
fn after_the_end_of_the_game_there_is_no_answer() {
    let position = "44556".parse::<Position>().unwrap();
    let start = Start::Other(Answers::default());
    let reason = Reason { hero: Player::First, claim: Claim::Wins, start };
    let proof = reason.check(&position).unwrap();
    let answer = |columns: &[usize]| {
        let moves: Vec<Column> = columns.iter().map(|&column| Column::new(column - 1)).collect();
        proof.answer(&moves)
    };
    assert_eq!(answer(&[7]), Some(cell("c1")));
    // The row would become five discs long.
    assert_eq!(answer(&[7, 3, 1]), None);
}
