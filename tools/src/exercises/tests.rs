mod learner;

use std::collections::HashSet;

use super::*;

const FILE: &str = include_str!("../../../crates/foursight-web/page/plans/path.txt");

/// The maximum number of discs that an exercise asks for; the page has the same.
const MOST_DISCS: usize = 3;

/// Each step with its chapter and, for an exercise, its kind.
fn all() -> Vec<(usize, Option<Kind>, Step)> {
    let steps = path::read(FILE).into_iter().enumerate().flat_map(
        |(index, Chapter { kinds, steps, .. })| {
            steps
                .into_iter()
                .map(move |step| (index, step.kind.checked_sub(1).map(|n| kinds[n].clone()), step))
        },
    );
    steps.collect()
}

fn exercises() -> impl Iterator<Item = (usize, Kind, Step)> {
    all().into_iter().filter_map(|(chapter, kind, step)| Some((chapter, kind?, step)))
}

#[test]
fn every_exercise_is_sound() {
    let mut solver = solver();
    let mut n = 0;
    for (chapter, kind, step) in exercises() {
        assert!(step.check(chapter, &kind, &mut solver), "{chapter}: {step}");
        n += 1;
    }
    assert_eq!(n, 120);
}

#[test]
fn an_exercise_that_says_anything_else_is_unsound() {
    let mut solver = solver();
    for (chapter, kind, step) in exercises().step_by(4) {
        let other = Column::new((step.line[0].index() + 1) % 7);
        let wrong = Step { line: vec![other], ..step.clone() };
        assert!(!wrong.check(chapter, &kind, &mut solver), "{chapter}: {wrong}");
        let earlier = Step { moves: step.moves[..step.moves.len() - 1].to_vec(), ..step };
        // The middle is the middle for both sides.
        assert!(
            chapter == CENTER || !earlier.check(chapter, &kind, &mut solver),
            "{chapter}: {earlier}"
        );
    }
    // a1 and e1 stop the two threats, too, and lose much later, by something else.
    let stopped = moves::read("666664444443", AnySize::default()).unwrap().moves().to_vec();
    let kind = Kind { is_win: false, words: String::new() };
    let step = Step::exercise(3, stopped, vec![Column::new(1)], Some(Column::new(2)));
    assert!(!step.check(FORK, &kind, &mut solver));
}

#[test]
fn the_file_is_written_as_it_is_read_and_no_two_steps_of_a_kind_are_alike() {
    let chapters = path::read(FILE);
    let wanted = path::read(include_str!("chapters.txt"));
    let mut written = Vec::new();
    for (Chapter { title, lesson, kinds, steps }, wanted) in chapters.iter().zip(&wanted) {
        assert_eq!((title, lesson, kinds), (&wanted.title, &wanted.lesson, &wanted.kinds));
        let kinds = kinds.iter().map(ToString::to_string);
        let lines: Vec<String> = kinds.chain(steps.iter().map(ToString::to_string)).collect();
        written.push(format!("\n## {title}\n{lesson}\n{}\n", lines.join("\n")));
        for (n, step) in steps.iter().enumerate() {
            assert!(!steps[..n].iter().any(|other| other.resembles(step)), "{step}");
        }
    }
    assert_eq!(format!("{HEAD}\n{}", written.concat()), FILE);
    assert_eq!(chapters.len(), wanted.len());
}

#[test]
fn exercises_have_both_colors_and_different_columns() {
    let all: Vec<_> = exercises().collect();
    for chapter in 0..10 {
        let own = all.iter().filter(|(index, ..)| *index == chapter);
        let n_yellow = own.clone().filter(|(.., step)| step.moves.len() % 2 == 1).count();
        assert_eq!(n_yellow, 6, "{chapter}");
        let columns: HashSet<_> = own.map(|(.., step)| step.line[0]).collect();
        assert!(columns.len() >= if chapter == CENTER { 3 } else { 4 }, "{chapter}: {columns:?}");
    }
}

#[test]
fn examples_and_games_end_with_four() {
    for (chapter, kind, step) in all() {
        if kind.is_some() {
            continue;
        }
        let start: Position = moves::write(&step.moves).parse().unwrap();
        let end = step.line.iter().fold(start, |position, &column| pupil::after(&position, column));
        assert!(end.is_won(), "{step}");
        if step.name == "play" {
            let before = |chapter| pupil::won_game(chapter, &start, LONGEST_GAME);
            assert!(chapter == LINE || before(chapter - 1) != Some(step.line.clone()), "{step}");
            assert_eq!(
                pupil::won_game(chapter, &start, LONGEST_GAME),
                Some(step.line),
                "{chapter}"
            );
        }
    }
}

/// Whether a pupil who chooses discs solves an exercise at the first try.
fn is_solved(
    (chapter, kind, step): &(usize, Kind, Step),
    mut choose: impl FnMut(&Position) -> Column,
    solver: &mut Solver,
) -> bool {
    let mut position = moves::position(&moves::write(&step.moves), AnySize::default()).unwrap();
    let standard = |position: &Position<AnySize>| position.with_size(foursight::STANDARD).unwrap();
    if choose(&standard(&position)) != step.line[0] {
        return false;
    }
    position = position.play(step.line[0]).unwrap();
    let most = if !kind.is_win || *chapter == PARITY { 1 } else { MOST_DISCS };
    for _ in 1..most {
        if position.outcome().is_some() {
            return true;
        }
        position = position.play(best_reply(&position, solver).unwrap()).unwrap();
        let column = choose(&standard(&position));
        let next = position.play(column).unwrap();
        let answer = solver.solve(&next, Goal::Verdict, &mut Control::default());
        if !next.is_won() && answer.verdict() != Some(Verdict::Loss) {
            return false;
        }
        position = next;
    }
    true
}

/// The figures in docs/why.md: `cargo test -p tools pupil -- --nocapture` prints them.
#[test]
fn a_pupil_who_applies_the_idea_solves_each_chapter_and_chance_does_not() {
    const N_RANDOM: u32 = 20;
    let (mut solver, mut random) = (solver(), Rng::with_seed(1));
    let all: Vec<_> = exercises().collect();
    for chapter in 0..10 {
        let own: Vec<_> = all.iter().filter(|(index, ..)| *index == chapter).collect();
        let with_idea = |position: &Position| pupil::choose(chapter, position)[0];
        let n_solved = own.iter().filter(|one| is_solved(one, with_idea, &mut solver)).count();
        let mut n_lucky = 0;
        for one in &own {
            for _ in 0..N_RANDOM {
                let by_chance = |position: &Position| {
                    random.choice(position.moves().collect::<Vec<_>>()).unwrap()
                };
                n_lucky += u32::from(is_solved(one, by_chance, &mut solver));
            }
        }
        let by_chance = 100 * n_lucky / (N_RANDOM * own.len() as u32);
        println!("{chapter}: {n_solved} of {} with the idea, {by_chance} % by chance", own.len());
        assert!(100 * n_solved >= 95 * own.len(), "{chapter}: {n_solved} of {}", own.len());
        assert!(by_chance < 30, "{chapter}: {by_chance} %");
    }
}
