//! Whether everything that a plan says is true, judged by the position and the checker alone.
//!
//! Nothing here knows how a plan was made. The plan is read back as a strategy, which the checker plays against every
//! reply, and each fact that it mentions is looked up on the board.

use foursight::reason::{Proof, Reason, Start};
use foursight::{AnySize, Cell, Player, Position, Size};

use super::ending::is_in;
use super::story::{above, winning_cells};
use super::strategy::{Branch, Disc, Forced, Often, Outcome, Rule, Strategy, Then};

/// Whether a reader who obeys `plan` literally in `position` achieves what it claims, and everything else that it says
/// is true.
pub(super) fn are_true(plan: &Strategy, position: &Position<AnySize>) -> bool {
    is_true(plan, position).is_some()
}

/// `None` if anything is false.
fn is_true(plan: &Strategy, position: &Position<AnySize>) -> Option<()> {
    let Strategy { hero, claim, .. } = *plan;
    if plan.n_forced() > 0 {
        plan.reason().check(position).ok()?;
    }
    let mut position = *position;
    if let Some(forced) = plan.blocked {
        position = after_forced(&position, hero, forced)?;
    }
    position = after_steps(&position, hero, &plan.steps)?;
    if position.n_empty() == 0 {
        return (plan.then == Then::Fills).then_some(());
    }
    let start = Start::Other(plan.then.answers());
    let rest = Reason { hero, claim, start }.check(&position).ok()?;
    is_rest_true(&plan.then, &rest).then_some(())
}

/// The position after the steps, if each answer is forced as they say.
fn after_steps(
    position: &Position<AnySize>,
    hero: Player,
    steps: &[Disc],
) -> Option<Position<AnySize>> {
    steps.iter().try_fold(*position, |position, step| {
        let position = play(&position, step.cell)?;
        step.forced.map_or(Some(position), |forced| after_forced(&position, hero, forced))
    })
}

/// The position after an answer that blocks the only threat, or else is the only one that does not lose at once.
fn after_forced(
    position: &Position<AnySize>,
    hero: Player,
    Forced { cell, is_block }: Forced,
) -> Option<Position<AnySize>> {
    let threats = winning_cells(position, hero) & position.playable_cells();
    let loses = |reply: Cell| {
        let next = play(position, reply);
        next.is_some_and(|next| next.moves().any(|column| next.is_winning_move(column)))
    };
    let is_forced = if is_block {
        threats.cells().eq([cell])
    } else {
        threats.is_empty()
            && position.playable_cells().cells().all(|reply| (reply == cell) != loses(reply))
    };
    if is_forced { play(position, cell) } else { None }
}

/// The position after a disc in `cell`, if a disc can land there.
pub(super) fn play(position: &Position<AnySize>, cell: Cell) -> Option<Position<AnySize>> {
    if position.landing(cell.column) != Some(cell) {
        return None;
    }
    position.play(cell.column).ok()
}

/// Whether the part after the forced answers is true; `rest` is the proof of that part.
fn is_rest_true(then: &Then, rest: &Proof<AnySize>) -> bool {
    let (position, hero) = (rest.position(), rest.reason().hero);
    let wins = winning_cells(position, hero);
    let threats = wins & position.playable_cells();
    match then {
        Then::DoubleThreat { ends } => {
            ends.len() > 1 && ends.iter().all(|end| threats.contains(*end))
        }
        Then::ThreatAbove { block, cell, line } => {
            threats.contains(*block)
                && *cell == above(*block)
                && completes(position, hero, *cell, line)
        }
        Then::AnyReply { cells } => {
            cells.is_empty() || rest.ends().all(|(end, _)| is_in(end, cells))
        }
        Then::Fills => position.n_empty() <= 1,
        Then::Answers { branches, rule, outcome } => {
            let is_branch = |branch: &Branch| {
                let steps = play(position, branch.reply)
                    .and_then(|position| after_steps(&position, hero, &branch.steps));
                // Without the rule, the hero completes a line next, so the board must have room for another disc.
                let has_room = |end: Position<AnySize>| branch.by_rule || end.n_empty() > 1;
                steps.is_some_and(has_room) && (rule.is_some() || !branch.by_rule)
            };
            rule.as_ref().is_none_or(|rule| rule.tells(rest))
                && branches.iter().all(is_branch)
                && outcome.is_true(rest)
        }
    }
}

