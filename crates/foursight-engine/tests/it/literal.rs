//! Explanations obeyed literally, by a reader who knows only the page that describes them.

use fastrand::Rng;
use foursight::{AnySize, STANDARD, Size};

use crate::reader::{Survey, last_plies, mirrored, sizes};
use crate::scores::slow_tests;

#[track_caller]
fn check(survey: &Survey) {
    let (n, errors) = (survey.errors.len(), &survey.errors);
    assert!(errors.is_empty(), "{n} are false, first:\n{}", errors[..n.min(8)].join("\n"));
}

#[test]
fn whoever_obeys_the_words_gets_what_they_say() {
    let (mut survey, random) = (Survey::default(), &mut Rng::with_seed(7));
    survey.add(AnySize::default(), 16..STANDARD.n_cells(), 300, random);
    for size in sizes(30) {
        survey.add(size, last_plies(size), 2, random);
    }
    check(&survey);
    assert!(survey.n_all() > 500 && survey.n_sentences > 900, "{}", survey.n_sentences);
}

#[test]
fn a_mistake_and_its_image_in_a_mirror_get_the_same_words() {
    let n_mistakes = if slow_tests() { 2_000 } else { 400 };
    let survey = mirrored(18, n_mistakes, 5);
    check(&survey);
    assert_eq!(survey.n_mistakes, n_mistakes);
    assert!(2 * survey.n_sentences > 3 * n_mistakes, "{}", survey.n_sentences);
}