impl Rule {
    /// Whether the rule mentions every kind of answer that the checker has seen it give.
    pub(super) fn tells(&self, rest: &Proof<AnySize>) -> bool {
        self.blocks >= rest.blocks() && self.double_threats >= rest.double_threats()
    }
}

impl Outcome {
    fn is_true(&self, rest: &Proof<AnySize>) -> bool {
        let (position, hero) = (rest.position(), rest.reason().hero);
        let is_line = |cells: &[Cell], line: &[Cell]| match cells {
            _ if line.is_empty() => true,
            [cell] => completes(position, hero, *cell, line),
            _ => false,
        };
        let mut resisting = rest.ends().filter(|(end, _)| end.is_resisting);
        match self {
            Self::RunsOut { cells, line, at_latest } => {
                let is_told = resisting.all(|(end, _)| {
                    let above = above(end.reply);
                    cells.contains(&above) && end.cells.contains(&above)
                });
                let is_early = rest.ends().any(|(end, _)| !end.is_resisting);
                is_told && (*at_latest || !is_early) && is_line(cells, line)
            }
            Self::Line { cells, line, .. } if cells.is_empty() => line.is_empty(),
            Self::Line { cells, line, often } => {
                let is_told = match often {
                    Often::Always => rest.ends().all(|(end, _)| is_in(end, cells)),
                    Often::AtLatest => resisting.all(|(end, _)| is_in(end, cells)),
                    Often::Mostly => {
                        let (mut n_all, mut n_told) = (0, 0);
                        for (end, n_positions) in resisting {
                            n_all += n_positions;
                            n_told += if is_in(end, cells) { n_positions } else { 0 };
                        }
                        2 * n_told > n_all
                    }
                };
                is_told && is_line(cells, line)
            }
            Self::Never => true,
        }
    }
}

/// Whether a disc of `hero` in `cell`, now or once it can be played, completes `line`: the hero has discs in all other
/// cells of the line.
pub(super) fn completes(
    position: &Position<AnySize>,
    hero: Player,
    cell: Cell,
    line: &[Cell],
) -> bool {
    let is_filled = |other: &Cell| *other == cell || position.disc_at(*other) == Some(hero);
    let step = |one: Cell, two: Cell| {
        let apart = |one: usize, two: usize| two as isize - one as isize;
        (apart(one.column.index(), two.column.index()), apart(one.row, two.row))
    };
    let [first, second, ..] = line else { return false };
    let direction = step(*first, *second);
    [(0, 1), (1, 0), (1, 1), (1, -1)].contains(&direction)
        && line.is_sorted_by(|one, two| step(*one, *two) == direction)
        && line.len() >= position.size().connect()
        && line.contains(&cell)
        && position.disc_at(cell).is_none()
        && line.iter().all(is_filled)
}

#[cfg(test)]
mod tests {
    use foursight::reason::{Answers, Claim, Follow, Turn};
    use foursight::{Column, notation::moves};

    use super::*;
    use crate::why::told;

    /// The plan of a strategy of the side that wins after `moves`.
    fn plan(text: &str, start: Start) -> (Strategy, Position<AnySize>) {
        let position = moves::position(text, AnySize::default()).unwrap();
        let mover = position.side_to_move();
        let hero = if matches!(start, Start::Hero(_)) { mover } else { mover.other() };
        let proof = Reason { hero, claim: Claim::Wins, start }.check(&position).unwrap();
        let story = told::story(&proof).unwrap();
        let [crate::why::sentence::Sentence::Plan(plan), ..] = &*story.sentences else { panic!() };
        (plan.clone(), position)
    }

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    #[track_caller]
    fn check_mutated(
        (plan, position): &(Strategy, Position<AnySize>),
        mutate: impl FnOnce(&mut Strategy),
    ) {
        assert!(are_true(plan, position), "{plan:?}");
        let mut mutated = plan.clone();
        mutate(&mut mutated);
        assert_ne!(mutated, *plan);
        assert!(!are_true(&mutated, position), "{mutated:?}");
    }

    #[test]
    fn a_rule_with_a_false_part_is_not_told() {
        let follow = Follow { pairs: vec![(cell("a2"), cell("f2"))], ..Follow::default() };
        let answers = Answers { named: vec![], follow: Some(follow) };
        let told = plan("7214533444445575553333222226", Start::Other(answers));
        let check = |mutate: fn(&mut Rule, &mut Outcome)| {
            check_mutated(&told, |plan| match &mut plan.then {
                Then::Answers { rule: Some(rule), outcome, .. } => mutate(rule, outcome),
                other => panic!("{other:?}"),
            });
        };
        check(|rule, _| rule.pairs.clear());
        check(|rule, _| rule.pairs[0].1 = cell("a3"));
        check(|_, outcome| {
            let (cells, line) = (vec![cell("f5")], Vec::new());
            *outcome = Outcome::RunsOut { cells, line, at_latest: true };
        });
        check(|_, outcome| {
            let (cells, line) = (vec![cell("f4")], ["c4", "d4", "e4", "g4"].map(cell).to_vec());
            *outcome = Outcome::RunsOut { cells, line, at_latest: false };
        });
        check(|_, outcome| {
            let (cells, line) = (vec![cell("f6")], Vec::new());
            *outcome = Outcome::Line { cells, line, often: Often::Mostly };
        });
        check_mutated(&told, |plan| plan.then = Then::Fills);
        check_mutated(&told, |plan| plan.then = Then::AnyReply { cells: vec![] });
    }

    #[test]
    fn a_forced_answer_that_is_not_forced_so_is_not_told() {
        // Yellow must play b5, which blocks nothing; then red plays b6, and any disc loses.
        let turn = Turn::Play(cell("b6"), Answers::default());
        let start = Start::Other(Answers { named: vec![(cell("b5"), turn)], follow: None });
        let told = plan("43323413447674741711375666113667222", start);
        check_mutated(&told, |plan| plan.blocked.as_mut().unwrap().is_block = true);
        check_mutated(&told, |plan| plan.blocked.as_mut().unwrap().cell = cell("e2"));
        check_mutated(&told, |plan| plan.then = Then::AnyReply { cells: vec![cell("e4")] });
        check_mutated(&told, |plan| plan.steps[0].cell = Cell { column: Column::new(4), row: 1 });
    }

    #[test]
    fn a_line_is_not_told_where_the_board_fills() {
        let position = "721453344444557555333322222666666111777";
        let position = moves::position(position, AnySize::default()).unwrap();
        let rule = Rule { blocks: false, double_threats: false, pairs: vec![], spare: vec![] };
        let rule = Rule { spare: vec![Column::new(0)], ..rule };
        let plan = |by_rule| {
            let steps = vec![Disc { cell: cell("a5"), forced: None }];
            let branches = vec![Branch { reply: cell("g6"), steps, by_rule }];
            let (rule, outcome) = (Some(rule.clone()), Outcome::Never);
            Strategy {
                hero: Player::First,
                claim: Claim::Holds,
                blocked: None,
                steps: vec![],
                then: Then::Answers { branches, rule, outcome },
            }
        };
        assert!(are_true(&plan(true), &position));
        assert!(plan(false).reason().check(&position).is_ok(), "the board fills");
        assert!(!are_true(&plan(false), &position), "no line comes next");
    }

    #[test]
    fn a_threat_that_is_none_is_not_told() {
        let told = plan("44556", Start::Other(Answers::default()));
        let ends = |cells: &[&str]| Then::DoubleThreat {
            ends: cells.iter().map(|text| cell(text)).collect(),
        };
        check_mutated(&told, |plan| plan.then = ends(&["c1"]));
        check_mutated(&told, |plan| plan.then = ends(&["c1", "b1"]));
        let told =
            plan("7723754232722246", Start::Hero(Turn::Play(cell("e2"), Answers::default())));
        check_mutated(&told, |plan| match &mut plan.then {
            Then::ThreatAbove { line, .. } => line[0] = cell("c1"),
            other => panic!("{other:?}"),
        });
    }
}
